"""The directive `rules`: the rules of a game with boards, from the game's own guide."""

from html import escape

from board_pictures import board_svg, counters_text, is_wide
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from palamedes.core.language import _
from palamedes.lessons import Picture, find_guide
from palamedes.ui.session.scene import board_at


class RulesDirective(SphinxDirective):
    """```{rules} teeko``` : the sections, examples and notation of the guide of teeko."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        guide = find_guide(self.arguments[0])
        parts: list[nodes.Node] = []
        for section in guide.sections:
            boards = [_figure(picture, picture.text) for picture in section.pictures]
            parts.append(_section(section.title, [_paragraph(section.text), *boards]))
        for example in guide.examples:
            title = _("Example: {title}").format(title=example.title)
            parts.append(_section(title, [_figure(each, _step(each)) for each in example.pictures]))
        parts.append(_section(_("Notation"), [_paragraph(guide.notation)]))
        return parts


def _section(title: str, children: list[nodes.Node]) -> nodes.section:
    section = nodes.section("", nodes.title(title, title), *children)
    section["ids"] = [nodes.make_id(title)]
    section["names"] = [nodes.fully_normalize_name(title)]
    return section


def _paragraph(text: str) -> nodes.paragraph:
    return nodes.paragraph(text, text)


def _step(picture: Picture) -> str:
    """The text of a picture of an example, after the move that led to it."""
    turns = picture.match.turns
    return f"{turns[-1].move}: {picture.text}" if turns else picture.text


def _figure(picture: Picture, text: str) -> nodes.raw:
    board = board_at(picture.match, len(picture.match.turns))
    shown = tuple(spot for spot in (picture.spots or board.last) if spot in _places(board))
    captions = [text, counters_text(board)]
    lines = "<br>".join(escape(caption) for caption in captions if caption)
    kind = "board wide" if is_wide(board) else "board"
    svg = board_svg(board, shown, picture.match.position.text)
    html = f'<figure class="{kind}">{svg}<figcaption>{lines}</figcaption></figure>'
    return nodes.raw("", html, format="html")


def _places(board) -> set[str]:
    return {spot.name for spot in board.geometry.spots if spot.kind != "button"}


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("rules", RulesDirective)
    return {"parallel_read_safe": True}
