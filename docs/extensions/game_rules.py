"""The directive `rules`: the rules of a game with boards, from the game's own guide."""

from html import escape

from board_pictures import PageOfBoards
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from palamedes.core.language import _
from palamedes.lessons import Picture, find_guide


class RulesDirective(SphinxDirective):
    """```{rules} teeko``` : the sections, examples and notation of the guide of teeko."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        guide, page = find_guide(self.arguments[0]), PageOfBoards()
        parts: list[nodes.Node] = []
        for section in guide.sections:
            boards = [_figure(page, picture, picture.text) for picture in section.pictures]
            parts.append(_section(section.title, [_paragraph(section.text), *boards]))
        for example in guide.examples:
            title = _("Example: {title}").format(title=example.title)
            boards = [_figure(page, each, _step(each)) for each in example.pictures]
            parts.append(_section(title, boards))
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


def _figure(page: PageOfBoards, picture: Picture, text: str) -> nodes.raw:
    caption = f"<figcaption>{escape(text)}</figcaption>"
    svg = page.svg(picture.match, picture.spots)
    return nodes.raw("", f'<figure class="board">{svg}{caption}</figure>', format="html")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("rules", RulesDirective)
    return {"parallel_read_safe": True}
