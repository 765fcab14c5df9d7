"""From board coordinates to rows and columns of characters, within a given width if possible."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor

from palamedes.core.board import Geometry, Spot
from palamedes.ui.terminal.canvas import Cell

# For each unit of board coordinates, where there is enough width:
ROWS = 2
COLUMNS = 4
PIT_COLUMNS = 9  # the text `10R9B12T` and a wall
COUNT_COLUMNS = 8  # kept free to the right of loose rows, for the number of things in the row


class BoardScale:
    """The scale of one board: the comfortable one, or what the width allows.

    spot_distance: board units from a spot to the nearest one in its row.
    spacing: the same distance in columns, rounded down.
    last_column: the last column for spots. Some spots lie beyond it where they stand as close
        together as they can and are still too many for the width.
    """

    def __init__(self, geometry: Geometry, longest: int, width: int) -> None:
        """`longest` is the length of the longest text on a spot, `width` the columns to use."""
        self.spots = [spot for spot in geometry.spots if spot.kind != "button"]
        self.spot_distance = _least_distance(self.spots)
        pits = any(spot.kind == "pit" for spot in self.spots)
        comfortable = PIT_COLUMNS if pits else COLUMNS * self.spot_distance
        loose = not pits and not geometry.lines
        least = longest if pits or loose else longest + 1
        xs = list(self._xs(geometry))
        most = width - (COUNT_COLUMNS if loose else 1)
        fitting = most * self.spot_distance / (max(xs) - min(xs) or 1)
        self.spacing = max(least, floor(min(comfortable, fitting)))
        self._columns_per_unit = self.spacing / self.spot_distance
        left, right = self.column(min(xs)), self.column(max(xs))
        self.last_column = min(right, left + most) if loose else right

    def column(self, x: float) -> int:
        return floor(0.5 + x * self._columns_per_unit)

    def cell(self, x: float, y: float) -> Cell:
        return floor(0.5 - y * ROWS), self.column(x)

    def _xs(self, geometry: Geometry) -> Iterator[float]:
        """The x coordinates of everything that is drawn."""
        for spot in self.spots:
            half = self.spot_distance / 2 if spot.kind == "pit" else 0
            yield from (spot.x - half, spot.x + half)
        yield from (label.x for label in geometry.labels)
        yield from (x for line in geometry.lines for x in (line.x1, line.x2))


def _least_distance(spots: Sequence[Spot]) -> float:
    places = sorted((spot.y, spot.x) for spot in spots)
    gaps = [x2 - x1 for (y1, x1), (y2, x2) in pairwise(places) if y1 == y2 and x1 < x2]
    return min(gaps, default=1)
