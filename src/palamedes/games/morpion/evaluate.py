"""Morpion: the evaluations.

A line is a row, a column or a main diagonal. It is open to a player while no enemy piece stands on
it.
"""

from typing import NamedTuple

from palamedes.core.bits import popcount
from palamedes.core.kernel import part
from palamedes.core.rules import compiled


@compiled
class MorpionCubes(NamedTuple):
    """The original best-first value: it looks at nothing but the move just made.

    It is the sum of (own - other)^3 over the lines through the target, for the player who moved.
    Own and other are the pieces on the line before the piece arrives; one that is moved has left
    its origin already.
    """

    line: int = 1

    def score(self, state, last):
        if last < 0:
            return 0
        target = last & 63
        mover = state.other & ~(1 << target)
        value = 0
        for line in state.LINES:
            ahead = popcount(mover & line) - popcount(state.me & line)
            value += (line >> target & 1) * ahead * ahead * ahead
        return -self.line * value


@compiled
class MorpionTrivial(NamedTuple):
    """Open lines one own piece short of a win, own minus other.

    That is N - 1 own pieces, for beginners N - 2: with N - 1 they have won.
    """

    line: int = 1

    def score(self, state, last):
        lines = 0
        for line in state.LINES:
            mine, others = popcount(state.me & line), popcount(state.other & line)
            if others == 0 and mine == state.NEEDED - 1:
                lines += 1
            elif mine == 0 and others == state.NEEDED - 1:
                lines -= 1
        return self.line * lines


@compiled
class MorpionOpen(NamedTuple):
    """Lines still open to me minus lines still open to the other: the original minimax."""

    line: int = 1

    def score(self, state, last):
        lines = 0
        for line in state.LINES:
            lines += (state.other & line == 0) - (state.me & line == 0)
        return self.line * lines


@part
def _promise(weights, state, own, other):
    """The value of a line with `own` and `other` pieces to the player who has `own`."""
    if other > state.SIZE - state.NEEDED:
        return 0
    short = state.NEEDED - own
    if short <= 1:
        return weights.one_short
    if short == 2:
        return weights.two_short
    return weights.three_short if short == 3 else weights.further


@compiled
class MorpionTuned(NamedTuple):
    """Lines that can still be won, by the number of own pieces missing; own minus other.

    A line of the beginners' game can be won despite one enemy piece. The side to move wins at once
    with a line one piece short: a piece in hand, or one from off the line, goes there.
    """

    one_short: int = 30
    two_short: int = 8
    three_short: int = 3
    further: int = 1
    square: int = 2  # for each line through the square of a piece
    strike: int = 500  # for the side to move, if it has a line one piece short

    def score(self, state, last):
        total = strike = 0
        for line in state.LINES:
            mine, others = popcount(state.me & line), popcount(state.other & line)
            total += _promise(self, state, mine, others) - _promise(self, state, others, mine)
            total += self.square * (mine - others)
            strike |= mine >= state.NEEDED - 1 and others <= state.SIZE - state.NEEDED
        return total + self.strike * strike


EVALUATIONS = {
    "cubes": MorpionCubes(),
    "trivial": MorpionTrivial(),
    "open": MorpionOpen(),
    "tuned": MorpionTuned(),
}
