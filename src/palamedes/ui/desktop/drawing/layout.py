"""The layout of a board in a window: from board coordinates to pixels and back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from palamedes.core.board import Geometry, Label, Region, Spot
from palamedes.ui.desktop.drawing.pixels import Box

# In board units:
LEAST_BAND, MOST_BAND = 0.28, 0.6  # the width of the frame
MARGIN = 0.25  # of the field around points and pits
GAP = 0.22  # between the frame and the buttons outside it
BUTTON = 0.46  # half the height of a button
# Long rows of loose points are stretched upwards, until the height is this share of the width:
FLATTEST = 0.45
HIGHEST = 6.0  # but at most by this factor
DEEPEST = 1.3  # the same for pits, where there is room
NEAR = 1e-6

Extent = tuple[float, float, float, float]  # left, bottom, right, top


@dataclass(frozen=True)
class SpotPlace:
    """A spot in pixels: its middle, and half its width and height."""

    spot: Spot
    x: float
    y: float
    half_width: float
    half_height: float

    @property
    def box(self) -> Box:
        return Box(
            self.x - self.half_width,
            self.y - self.half_height,
            self.x + self.half_width,
            self.y + self.half_height,
        )

    def contains(self, x: float, y: float) -> bool:
        return abs(x - self.x) <= self.half_width and abs(y - self.y) <= self.half_height


class BoardLayout:
    """A board fitted into `width` by `height` pixels."""

    def __init__(self, geometry: Geometry, width: int, height: int) -> None:
        self.geometry = geometry
        self.width, self.height = width, height
        cells = {spot.name: _half(spot, geometry.spots) for spot in geometry.spots}
        field = _field(geometry.spots, cells)
        self.band = _clamp(
            0.055 * max(field[2] - field[0], field[3] - field[1]), LEAST_BAND, MOST_BAND
        )
        frame = _grown(field, self.band)
        moved = {spot.name: _beside(spot, frame) for spot in geometry.spots}
        self._fit(_union([frame, *(_cell(moved[name], cells[name]) for name in cells)]))
        self.field = self._box(field)
        edge = self.band * self.unit
        self.frame = Box(
            self.field.left - edge,
            self.field.top - edge,
            self.field.right + edge,
            self.field.bottom + edge,
        )
        self.places = {
            spot.name: SpotPlace(
                spot,
                *self.point(*moved[spot.name]),
                cells[spot.name][0] * self.unit,
                cells[spot.name][1] * self.rise,
            )
            for spot in geometry.spots
        }
        self.labels = [
            (label.text, *self.point(*_printed(label, field, self.band, self.unit / self.rise)))
            for label in geometry.labels
        ]
        near = [min(cells[s.name]) for s in geometry.spots if s.kind != "button"]
        self.radius = 0.78 * min(near, default=0.5) * self.unit  # of a piece

    def _fit(self, extent: Extent) -> None:
        """Set the pixels of a unit across and up: they differ for loose points and for pits."""
        left, bottom, right, top = extent
        edge = 0.03 * min(self.width, self.height) + 4
        across = (self.width - 2 * edge) / (right - left)
        up = (self.height - 2 * edge) / (top - bottom)
        self.unit = max(min(across, up), 1.0)
        is_loose = not self.geometry.lines and all(s.kind == "point" for s in self.geometry.spots)
        wanted = min(up, FLATTEST * (right - left) / (top - bottom) * self.unit)
        self.rise = _clamp(wanted, self.unit, HIGHEST * self.unit) if is_loose else self.unit
        if all(s.kind in ("pit", "button") for s in self.geometry.spots):
            self.rise = _clamp(up, self.unit, DEEPEST * self.unit)
        self._left = (self.width - (left + right) * self.unit) / 2
        self._top = (self.height + (top + bottom) * self.rise) / 2

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The pixel at board coordinates, in which y goes up."""
        return self._left + x * self.unit, self._top - y * self.rise

    def _box(self, extent: Extent) -> Box:
        left, bottom = self.point(extent[0], extent[1])
        right, top = self.point(extent[2], extent[3])
        return Box(left, top, right, bottom)

    def region(self, region: Region) -> Box:
        return self._box((region.x1, region.y1, region.x2, region.y2))

    def spot_at(self, x: float, y: float) -> str | None:
        """The spot at a pixel, the nearest one if cells overlap; None outside all cells."""
        inside = [place for place in self.places.values() if place.contains(x, y)]
        near = min(inside, key=lambda place: (place.x - x) ** 2 + (place.y - y) ** 2, default=None)
        return None if near is None else near.spot.name

    def neighbour(self, name: str, dx: int, dy: int) -> str:
        """The next spot to the right (dx 1) or down (dy 1); the same spot at the edge."""
        here = self.places[name]
        best, shortest = name, float("inf")
        for place in self.places.values():
            along = (place.x - here.x) * dx + (place.y - here.y) * dy
            aside = abs((place.x - here.x) * dy) + abs((place.y - here.y) * dx)
            if along > NEAR and along + 2.5 * aside < shortest and along >= 0.4 * aside:
                best, shortest = place.spot.name, along + 2.5 * aside
        return best


def _half(spot: Spot, spots: Sequence[Spot]) -> tuple[float, float]:
    """Half the width and height of a spot's cell, which reaches halfway to its neighbours."""
    alike = [other for other in spots if other.kind == spot.kind]
    across = _pitch(alike, lambda each: (each.y, each.x))
    if spot.kind == "button":
        return 0.44 * across, BUTTON
    return across / 2, _pitch(alike, lambda each: (each.x, each.y)) / 2


def _pitch(spots: Iterable[Spot], key: Callable[[Spot], tuple[float, float]]) -> float:
    """The least distance between two spots whose keys agree in their first part."""
    ordered = sorted(map(key, spots))
    gaps = [
        after[1] - before[1]
        for before, after in pairwise(ordered)
        if abs(after[0] - before[0]) < NEAR and after[1] - before[1] > NEAR
    ]
    return min(gaps, default=1.0)


def _field(spots: Sequence[Spot], cells: dict[str, tuple[float, float]]) -> Extent:
    """The extent of all spots but buttons."""
    lying = [spot for spot in spots if spot.kind != "button"] or list(spots)
    field = _union([_cell((spot.x, spot.y), cells[spot.name]) for spot in lying])
    has_points = any(spot.kind in ("point", "pit") for spot in lying)
    return _grown(field, MARGIN) if has_points else field


def _cell(middle: tuple[float, float], half: tuple[float, float]) -> Extent:
    return middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]


def _union(extents: Sequence[Extent]) -> Extent:
    left, bottom, right, top = zip(*extents, strict=True)
    return min(left), min(bottom), max(right), max(top)


def _grown(extent: Extent, by: float) -> Extent:
    return extent[0] - by, extent[1] - by, extent[2] + by, extent[3] + by


def _beside(spot: Spot, frame: Extent) -> tuple[float, float]:
    """The place of a spot; a button is moved away from the frame."""
    x, y = spot.x, spot.y
    if spot.kind != "button":
        return x, y
    room = BUTTON + GAP
    if y < (frame[1] + frame[3]) / 2:
        return x, min(y, frame[1] - room)
    return x, max(y, frame[3] + room)


def _printed(label: Label, field: Extent, band: float, flat: float) -> tuple[float, float]:
    """The place of a label; one outside the field is put in the middle of the frame.

    The frame is not stretched upwards: it is `flat` times as high as wide.
    """
    left, bottom, right, top = field
    x, y = label.x, label.y
    outside = 0.3  # pits reach nearly to their labels
    if y <= bottom + outside:
        y = bottom - flat * band / 2
    elif y >= top - outside:
        y = top + flat * band / 2
    if x <= left + outside / 2:
        x = left - band / 2
    elif x >= right - outside / 2:
        x = right + band / 2
    return x, y


def _clamp(value: float, least: float, most: float) -> float:
    return max(least, min(value, most))
