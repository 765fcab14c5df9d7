"""A board as data: what every front end draws without knowing the rules.

Coordinates have x to the right and y upwards; neighbouring squares are 1 apart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias


@dataclass(frozen=True)
class Piece:
    """`count` pieces of one kind on a spot; they belong to a player (0 or 1), or to neither."""

    kind: Literal["disc", "mark", "red", "blue", "clear", "stick"]
    owner: int | None = None
    count: int = 1


Stack: TypeAlias = tuple[Piece, ...]  # the pieces on a spot


@dataclass(frozen=True)
class Spot:
    """A place that a player can touch. A button shows the pieces on its `face`, in that order."""

    name: str
    x: float
    y: float
    kind: Literal["square", "point", "pit", "button"] = "square"
    owner: int | None = None  # the player it belongs to
    face: Stack = ()


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
    """Spots that matter for the strategy of a game, for the statistics. The title is for `_`.

    A player holds the spots of a zone where their pieces stand. A zone with an owner counts only
    for that player, by the pieces that lie there.
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
class Counter:
    """A number beside the board: pieces in hand, seeds taken. The label is for `_`."""

    owner: int
    label: str
    value: int


@dataclass(frozen=True)
class Region:
    """A rectangle over the board: won by a player, drawn, or lit if the next move must go there."""

    kind: Literal["won", "drawn", "lit"]
    x1: float
    y1: float
    x2: float
    y2: float
    owner: int | None = None

    def covers(self, spot: Spot) -> bool:
        return self.x1 <= spot.x <= self.x2 and self.y1 <= spot.y <= self.y2


@dataclass(frozen=True)
class Transfer:
    """Pieces of one kind that go from spot to spot during a move, such as a seed that is sown.

    Without an origin they come onto the board, without a target they leave it.
    """

    piece: Piece
    origin: str | None
    target: str | None


def transferred(pieces: Mapping[str, Stack], transfers: Iterable[Transfer]) -> dict[str, Stack]:
    """The pieces on each spot that has any, after some transfers."""
    changed: dict[str, dict[tuple[Any, int | None], int]] = {}  # the counts on spots that change
    for transfer in transfers:
        kind = transfer.piece.kind, transfer.piece.owner
        for spot, sign in ((transfer.origin, -1), (transfer.target, 1)):
            if spot is not None:
                if spot not in changed:
                    changed[spot] = {(e.kind, e.owner): e.count for e in pieces.get(spot, ())}
                counts = changed[spot]
                counts[kind] = counts.get(kind, 0) + sign * transfer.piece.count
    stacks = {
        spot: tuple(Piece(*kind, count) for kind, count in counts.items() if count)
        for spot, counts in changed.items()
    }
    return {spot: stack for spot, stack in {**pieces, **stacks}.items() if stack}


@dataclass(frozen=True)
class Board:
    """A position as it is drawn.

    What the last move has done is known only where the moves are: whatever draws a match adds it.
    """

    geometry: Geometry
    pieces: Mapping[str, Stack]  # by the name of the spot
    turn: int  # the player to move
    counters: tuple[Counter, ...] = ()
    regions: tuple[Region, ...] = ()
    last: tuple[str, ...] = ()  # the spots the last move touched
    ended: tuple[str, ...] = ()  # the spots that show why the game is over
    transfers: tuple[Transfer, ...] = ()  # of the last move, in order, if the game tells them
    formed: tuple[str, ...] = ()  # spots of what the last move completed, such as a mill
    covered: Mapping[str, Stack] = field(default_factory=dict)  # pieces under closed regions

    def owners(self) -> dict[str, int]:
        """The owner of the piece on each spot, where there is one."""
        return {
            spot: piece.owner
            for spot, stack in self.pieces.items()
            for piece in stack
            if piece.owner is not None
        }

    def counter(self, player: int, label: str) -> int:
        """The value of a player's counter with this label, 0 if not found."""
        found = [
            each.value for each in self.counters if (each.owner, each.label) == (player, label)
        ]
        return found[0] if found else 0
