"""Perft: counting move sequences, the classic check of a move generator."""

from collections.abc import Iterator
from numbers import Integral

from palamedes.core.errors import PalamedesError
from palamedes.core.kernel import kernel
from palamedes.core.language import _
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import move_list

DEEPEST = 100  # each ply of the recursion takes about 2 kB of stack


@kernel
def count_sequences(state, depth):
    """The number of legal sequences of exactly `depth` moves; the last move is not played."""
    if depth == 0:
        return 1
    if state.outcome() != ONGOING:
        return 0
    if depth == 1:
        return state.move_count()
    moves = move_list()
    total = 0
    for i in range(state.moves(moves)):
        child = state.play(moves[i])
        if depth > 2:
            total += count_sequences(child, depth - 1)
        elif child.outcome() == ONGOING:  # recursion would cost more than the rest
            total += child.move_count()
    return total


def perft(position: Position | Match, depth: int) -> int:
    """The number of legal sequences of exactly `depth` moves; history rules play no part."""
    _check_depth(depth)
    return int(count_sequences(position_of(position).state, int(depth)))


def divide(position: Position | Match, depth: int) -> Iterator[tuple[str, int]]:
    """The perft of each move of `position`, one after the other; their sum is the perft."""
    _check_depth(depth)
    here = position_of(position)
    for move in here.moves if depth > 0 else ():
        yield move, perft(here.play(move), depth - 1)


def _check_depth(depth: int) -> None:
    if not isinstance(depth, Integral) or not 0 <= depth <= DEEPEST:
        raise PalamedesError(_("the depth must be from 0 to {deepest}").format(deepest=DEEPEST))
