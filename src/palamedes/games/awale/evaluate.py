"""Awalé with seeds of three colours: the evaluations.

A hole with one or two seeds of any colours is weak: one more seed can get them captured. All lanes
of a word are handled at once, seven bits per lane.
"""

from typing import NamedTuple

from palamedes.core.bits import popcount
from palamedes.core.kernel import part
from palamedes.core.rules import compiled
from palamedes.games.awale.rules import ONES, filled, total_seeds

FEW_MOVES = 2


@part
def _weak(word):
    """A one in every lane with one or two seeds."""
    four_or_more = (word >> 2 & 31 * ONES) + 31 * ONES >> 5
    return (word ^ word >> 1) & ~four_or_more & ONES


@compiled
class AwaleFormula(NamedTuple):
    """The formula of the original project, each term own minus other.

    The player who is not to move counts the moves they would have. Seeds on the board count half,
    rounded towards zero so that both sides agree.
    """

    taken: int = 10  # for each seed taken
    weak: int = 3  # for each weak enemy hole
    mobility: int = 2  # for each move
    few: int = -10  # for two moves or fewer
    control: int = 1  # for two seeds in own holes

    def score(self, state, last):
        mine, others = state.mine(), state.others()
        moves, replies = state.move_count(), state.turned().move_count()
        seeds = total_seeds(mine) - total_seeds(others)
        return (
            self.taken * (state.my_score - state.other_score)
            + self.weak * (popcount(_weak(others)) - popcount(_weak(mine)))
            + self.mobility * (moves - replies)
            + self.few * ((moves <= FEW_MOVES) - (replies <= FEW_MOVES))
            + self.control * (seeds + (seeds < 0) >> 1)
        )


@part
def _chained(state, mine, others):
    """The number of pairs of neighbouring weak holes: one capture may take both."""
    first, second = (mine, others) if state.side == 0 else (others, mine)
    after_next = first >> 7 | first << 49
    return popcount(first & second) + popcount(second & after_next)


@part
def _side(weights, red, blue, clear):
    """The value of one side's holes to that side."""
    every = red + blue + clear
    return (
        weights.red * popcount(filled(red))
        + weights.blue * popcount(filled(blue))
        + weights.clear * popcount(filled(clear))
        + weights.empty * (8 - popcount(filled(every)))
        - weights.weak * popcount(_weak(every))
    )


@compiled
class AwaleTuned(NamedTuple):
    """Seeds taken, and own holes by their contents; own minus other.

    The side to move can capture weak holes of both sides, and more of them if they are neighbours.
    """

    taken: int = 150  # for each seed taken
    red: int = 90  # for each own hole with such seeds
    blue: int = 120
    clear: int = 140
    empty: int = -160
    weak: int = 220  # for each weak enemy hole
    chain: int = 60  # for the side to move, for each pair of weak neighbours

    def score(self, state, last):
        return (
            self.taken * (state.my_score - state.other_score)
            + _side(self, state.my_red, state.my_blue, state.my_clear)
            - _side(self, state.other_red, state.other_blue, state.other_clear)
            + self.chain * _chained(state, _weak(state.mine()), _weak(state.others()))
        )


EVALUATIONS = {"formula": AwaleFormula(), "tuned": AwaleTuned()}
