"""A board as one SVG document: self-contained, light or dark as its surroundings, read aloud."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import sqrt
from xml.etree.ElementTree import Element

from palamedes.core.board import Board, Geometry, Stack
from palamedes.core.language import _
from palamedes.ui.pictures.captions import description, draw_players
from palamedes.ui.pictures.colours import DEFAULT_PALETTE
from palamedes.ui.pictures.elements import OWN, SPACE, Attributes, draw, markup, own_names
from palamedes.ui.pictures.ground import draw_ground
from palamedes.ui.pictures.layout import Extent, Layout, Place
from palamedes.ui.pictures.marks import Marks, draw_over, draw_under
from palamedes.ui.pictures.pieces import SEEDS, define_seeds, draw_stack, stack_name
from palamedes.ui.pictures.style import draw_gradients, style_sheet

SIZE = 300  # pixels: the side of a square with the area of the picture
TEXT = 15  # pixels


def board_svg(
    board: Board,
    *,
    size: int = SIZE,
    title: str = "",
    names: Sequence[str] = ("", ""),
    sign: str | None = None,
    is_over: bool = False,
    marks: Marks | None = None,
    palette: str = DEFAULT_PALETTE,
) -> str:
    """A board as an SVG document.

    size: the side in pixels of a square with the area of the picture.
    names: of the players; "Player 1" and "Player 2" where empty.
    sign: the kind of the players' own pieces, shown before their names.
    is_over: whether nobody is to move.
    marks: values, arrows and open spots to mark; last move, regions and ending are the board's.
    """
    painter = BoardPainter(board.geometry, (board,), size, names, sign, palette)
    svg = painter.frame(title or _("Board"), description(board, painter.names))
    for element in painter.content(board, is_over, marks or Marks()):
        svg.append(element)
    return own_names(markup(svg))


class BoardPainter:
    """Draws boards of one geometry. What they share, and each stack of pieces, is drawn once.

    Classes and names of its elements begin with OWN, which `own_names` replaces in the whole.
    """

    def __init__(
        self,
        geometry: Geometry,
        boards: Sequence[Board],
        size: int = SIZE,
        names: Sequence[str] = ("", ""),
        sign: str | None = None,
        palette: str = DEFAULT_PALETTE,
    ) -> None:
        self.layout = Layout(geometry)
        self.boards = boards
        self.sign = sign
        self.palette = palette
        self.names = tuple(
            name or _("Player {number}").format(number=number)
            for number, name in enumerate(names, start=1)
        )
        whole = self.layout.whole
        self.width = round(size * sqrt(whole.width / whole.height))
        self.text = TEXT * whole.width / self.width  # the size of texts in units of the drawing

    @cached_property
    def box(self) -> Extent:
        """The board with the players below it."""
        whole = self.layout.whole
        return Extent(whole.left, whole.top, whole.right, whole.bottom + 3.8 * self.text)

    def frame(self, title: str, told: str) -> Element:
        """The picture without what changes from move to move."""
        box = self.box
        height = round(self.width * box.height / box.width)
        numbers = (round(each, 1) for each in (box.left, box.top, box.width, box.height))
        svg = Element("svg", {"xmlns": SPACE, "role": "img", "class": f"{OWN}board"})
        svg.set("viewBox", " ".join(f"{each:g}" for each in numbers))
        svg.set("width", str(self.width))
        svg.set("height", str(height))
        draw(svg, "title", title)
        draw(svg, "desc", told)
        draw(svg, "style", style_sheet(self.palette))
        definitions = draw(svg, "defs")
        draw_gradients(definitions, self.palette)
        self._define_stacks(definitions)
        draw(svg, "rect", class_="paper", **box.attributes(), rx=0.4 * self.text)
        draw_ground(svg, self.layout)
        return svg

    def content(self, board: Board, is_over: bool, marks: Marks | None = None) -> list[Element]:
        """What a board shows of its position, from the lowest element to the highest."""
        group, marks = Element("g"), marks or Marks()
        draw_under(group, self.layout, board, marks)
        for spots, style in ((board.covered, "covered"), (board.pieces, "piece")):
            self._draw_pieces(group, spots, style)
        draw_over(group, self.layout, board, marks)
        whole = self.layout.whole
        players = Extent(whole.left, whole.bottom, whole.right, whole.bottom + 3.6 * self.text)
        draw_players(group, board, self.names, self.sign, players, is_over)
        return list(group)

    @cached_property
    def _stacks(self) -> dict[tuple[str, Stack], str]:
        """The name of each stack that stands on any board, by the kind of its spot."""
        found: dict[tuple[str, Stack], str] = {}
        for board in self.boards:
            for spot, stack in chain(board.covered.items(), board.pieces.items()):
                place = self.layout.places.get(spot)
                if stack and place:
                    found[place.spot.kind, stack] = stack_name(place.spot.kind, stack)
        return found

    def _define_stacks(self, definitions: Element) -> None:
        places: dict[str, Place] = {}
        for place in self.layout.places.values():
            places[place.spot.kind] = place
        if any(piece.kind in SEEDS for _kind, stack in self._stacks for piece in stack):
            define_seeds(definitions, places["pit"])
        for (kind, stack), name in self._stacks.items():
            draw_stack(draw(definitions, "g", id=name), stack, places[kind])

    def _draw_pieces(self, parent: Element, spots: Mapping[str, Stack], style: str) -> None:
        for spot, stack in spots.items():
            place = self.layout.places.get(spot)
            if stack and place:
                name = self._stacks[place.spot.kind, stack]
                at: Attributes = {"x": place.x, "y": place.y, "data_at": spot}
                draw(parent, "use", class_=style, href=f"#{name}", **at)
