"""What is laid over or under the pieces to point at spots, and over finished parts of a board."""

from palamedes.core.board import Piece, Region
from palamedes.ui.desktop.drawing.layout import BoardLayout, SpotPlace
from palamedes.ui.desktop.drawing.pixels import (
    BLACK,
    WHITE,
    Box,
    Disc,
    Outline,
    Ring,
    Shape,
    Sheet,
    colour,
    mix,
)
from palamedes.ui.desktop.drawing.sprites import draw_piece
from palamedes.ui.desktop.drawing.themes import Theme


def draw_halo(kind: str, layout: BoardLayout, place: SpotPlace, theme: Theme, taken: bool) -> Sheet:
    """A sign under a spot: `last`, `touched`, `open`, `next`, `hint` or `cursor`.

    `open` can be touched to begin a move, `next` to go on with it.

    `taken` says that something stands there, so that a sign in the middle would not be seen.
    """
    sheet = Sheet(round(2.3 * place.half_width), round(2.3 * place.half_height))
    around = _Around(sheet.width / 2, sheet.height / 2, layout, place)
    if kind in ("open", "next") and not taken:
        _dot(sheet, layout, place, theme)
    elif kind == "cursor":
        width = max(2.0, 0.035 * layout.unit)
        sheet.paint(_edge(around(1.02), width + 2), WHITE, 0.9)
        sheet.paint(_edge(around(1.02), width), BLACK, 0.9)
    else:
        _surround(sheet, kind, around, layout, theme)
    return sheet


def _dot(sheet: Sheet, layout: BoardLayout, place: SpotPlace, theme: Theme) -> None:
    """In the middle of an empty spot; larger where a point of the board would hide it."""
    is_point = place.spot.kind == "point" and bool(layout.geometry.lines)
    size = max(3.5, (0.36 if is_point else 0.2) * layout.radius)
    x, y = sheet.width / 2, sheet.height / 2
    sheet.paint(Disc(x, y, size + 1), WHITE, 0.35)
    sheet.paint(Disc(x, y, size), colour(theme.palette.touched), 0.75)


def _surround(
    sheet: Sheet, kind: str, around: "_Around", layout: BoardLayout, theme: Theme
) -> None:
    palette = theme.palette
    tint, fill, width, strength = {
        "last": (palette.last, 0.2, 0.03, 0.75),
        "touched": (palette.touched, 0.35, 0.055, 1.0),
        "hint": (palette.hint, 0.4, 0.05, 1.0),
        "open": (palette.touched, 0.05, 0.04, 0.85),
        "next": (palette.touched, 0.22, 0.06, 1.0),
    }[kind]
    soft = 0.4 * layout.radius if kind == "hint" else 2.0
    sheet.paint(around(1.0), colour(tint), fill, soft)
    sheet.paint(_edge(around(0.99), max(1.5, width * layout.unit)), colour(tint), strength)


def draw_region(region: Region, box: Box, theme: Theme, kind: str) -> Sheet:
    """A part of the board: won (washed, with a big piece of the winner), drawn, or lit."""
    sheet = Sheet(round(box.right - box.left), round(box.bottom - box.top))
    size = min(sheet.width, sheet.height)
    whole = Box(1, 1, sheet.width - 1, sheet.height - 1, 0.03 * size)
    palette = theme.palette
    if region.kind == "lit":
        sheet.paint(whole, colour(palette.lit), 0.5)
        for width, opacity in ((0.035, 0.5), (0.02, 1.0)):
            sheet.paint(Outline(whole, max(2.0, width * size)), colour(palette.hint), opacity)
    elif region.kind == "drawn":
        grey = mix(colour(palette.field), BLACK, 0.45)
        sheet.paint(whole, mix(grey, (0.5, 0.5, 0.5), 0.6), 0.7)
    else:
        owner = region.owner or 0
        ground = mix(mix(colour(palette.field), WHITE, 0.25), colour(palette.marks[owner]), 0.22)
        sheet.paint(whole, ground, 0.85)
        winner = Piece("disc" if kind == "disc" else "mark", owner)
        sheet.stamp(draw_piece(winner, theme, 0.4 * size, 0.4 * size))
    return sheet


class _Around:
    """The outline of a spot at some size: round for points, rectangular for squares and pits."""

    def __init__(self, x: float, y: float, layout: BoardLayout, place: SpotPlace) -> None:
        self.x, self.y, self.place, self.radius = x, y, place, layout.radius
        self.is_point = place.spot.kind == "point" and bool(layout.geometry.lines)

    def __call__(self, scale: float) -> Shape:
        if self.is_point:
            return Disc(self.x, self.y, 1.2 * self.radius * scale)
        narrow = 0.94 if self.place.spot.kind != "pit" else 0.92
        wide = narrow * self.place.half_width * scale
        high = narrow * self.place.half_height * scale
        corner = min(wide, high) * (0.9 if self.place.spot.kind == "pit" else 0.16)
        return Box(self.x - wide, self.y - high, self.x + wide, self.y + high, corner)


def _edge(shape: Shape, width: float) -> Shape:
    if isinstance(shape, Disc):
        return Ring(shape.x, shape.y, shape.radius - width / 2, width)
    assert isinstance(shape, Box)
    return Outline(shape, width)
