"""Where the coordinates of a board lie on a canvas that should not be too wide."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor

from palamedes.core.board import Geometry, Spot
from palamedes.ui.terminal.canvas import Cell

ROWS = 2  # a unit of board coordinates
COLUMNS = 4
PIT_COLUMNS = 9  # room for `10R9B12T` and a wall
COUNT_COLUMNS = 8  # kept free behind rows of things without lines, which are counted


class BoardScale:
    """The scale for one board: comfortable, or what the width leaves of it.

    distance: board coordinates from a spot to the nearest one in its row.
    room: the same in columns, a whole number.
    edge: the last column for spots. Where they stand as close as they can and are still too many,
    some lie beyond it.
    """

    def __init__(self, geometry: Geometry, longest: int, width: int) -> None:
        """For texts of at most `longest` characters on the spots, in so many columns."""
        self.spots = [spot for spot in geometry.spots if spot.kind != "button"]
        self.distance = _least_distance(self.spots)
        pits = any(spot.kind == "pit" for spot in self.spots)
        comfortable = PIT_COLUMNS if pits else COLUMNS * self.distance
        loose = not pits and not geometry.lines
        least = longest if pits or loose else longest + 1
        xs = list(self._xs(geometry))
        most = width - (COUNT_COLUMNS if loose else 1)
        fitting = most * self.distance / (max(xs) - min(xs) or 1)
        self.room = max(least, floor(min(comfortable, fitting)))
        self.scale = self.room / self.distance
        left, right = self.column(min(xs)), self.column(max(xs))
        self.edge = min(right, left + most) if loose else right

    def column(self, x: float) -> int:
        return floor(0.5 + x * self.scale)

    def cell(self, x: float, y: float) -> Cell:
        return floor(0.5 - y * ROWS), self.column(x)

    def _xs(self, geometry: Geometry) -> Iterator[float]:
        """From where to where the board reaches."""
        for spot in self.spots:
            half = self.distance / 2 if spot.kind == "pit" else 0
            yield from (spot.x - half, spot.x + half)
        yield from (label.x for label in geometry.labels)
        yield from (x for line in geometry.lines for x in (line.x1, line.x2))


def _least_distance(spots: Sequence[Spot]) -> float:
    places = sorted((spot.y, spot.x) for spot in spots)
    gaps = [x2 - x1 for (y1, x1), (y2, x2) in pairwise(places) if y1 == y2 and x1 < x2]
    return min(gaps, default=1)
