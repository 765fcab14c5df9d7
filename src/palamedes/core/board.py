"""A board as data: what every front end draws, without knowing a rule.

Coordinates have x to the right and y upwards; neighbouring squares are 1 apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Spot:
    """A place a hand can touch."""

    name: str
    x: float
    y: float
    kind: Literal["square", "point", "pit", "button"] = "square"


@dataclass(frozen=True)
class Line:
    """A line printed on the board, straight from (x1, y1) to (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float
    heavy: bool = False


@dataclass(frozen=True)
class Label:
    """A text printed on the board, such as the name of a file."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Zone:
    """Spots that matter in the strategy of a game. The title is for `_`.

    Whoever has pieces there holds a part of it; a zone of an owner holds what lies there for him.
    """

    title: str
    spots: frozenset[str]
    owner: int | None = None


@dataclass(frozen=True)
class Geometry:
    """The empty board, the same in every position of a game."""

    spots: tuple[Spot, ...]
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    zones: tuple[Zone, ...] = ()


@dataclass(frozen=True)
class Piece:
    """What stands on a spot: `count` things of one kind, of a player (0 or 1) or of nobody."""

    kind: Literal["disc", "mark", "red", "blue", "clear", "stick"]
    owner: int | None = None
    count: int = 1


@dataclass(frozen=True)
class Counter:
    """A number beside the board: pieces in hand, seeds taken. The label is for `_`."""

    owner: int
    label: str
    value: int


@dataclass(frozen=True)
class Region:
    """A rectangle over the board: won by a player, drawn, or lit because one must play there."""

    kind: Literal["won", "drawn", "lit"]
    x1: float
    y1: float
    x2: float
    y2: float
    owner: int | None = None

    def covers(self, spot: Spot) -> bool:
        return self.x1 <= spot.x <= self.x2 and self.y1 <= spot.y <= self.y2


@dataclass(frozen=True)
class Board:
    """One position as it looks."""

    geometry: Geometry
    pieces: Mapping[str, tuple[Piece, ...]]  # by the name of the spot
    turn: int  # the player to move
    counters: tuple[Counter, ...] = ()
    regions: tuple[Region, ...] = ()
    last: tuple[str, ...] = field(default=())  # the spots the last move touched

    def owners(self) -> dict[str, int]:
        """The player whose piece stands on each spot where one does."""
        return {
            spot: piece.owner
            for spot, stack in self.pieces.items()
            for piece in stack
            if piece.owner is not None
        }

    def counter(self, player: int, label: str) -> int:
        """The number with a label beside a player, 0 if there is none."""
        found = [
            each.value for each in self.counters if (each.owner, each.label) == (player, label)
        ]
        return found[0] if found else 0
