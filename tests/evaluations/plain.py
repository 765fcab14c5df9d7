"""What the plain evaluations share."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from palamedes.core.position import Position

# By the name of a weight, how often it counts for the side to move: own minus other, mostly.
Counts: TypeAlias = dict[str, int]
# The counts of a position, and of the move that led to it in notation, None if there is none.
Plain: TypeAlias = Callable[[Position, str | None], Counts]


class Worked(NamedTuple):
    """What is worked out by hand for a position, after `move` if there is one.

    That is the value, or, where weights are to be tuned, the counts that are not 0.
    """

    evaluation: str
    game: str
    position: str
    value: int | Counts
    move: str | None = None


def owned(position: Position) -> tuple[set[str], set[str]]:
    """The spots with a piece of the player to move, and those with one of the other."""
    owners = {name: piece.owner for name, (piece,) in position.board().pieces.items()}
    mine = {name for name, owner in owners.items() if owner == position.turn}
    return mine, set(owners) - mine


def difference(mine: Counts, others: Counts) -> Counts:
    return {name: mine.get(name, 0) - others.get(name, 0) for name in {**mine, **others}}
