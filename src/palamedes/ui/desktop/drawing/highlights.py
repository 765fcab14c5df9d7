"""Draws highlights of spots, and covers of regions."""

from palamedes.core.board import Piece, Region
from palamedes.ui.desktop.drawing.layout import BoardLayout, SpotPlace
from palamedes.ui.desktop.drawing.pixels import (
    BLACK,
    WHITE,
    Box,
    Disc,
    Outline,
    PixelImage,
    Ring,
    Shape,
    mix,
    rgb,
)
from palamedes.ui.desktop.drawing.sprites import draw_piece
from palamedes.ui.desktop.drawing.themes import Theme


def draw_highlight(
    kind: str, layout: BoardLayout, place: SpotPlace, theme: Theme, taken: bool
) -> PixelImage:
    """The highlight of a spot: `last`, `touched`, `open`, `next`, `hint`, `ended` or `cursor`.

    An `open` spot can be touched to start a move, a `next` spot to continue it. `taken` says that
    a piece stands on the spot and would hide a dot in its middle.
    """
    image = PixelImage(round(2.3 * place.half_width), round(2.3 * place.half_height))
    shape = _SpotShape(image.width / 2, image.height / 2, layout, place)
    if kind in ("open", "next") and not taken:
        _dot(image, layout, place, theme)
    elif kind == "cursor":
        width = max(2.0, 0.035 * layout.unit)
        image.paint(_edge(shape(1.02), width + 2), WHITE, 0.9)
        image.paint(_edge(shape(1.02), width), BLACK, 0.9)
    elif kind == "ended":
        _broad_outline(image, shape, layout, theme)
    else:
        _outline(image, kind, shape, layout, theme)
    return image


def _dot(image: PixelImage, layout: BoardLayout, place: SpotPlace, theme: Theme) -> None:
    """Draw a dot on an empty spot, large enough to cover a point of the board."""
    is_point = place.spot.kind == "point" and bool(layout.geometry.lines)
    size = max(3.5, (0.36 if is_point else 0.2) * layout.radius)
    x, y = image.width / 2, image.height / 2
    image.paint(Disc(x, y, size + 1), WHITE, 0.35)
    image.paint(Disc(x, y, size), rgb(theme.palette.touched), 0.75)


def _outline(
    image: PixelImage, kind: str, shape: "_SpotShape", layout: BoardLayout, theme: Theme
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
    image.paint(shape(1.0), rgb(tint), fill, soft)
    image.paint(_edge(shape(0.99), max(1.5, width * layout.unit)), rgb(tint), strength)


def _broad_outline(
    image: PixelImage, shape: "_SpotShape", layout: BoardLayout, theme: Theme
) -> None:
    """Three lines, dark, bright and dark: it is told from the others without its colour."""
    width = max(4.0, 0.12 * layout.unit)
    image.paint(shape(1.0), rgb(theme.palette.hint), 0.3)
    image.paint(_edge(shape(1.04), width), BLACK, 0.9)
    image.paint(_edge(shape(1.0), width - 3), rgb(theme.palette.hint), 1.0)


def draw_region(region: Region, box: Box, theme: Theme, kind: str) -> PixelImage:
    """The cover of a region: tinted with a large piece of the winner, grey if drawn, or lit."""
    image = PixelImage(round(box.right - box.left), round(box.bottom - box.top))
    size = min(image.width, image.height)
    whole = Box(1, 1, image.width - 1, image.height - 1, 0.03 * size)
    palette = theme.palette
    if region.kind == "lit":
        image.paint(whole, rgb(palette.lit), 0.5)
        for width, opacity in ((0.035, 0.5), (0.02, 1.0)):
            image.paint(Outline(whole, max(2.0, width * size)), rgb(palette.hint), opacity)
    elif region.kind == "drawn":
        grey = mix(rgb(palette.field), BLACK, 0.45)
        image.paint(whole, mix(grey, (0.5, 0.5, 0.5), 0.6), 0.7)
    else:
        owner = region.owner or 0
        tint = mix(mix(rgb(palette.field), WHITE, 0.25), rgb(palette.marks[owner]), 0.22)
        image.paint(whole, tint, 0.85)
        winner = Piece("disc" if kind == "disc" else "mark", owner)
        image.stamp(draw_piece(winner, theme, 0.4 * size, 0.4 * size))
    return image


class _SpotShape:
    """The shape of a spot, scaled: a disc for points, a box for squares and pits."""

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
