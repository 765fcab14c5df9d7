"""Draws the empty board: the frame, the field in it, lines, points and pits."""

import numpy as np

from palamedes.core.board import Line
from palamedes.ui.desktop.drawing.layout import BoardLayout, SpotPlace
from palamedes.ui.desktop.drawing.pixels import (
    BLACK,
    WHITE,
    Box,
    Colour,
    Disc,
    Outline,
    PixelImage,
    Plane,
    Shade,
    Stroke,
    between,
    grain,
    mix,
    rgb,
)
from palamedes.ui.desktop.drawing.themes import Palette, Theme

TINT = 0.5  # how much the pits of a player have of their colour


def draw_empty_board(layout: BoardLayout, theme: Theme) -> PixelImage:
    """The board without pieces, on the colour of the window."""
    image, palette = PixelImage(layout.width, layout.height), theme.palette
    image.pixels[:] = (*rgb(theme.chrome.window), 1.0)
    wood = _Wood(layout.width, layout.height, palette.grain)
    _frame(image, layout, palette, wood)
    image.paint(layout.field, wood.of(rgb(palette.field)))
    for place in layout.places.values():
        _cell(image, layout, place, palette, wood)
    _shadow_of_frame(image, layout)
    _lines(image, layout, palette)
    if layout.geometry.lines:
        _points(image, layout, palette)
    return image


class _Wood:
    """A wood grain that runs through the whole board."""

    def __init__(self, width: int, height: int, strength: float) -> None:
        long = grain(width, height, 260, 3.2, 3)
        fine = grain(width, height, 90, 1.4, 4)
        broad = grain(width, height, 420, 34, 5)
        self._texture = (0.8 * long + 0.5 * fine + broad) * strength

    def of(self, base: Colour) -> Shade:
        """The shade of wood of this colour."""

        def shade(x: Plane, y: Plane, _distance: Plane) -> Plane:
            left, top = int(x[0, 0]), int(y[0, 0])
            part = self._texture[top : top + y.shape[0], left : left + x.shape[1]]
            return np.array(base, np.float32) * (1 + part[..., None])

        return shade


def _frame(image: PixelImage, layout: BoardLayout, palette: Palette, wood: _Wood) -> None:
    """Draw the frame and its shadow, but nothing inside it."""
    box, field = layout.frame, layout.field
    corner = min(0.22 * layout.unit, 14.0)
    outer = Box(box.left, box.top, box.right, box.bottom, corner)
    drop = max(3.0, 0.008 * layout.width)
    shadow = Box(box.left, box.top + drop, box.right, box.bottom + drop, corner)
    image.paint(Outline(shadow, 5 * drop), BLACK, 0.35, soft=3.5 * drop)
    base = rgb(palette.frame)
    image.paint(Outline(outer, field.left - box.left + 4), wood.of(base))
    image.paint(Outline(outer, 1.5), mix(base, WHITE, 0.35), 0.6)
    groove = Box(field.left - 2, field.top - 2, field.right + 2, field.bottom + 2, 3)
    image.paint(Outline(groove, 6), mix(base, BLACK, 0.55))


def _shadow_of_frame(image: PixelImage, layout: BoardLayout) -> None:
    """Draw the shadow of the raised frame on the field, with light from the upper left."""
    field, depth = layout.field, max(5, round(0.07 * layout.unit))
    for step in range(depth):
        opacity = 0.3 * (1 - step / depth) ** 2
        top, left = field.top + step, field.left + step
        image.paint(Box(field.left, top, field.right, top + 1), BLACK, opacity)
        image.paint(Box(left, field.top, left + 1, field.bottom), BLACK, 0.8 * opacity)


def _cell(
    image: PixelImage, layout: BoardLayout, place: SpotPlace, palette: Palette, wood: _Wood
) -> None:
    kind = place.spot.kind
    if kind == "square" and round(place.spot.x + place.spot.y) % 2:
        image.paint(place.box, wood.of(rgb(palette.second_field)))
    elif kind == "pit":
        _pit(image, place, palette)
    elif kind == "point" and not layout.geometry.lines:
        _groove(image, place, palette)


def pit_colour(palette: Palette, owner: int | None) -> Colour:
    """The colour of a pit, tinted if it belongs to a player."""
    base = rgb(palette.pit)
    return base if owner is None else mix(base, rgb(palette.marks[owner]), TINT)


def _pit(image: PixelImage, place: SpotPlace, palette: Palette) -> None:
    """Draw a hollow: dark below its upper edge, light at the lower one."""
    wide, high = 0.9 * place.half_width, 0.88 * place.half_height
    corner = 0.92 * min(wide, high)
    hole = Box(place.x - wide, place.y - high, place.x + wide, place.y + high, corner)
    lip = Box(hole.left - 1, hole.top, hole.right + 1, hole.bottom + 2, corner)
    image.paint(lip, mix(rgb(palette.field), WHITE, 0.45), 0.8, soft=2.0)
    base = pit_colour(palette, place.spot.owner)
    deep, shallow = mix(base, BLACK, 0.45), mix(base, WHITE, 0.16)
    depth = 0.45 * high

    def hollow(x: Plane, y: Plane, distance: Plane) -> Plane:
        height = np.clip((y - hole.top) / (2 * high), 0, 1) * np.ones_like(x)
        wall = np.clip(-distance / depth, 0, 1)
        light = 0.25 + 0.6 * height * (0.55 + 0.45 * wall) + 0.15 * wall
        return between(deep, shallow, light)

    image.paint(hole, hollow)
    image.paint(Outline(hole, 1.2), BLACK, 0.35)


def _groove(image: PixelImage, place: SpotPlace, palette: Palette) -> None:
    """Draw the groove of a stick, which is visible when the stick is taken."""
    high, wide = 0.66 * place.half_height, 0.3 * place.half_width
    base = rgb(palette.field)
    for shift, tint, opacity in ((1.2, WHITE, 0.35), (0.0, mix(base, BLACK, 0.4), 0.45)):
        line = Stroke(place.x, place.y - high + shift, place.x, place.y + high + shift, wide)
        image.paint(line, tint, opacity, soft=1.5)


def _lines(image: PixelImage, layout: BoardLayout, palette: Palette) -> None:
    """Draw dark engraved lines with some light at their lower edges; heavy ones on top."""
    for line in sorted(layout.geometry.lines, key=lambda each: each.heavy):
        _engrave(image, layout, line, palette)


def _engrave(image: PixelImage, layout: BoardLayout, line: Line, palette: Palette) -> None:
    has_heavy = any(each.heavy for each in layout.geometry.lines)
    thin = max(1.0, (0.022 if has_heavy else 0.028) * layout.unit)
    if not any(spot.kind == "square" for spot in layout.geometry.spots):
        thin = max(2.0, 0.055 * layout.unit)
    width = max(3.0, 0.085 * layout.unit) if line.heavy else thin
    (x1, y1), (x2, y2) = layout.point(line.x1, line.y1), layout.point(line.x2, line.y2)
    if any(spot.kind == "square" for spot in layout.geometry.spots):
        x1, y1, x2, y2 = _within(x1, y1, x2, y2, width / 2)
    ink = rgb(palette.line)
    opacity = 0.95 if line.heavy or not has_heavy else 0.55
    if not _is_edge(x1, y1, x2, y2, layout.field):
        image.paint(Stroke(x1 + 0.8, y1 + 1, x2 + 0.8, y2 + 1, width), WHITE, 0.22)
    image.paint(Stroke(x1, y1, x2, y2, width), ink, opacity)


def _within(
    x1: float, y1: float, x2: float, y2: float, by: float
) -> tuple[float, float, float, float]:
    """A line shortened by `by` at both ends, so that its round caps stay on the field."""
    length = max(np.hypot(x2 - x1, y2 - y1), 1e-6)
    dx, dy = (x2 - x1) / length * by, (y2 - y1) / length * by
    return x1 + dx, y1 + dy, x2 - dx, y2 - dy


def _is_edge(x1: float, y1: float, x2: float, y2: float, field: Box) -> bool:
    """Whether a line runs along the edge of the field."""
    upright = x1 == x2 and min(abs(x1 - field.left), abs(x1 - field.right)) < 1
    return upright or (y1 == y2 and min(abs(y1 - field.top), abs(y1 - field.bottom)) < 1)


def _points(image: PixelImage, layout: BoardLayout, palette: Palette) -> None:
    for place in layout.places.values():
        if place.spot.kind == "point":
            size = max(3.5, 0.115 * layout.unit)
            image.paint(Disc(place.x + 0.8, place.y + 1, size), WHITE, 0.3)
            image.paint(Disc(place.x, place.y, size), rgb(palette.line))
