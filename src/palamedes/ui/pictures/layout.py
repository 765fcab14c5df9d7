"""The layout of a board, worked out from its geometry in the units of the drawing.

`static/js/board/layout.js` of the web app has the same for boards that are played on. Buttons
are only for hands: pictures leave them out.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from palamedes.core.board import Geometry, Spot
from palamedes.ui.pictures.elements import UNIT, Attributes, number

GAP = 0.1 * UNIT  # around the frame


@dataclass(frozen=True)
class Place:
    """Where a spot lies, and half its size."""

    spot: Spot
    x: float
    y: float
    half_width: float
    half_height: float

    @property
    def radius(self) -> float:
        """The radius of a piece there."""
        return 0.74 * min(self.half_width, self.half_height)


@dataclass(frozen=True)
class Extent:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> "Extent":
        return Extent(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def attributes(self) -> dict[str, float]:
        return {"x": self.left, "y": self.top, "width": self.width, "height": self.height}


class Layout:
    """Where spots, field, frame and labels lie, and how large the whole board is."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.has_lines = bool(geometry.lines)
        self.places = {
            spot.name: _place(spot, geometry) for spot in geometry.spots if spot.kind != "button"
        }
        self.is_square = any(place.spot.kind == "square" for place in self.places.values())
        pad = 0 if self.is_square else (0.25 if self.has_lines else 0.12) * UNIT
        self.field = self._field().grown(pad)
        self.rim = 0.25 * UNIT + 0.03 * max(self.field.width, self.field.height)
        self.frame = self.field.grown(self.rim)
        self.whole = self.frame.grown(GAP)
        self.labels = [
            (label.text, *self._on_frame(label.x * UNIT, -label.y * UNIT))
            for label in geometry.labels
        ]

    def points(self, spots: Iterable[str]) -> list[Place]:
        """The places of those spots that are drawn."""
        return [self.places[name] for name in spots if name in self.places]

    def _field(self) -> Extent:
        places = self.places.values()
        xs = [place.x + side * place.half_width for place in places for side in (-1, 1)]
        ys = [place.y + side * place.half_height for place in places for side in (-1, 1)]
        for line in self.geometry.lines:
            xs += [line.x1 * UNIT, line.x2 * UNIT]
            ys += [-line.y1 * UNIT, -line.y2 * UNIT]
        return Extent(min(xs), min(ys), max(xs), max(ys))

    def _on_frame(self, x: float, y: float) -> tuple[float, float]:
        """Where a label is written: in the middle of the frame, if it lies outside the field."""
        field, near = self.field, 0.2 * UNIT
        if y <= field.top + near:
            y = field.top - self.rim / 2
        elif y >= field.bottom - near:
            y = field.bottom + self.rim / 2
        elif x <= field.left + near:
            x = field.left - self.rim / 2
        elif x >= field.right - near:
            x = field.right + self.rim / 2
        return x, y


def _place(spot: Spot, geometry: Geometry) -> Place:
    width, height = _half_size(spot.kind, geometry)
    return Place(spot, spot.x * UNIT, -spot.y * UNIT, width * UNIT, height * UNIT)


def _half_size(kind: str, geometry: Geometry) -> tuple[float, float]:
    """Half the size of spots of a kind: they reach half-way to their neighbours."""
    if kind == "square" or (kind == "point" and geometry.lines):
        return 0.5, 0.5
    same = [(spot.x, spot.y) for spot in geometry.spots if spot.kind == kind]
    across = _half_distance(same)
    if kind == "point":
        return across, 0.5
    return across, _half_distance([(y, x) for x, y in same])


def _half_distance(points: list[tuple[float, float]]) -> float:
    """Half the smallest distance between two points of the same row."""
    distances = [
        other[0] - one[0]
        for one in points
        for other in points
        if one[1] == other[1] and other[0] > one[0]
    ]
    return min(distances) / 2 if distances else 0.5


def outline(place: Place, has_lines: bool, scale: float) -> tuple[str, Attributes]:
    """The tag and attributes of the outline of a spot, in a size of its own."""
    if place.spot.kind == "point" and has_lines:
        return "circle", {"cx": place.x, "cy": place.y, "r": 0.45 * scale * UNIT}
    is_pit = place.spot.kind == "pit"
    width = (0.9 if is_pit else 1) * scale * place.half_width
    height = (0.88 if is_pit else 1) * scale * place.half_height
    corner = 0.9 * min(width, height) if is_pit else 10
    return "rect", {
        "x": place.x - width,
        "y": place.y - height,
        "width": 2 * width,
        "height": 2 * height,
        "rx": number(corner),
    }
