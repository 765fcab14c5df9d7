"""The empty board: a frame, the field in it, lines, points and pits. One picture, drawn once."""

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
    Plane,
    Shade,
    Sheet,
    Stroke,
    between,
    colour,
    grain,
    mix,
)
from palamedes.ui.desktop.drawing.themes import Palette, Theme


def draw_ground(layout: BoardLayout, theme: Theme) -> Sheet:
    """The board without pieces, on the colour of the window."""
    sheet, palette = Sheet(layout.width, layout.height), theme.palette
    sheet.pixels[:] = (*colour(theme.chrome.window), 1.0)
    wood = _Wood(layout.width, layout.height, palette.grain)
    _frame(sheet, layout, palette, wood)
    sheet.paint(layout.field, wood.of(colour(palette.field)))
    for place in layout.places.values():
        _cell(sheet, layout, place, palette, wood)
    _shadow_of_frame(sheet, layout)
    _lines(sheet, layout, palette)
    if layout.geometry.lines:
        _points(sheet, layout, palette)
    return sheet


class _Wood:
    """Grain that runs along the whole board, the same under everything on it."""

    def __init__(self, width: int, height: int, strength: float) -> None:
        long = grain(width, height, 260, 3.2, 3)
        fine = grain(width, height, 90, 1.4, 4)
        broad = grain(width, height, 420, 34, 5)
        self._texture = (0.8 * long + 0.5 * fine + broad) * strength

    def of(self, base: Colour) -> Shade:
        """Wood of a colour."""

        def shade(x: Plane, y: Plane, _distance: Plane) -> Plane:
            left, top = int(x[0, 0]), int(y[0, 0])
            part = self._texture[top : top + y.shape[0], left : left + x.shape[1]]
            return np.array(base, np.float32) * (1 + part[..., None])

        return shade


def _frame(sheet: Sheet, layout: BoardLayout, palette: Palette, wood: _Wood) -> None:
    """A frame with its shadow; nothing is drawn where the field will be."""
    box, field = layout.frame, layout.field
    corner = min(0.22 * layout.unit, 14.0)
    outer = Box(box.left, box.top, box.right, box.bottom, corner)
    drop = max(3.0, 0.008 * layout.width)
    shadow = Box(box.left, box.top + drop, box.right, box.bottom + drop, corner)
    sheet.paint(Outline(shadow, 5 * drop), BLACK, 0.35, soft=3.5 * drop)
    base = colour(palette.frame)
    sheet.paint(Outline(outer, field.left - box.left + 4), wood.of(base))
    sheet.paint(Outline(outer, 1.5), mix(base, WHITE, 0.35), 0.6)
    groove = Box(field.left - 2, field.top - 2, field.right + 2, field.bottom + 2, 3)
    sheet.paint(Outline(groove, 6), mix(base, BLACK, 0.55))


def _shadow_of_frame(sheet: Sheet, layout: BoardLayout) -> None:
    """The frame stands a little higher than the field: its shadow falls from the upper left."""
    field, depth = layout.field, max(5, round(0.07 * layout.unit))
    for step in range(depth):
        opacity = 0.3 * (1 - step / depth) ** 2
        top, left = field.top + step, field.left + step
        sheet.paint(Box(field.left, top, field.right, top + 1), BLACK, opacity)
        sheet.paint(Box(left, field.top, left + 1, field.bottom), BLACK, 0.8 * opacity)


def _cell(
    sheet: Sheet, layout: BoardLayout, place: SpotPlace, palette: Palette, wood: _Wood
) -> None:
    kind = place.spot.kind
    if kind == "square" and round(place.spot.x + place.spot.y) % 2:
        sheet.paint(place.box, wood.of(colour(palette.second_field)))
    elif kind == "pit":
        _pit(sheet, place, palette)
    elif kind == "point" and not layout.geometry.lines:
        _groove(sheet, place, palette)


def _pit(sheet: Sheet, place: SpotPlace, palette: Palette) -> None:
    """A hollow: dark under its upper edge, with light on the lower one."""
    wide, high = 0.9 * place.half_width, 0.88 * place.half_height
    corner = 0.92 * min(wide, high)
    hole = Box(place.x - wide, place.y - high, place.x + wide, place.y + high, corner)
    lip = Box(hole.left - 1, hole.top, hole.right + 1, hole.bottom + 2, corner)
    sheet.paint(lip, mix(colour(palette.field), WHITE, 0.45), 0.8, soft=2.0)
    deep, shallow = mix(colour(palette.pit), BLACK, 0.45), mix(colour(palette.pit), WHITE, 0.16)
    depth = 0.45 * high

    def hollow(x: Plane, y: Plane, distance: Plane) -> Plane:
        height = np.clip((y - hole.top) / (2 * high), 0, 1) * np.ones_like(x)
        wall = np.clip(-distance / depth, 0, 1)
        light = 0.25 + 0.6 * height * (0.55 + 0.45 * wall) + 0.15 * wall
        return between(deep, shallow, light)

    sheet.paint(hole, hollow)
    sheet.paint(Outline(hole, 1.2), BLACK, 0.35)


def _groove(sheet: Sheet, place: SpotPlace, palette: Palette) -> None:
    """Where a stick lies: seen when it has gone."""
    high, wide = 0.66 * place.half_height, 0.3 * place.half_width
    base = colour(palette.field)
    for shift, tint, opacity in ((1.2, WHITE, 0.35), (0.0, mix(base, BLACK, 0.4), 0.45)):
        line = Stroke(place.x, place.y - high + shift, place.x, place.y + high + shift, wide)
        sheet.paint(line, tint, opacity, soft=1.5)


def _lines(sheet: Sheet, layout: BoardLayout, palette: Palette) -> None:
    """Engraved lines: dark, with a little light on their lower edge. Heavy ones lie over others."""
    for line in sorted(layout.geometry.lines, key=lambda each: each.heavy):
        _engrave(sheet, layout, line, palette)


def _engrave(sheet: Sheet, layout: BoardLayout, line: Line, palette: Palette) -> None:
    has_heavy = any(each.heavy for each in layout.geometry.lines)
    thin = max(1.0, (0.022 if has_heavy else 0.028) * layout.unit)
    if not any(spot.kind == "square" for spot in layout.geometry.spots):
        thin = max(2.0, 0.055 * layout.unit)
    width = max(3.0, 0.085 * layout.unit) if line.heavy else thin
    (x1, y1), (x2, y2) = layout.point(line.x1, line.y1), layout.point(line.x2, line.y2)
    if any(spot.kind == "square" for spot in layout.geometry.spots):
        x1, y1, x2, y2 = _within(x1, y1, x2, y2, width / 2)
    ink = colour(palette.line)
    opacity = 0.95 if line.heavy or not has_heavy else 0.55
    if not _is_edge(x1, y1, x2, y2, layout.field):
        sheet.paint(Stroke(x1 + 0.8, y1 + 1, x2 + 0.8, y2 + 1, width), WHITE, 0.22)
    sheet.paint(Stroke(x1, y1, x2, y2, width), ink, opacity)


def _within(
    x1: float, y1: float, x2: float, y2: float, by: float
) -> tuple[float, float, float, float]:
    """A line that ends earlier on both sides: its round ends stay on the field."""
    length = max(np.hypot(x2 - x1, y2 - y1), 1e-6)
    dx, dy = (x2 - x1) / length * by, (y2 - y1) / length * by
    return x1 + dx, y1 + dy, x2 - dx, y2 - dy


def _is_edge(x1: float, y1: float, x2: float, y2: float, field: Box) -> bool:
    """Whether a line runs along the edge of the field, where the frame begins."""
    upright = x1 == x2 and min(abs(x1 - field.left), abs(x1 - field.right)) < 1
    return upright or (y1 == y2 and min(abs(y1 - field.top), abs(y1 - field.bottom)) < 1)


def _points(sheet: Sheet, layout: BoardLayout, palette: Palette) -> None:
    for place in layout.places.values():
        if place.spot.kind == "point":
            size = max(3.5, 0.115 * layout.unit)
            sheet.paint(Disc(place.x + 0.8, place.y + 1, size), WHITE, 0.3)
            sheet.paint(Disc(place.x, place.y, size), colour(palette.line))
