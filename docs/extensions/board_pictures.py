"""Boards as SVG, as they look everywhere. Pictures of a page share its style sheet and names."""

from pathlib import Path
from xml.etree.ElementTree import Element

from sphinx.application import Sphinx

from palamedes.core.match import Match
from palamedes.ui.pictures import BoardPainter, Marks
from palamedes.ui.pictures.captions import description
from palamedes.ui.pictures.colours import DEFAULT_PALETTE
from palamedes.ui.pictures.elements import OWN, markup, own_name
from palamedes.ui.pictures.games import status
from palamedes.ui.pictures.style import style_sheet
from palamedes.ui.session.scene import board_at, player_piece_kind

SHEET = "boards.css"
NAMES = "board-"  # what the names of all elements begin with


class PageOfBoards:
    """Draws the boards of a page. What several show, the first of them has, and all refer to it."""

    def __init__(self) -> None:
        self._defined: set[str] = set()

    def svg(self, match: Match, shown: tuple[str, ...]) -> str:
        """The board after the moves of a match, with some spots pointed out."""
        board = board_at(match, len(match.turns))
        painter = BoardPainter(board.geometry, (board,), sign=player_piece_kind(match.game))
        frame = painter.frame(status(match), description(board, painter.names))
        # The paper is not shared: its colour depends on the page, which `use` leaves behind.
        title, told, _style, definitions, paper, *ground = frame
        name = OWN + own_name("".join(map(markup, ground)))
        shared = Element("g", {"id": name})
        shared.extend(ground)
        svg = Element("svg", frame.attrib)
        svg.extend([title, told, self._new([*definitions, shared]), paper])
        svg.append(Element("use", {"href": f"#{name}"}))
        svg.extend(painter.content(board, match.result is not None, Marks(hinted=shown)))
        return markup(svg).replace(OWN, NAMES)

    def _new(self, definitions: list[Element]) -> Element:
        """Those that no picture before has."""
        new = Element("defs")
        new.extend(each for each in definitions if each.attrib["id"] not in self._defined)
        self._defined.update(each.attrib["id"] for each in new)
        return new


def write_style_sheet(app: Sphinx) -> None:
    path = Path(app.outdir) / "_static" / SHEET
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(style_sheet(DEFAULT_PALETTE).replace(OWN, NAMES), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", write_style_sheet)
    app.add_css_file(SHEET)
    return {"parallel_read_safe": True}
