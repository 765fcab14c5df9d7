"""The rules of a game with boards, as text."""

import io
from collections.abc import Iterator

from rich.text import Text

from palamedes.core.language import _
from palamedes.lessons import ExamplePage, GuidePage, Picture, find_guide
from palamedes.ui.terminal.board_text import draw_marked
from palamedes.ui.terminal.console import Terminal

WIDTH = 80  # columns of a text file


def show_guide(name: str, console: Terminal) -> None:
    """Print the rules of a game; PalamedesError if it does not exist."""
    for part in _parts(find_guide(name), console):
        if isinstance(part, Text):
            console.say(part)
        else:
            console.say_paragraph(part)


def guide_text(name: str) -> str:
    """The rules of a game as the content of a text file."""
    file = io.StringIO()
    show_guide(name, Terminal(True, False, file, io.StringIO(), WIDTH))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


def _parts(guide: GuidePage, console: Terminal) -> Iterator[str | Text]:
    """Paragraphs as plain strings, headings and boards as texts."""
    yield Text(f"{_(guide.game.title)}\n{'=' * len(_(guide.game.title))}")
    if not guide.sections:
        yield _(guide.game.rules)
        return
    for section in guide.sections:
        yield _heading(section.title)
        yield section.text
        for picture in section.pictures:
            yield _board(picture, console)
            yield picture.text
    for example in guide.examples:
        yield _heading(_("Example: {title}").format(title=example.title))
        yield from _example(example, console)
    yield _heading(_("Notation"))
    yield guide.notation


def _example(example: ExamplePage, console: Terminal) -> Iterator[str | Text]:
    first, *others = example.pictures
    yield first.text
    yield _board(first, console)
    for picture in others:
        yield f"{picture.match.turns[-1].move}: {picture.text}"
        yield _board(picture, console)


def _heading(title: str) -> Text:
    return Text(f"\n{title}\n{'-' * len(title)}")


def _board(picture: Picture, console: Terminal) -> Text:
    drawn = draw_marked(picture.match, picture.spots, console.unicode, console.width)
    return Text.assemble("\n", drawn, "\n")
