"""Nine men's morris: the evaluations.

Of a side's men they count:

    mills        lines with three men
    pairs        two-piece configurations: two men on a line whose third point is empty
    forks        three-piece configurations: two pairs that share a man
    doubles      double mills: two mills that share a man
    blocked      men without an empty point beside them; 0 for a side that flies
    mobility     steps, or flights, whatever they capture

Both sides place while any man is in hand; after that a side with three men flies, any other moves.
"""

from typing import NamedTuple

from palamedes.core.bits import popcount
from palamedes.core.kernel import part
from palamedes.core.rules import compiled
from palamedes.games.morris.rules import (
    BOARD,
    MIDDLES,
    NOBODY,
    anticlockwise,
    clockwise,
    closing_steps,
    mill_points,
    pairs,
    steps,
)

OUTER = 0x0000FF
FLYING = 3  # a side with this many men, or fewer, flies


@part
def _across(points):
    """The two other points of the line across the rings, for each middle."""
    return (points << 8 | points >> 8 | points << 16 | points >> 16) & MIDDLES


@part
def _mills(men):
    """The number of mills: each is counted at its middle on a ring, or at the outer ring across."""
    _, _, beside, across = pairs(men)
    return popcount(men & beside | (men & across & OUTER) << 24)


@part
def _doubles(men):
    """The number of men that stand in two mills."""
    ahead, behind, beside, across = pairs(men)
    return popcount(men & (ahead & behind | beside & across))


@part
def _pairs(men, empty):
    """The number of two-piece configurations."""
    ahead, behind, beside, across = pairs(men)
    return popcount((ahead | beside) & empty | ((behind | across) & empty) << 24)


@part
def _forks(men, empty):
    """The number of men that belong to two two-piece configurations."""
    ahead, behind, beside, across = pairs(men)
    # Sides of rings with a pair, at their first, second and third points.
    first = ahead & empty | anticlockwise(beside & empty | anticlockwise(behind & empty))
    second = clockwise(first)
    third = clockwise(second)
    return popcount(men & (first & third | second & _across(across & empty)))


@part
def _blocked(state, men, empty):
    """The number of men without an empty point beside them, 0 if they may fly."""
    if state.hand == 0 and popcount(men) <= FLYING:
        return 0
    rings = clockwise(empty) | anticlockwise(empty)
    return popcount(men & ~(rings | (empty << 8 | empty >> 8) & MIDDLES))


@part
def _mobility(men, empty):
    """The number of steps, or of flights."""
    if popcount(men) <= FLYING:
        return popcount(men) * popcount(empty)
    return popcount(steps(men, empty))


@compiled
class MorrisNaive(NamedTuple):
    """The original naive one: men on the board and pairs, own minus other.

    Pairs weigh more against a side with fewer than four men on the board.
    """

    man: int = 1
    pair: int = 3
    pair_against_few: int = 6

    def score(self, state, last):
        empty = BOARD & ~(state.me | state.other)
        mine, others = popcount(state.me), popcount(state.other)
        my_pairs, other_pairs = _pairs(state.me, empty), _pairs(state.other, empty)
        return (
            self.man * (mine - others)
            + (self.pair_against_few if others < 4 else self.pair) * my_pairs
            - (self.pair_against_few if mine < 4 else self.pair) * other_pairs
        )


@part
def _advanced_side(weights, state, men, enemies, empty):
    """One side's part of the advanced evaluation."""
    value = (
        weights.man * popcount(men)
        + weights.mill * _mills(men)
        + weights.pair * _pairs(men, empty)
        + weights.blocked * _blocked(state, enemies, empty)
    )
    return value if state.hand else value + weights.mobility * _mobility(men, empty)


@compiled
class MorrisAdvanced(NamedTuple):
    """The original advanced one, own minus other; mobility counts once all men are placed."""

    man: int = 10
    mill: int = 25
    pair: int = 8
    mobility: int = 2
    blocked: int = 3  # for each enemy man

    def score(self, state, last):
        empty = BOARD & ~(state.me | state.other)
        mine = _advanced_side(self, state, state.me, state.other, empty)
        return mine - _advanced_side(self, state, state.other, state.me, empty)


@part
def _beaten(men, empty):
    """Whether a side that has placed all its men has too few, or cannot move."""
    return popcount(men) < 3 or (popcount(men) > FLYING and steps(men, empty) == 0)


@part
def _expert_side(weights, state, men, enemies, empty, closed):
    """One side's part of the expert evaluation, by its own phase."""
    if state.hand:
        return (
            weights.placing_closed * closed
            + weights.placing_mill * _mills(men)
            + weights.placing_blocked * _blocked(state, enemies, empty)
            + weights.placing_man * popcount(men)
            + weights.placing_pair * _pairs(men, empty)
            + weights.placing_fork * _forks(men, empty)
        )
    if popcount(men) > FLYING:
        return (
            weights.moving_closed * closed
            + weights.moving_mill * _mills(men)
            + weights.moving_blocked * _blocked(state, enemies, empty)
            + weights.moving_man * popcount(men)
            + weights.moving_double * _doubles(men)
            + weights.moving_win * _beaten(enemies, empty)
        )
    return (
        weights.flying_pair * _pairs(men, empty)
        + weights.flying_fork * _forks(men, empty)
        + weights.flying_closed * closed
        + weights.flying_win * _beaten(enemies, empty)
    )


@compiled
class MorrisExpert(NamedTuple):
    """The published weights that the original expert one cites, own minus other.

    Each side is counted by its own phase. A mill just closed is a capture by the last move, and
    counts for the side that made it. A side wins if the other has fewer than three men or cannot
    move.
    """

    placing_closed: int = 18
    placing_mill: int = 26
    placing_blocked: int = 1  # for each enemy man
    placing_man: int = 9
    placing_pair: int = 10
    placing_fork: int = 7
    moving_closed: int = 14
    moving_mill: int = 43
    moving_blocked: int = 10
    moving_man: int = 11
    moving_double: int = 8
    moving_win: int = 1086
    flying_pair: int = 10
    flying_fork: int = 1
    flying_closed: int = 16
    flying_win: int = 1190

    def score(self, state, last):
        empty = BOARD & ~(state.me | state.other)
        closed = last >= 0 and last & 31 != NOBODY
        mine = _expert_side(self, state, state.me, state.other, empty, 0)
        return mine - _expert_side(self, state, state.other, state.me, empty, int(closed))


@part
def _tuned_side(weights, state, men, hand, enemies, empty):
    """One side's part of the tuned evaluation, by its own phase."""
    if state.hand:
        return (
            weights.placing_man * (popcount(men) + hand)
            + weights.placing_mill * _mills(men)
            + weights.placing_pair * _pairs(men, empty)
            + weights.placing_fork * _forks(men, empty)
            + weights.placing_mobility * popcount(steps(men, empty))
            + weights.placing_blocked * _blocked(state, enemies, empty)
        )
    if popcount(men) > FLYING:
        return (
            weights.moving_man * popcount(men)
            + weights.moving_mill * _mills(men)
            + weights.moving_double * _doubles(men)
            + weights.moving_pair * _pairs(men, empty)
            + weights.moving_closing * popcount(steps(men, empty) & closing_steps(men))
            + weights.moving_mobility * popcount(steps(men, empty))
            + weights.moving_blocked * _blocked(state, enemies, empty)
        )
    return weights.flying + weights.flying_pair * _pairs(men, empty)


@part
def _can_close(state, empty):
    """Whether the side to move can close a mill at once."""
    if state.hand == 0 and popcount(state.me) > FLYING:
        return steps(state.me, empty) & closing_steps(state.me) != 0
    return mill_points(state.me) & empty != 0


@compiled
class MorrisTuned(NamedTuple):
    """Men, mills, pairs and freedom, own minus other, each side by its own phase."""

    placing_man: int = 47  # on the board or in hand
    placing_mill: int = 47
    placing_pair: int = 16
    placing_fork: int = 32
    placing_mobility: int = 13  # for each step that would be possible
    placing_blocked: int = 17  # for each enemy man
    moving_man: int = 55
    moving_mill: int = 64
    moving_double: int = 2
    moving_pair: int = 13
    moving_closing: int = 34  # for each step that closes a mill
    moving_mobility: int = 5
    moving_blocked: int = 19
    flying: int = 188  # for a side that flies
    flying_pair: int = 13
    strike: int = 49  # for the side to move, if it can close a mill

    def score(self, state, last):
        empty = BOARD & ~(state.me | state.other)
        my_hand, hand = state.hand + 1 >> 1, state.hand >> 1
        mine = _tuned_side(self, state, state.me, my_hand, state.other, empty)
        others = _tuned_side(self, state, state.other, hand, state.me, empty)
        return mine - others + self.strike * _can_close(state, empty)


EVALUATIONS = {
    "naive": MorrisNaive(),
    "advanced": MorrisAdvanced(),
    "expert": MorrisExpert(),
    "tuned": MorrisTuned(),
}
