"""Connect Four: the evaluations. A line is four squares in a row, column or diagonal."""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import popcount
from palamedes.core.rules import compiled
from palamedes_connect4.rules import BOARD, COLUMN, HEIGHT, STEPS, WIDTH


def _lines() -> np.ndarray:
    """The squares of each line."""
    squares = [COLUMN * column + rank for column in range(WIDTH) for rank in range(HEIGHT)]
    words = [
        sum(1 << first + step * each for each in range(4)) for first in squares for step in STEPS
    ]
    return np.array([word for word in words if word & ~BOARD == 0], np.int64)


LINES = _lines()


@compiled
class Connect4Lines(NamedTuple):
    """Lines without an enemy piece, by the number of own ones; own minus other."""

    one: int = 1
    two: int = 8
    three: int = 40

    def score(self, state, last):
        total = 0
        for line in LINES:
            mine, others = popcount(state.me & line), popcount(state.other & line)
            if mine * others == 0:
                total += (mine == 3) * self.three + (mine == 2) * self.two + (mine == 1) * self.one
                total -= (others == 3) * self.three + (others == 2) * self.two
                total -= (others == 1) * self.one
        return total


@compiled
class Connect4Threats(NamedTuple):
    """Nothing but lines of which a single square is missing."""

    threat: int = 40

    def score(self, state, last):
        total = 0
        for line in LINES:
            mine, others = popcount(state.me & line), popcount(state.other & line)
            total += (mine == 3 and others == 0) - (others == 3 and mine == 0)
        return self.threat * total


EVALUATIONS = {"tuned": Connect4Lines()}  # searches use `tuned` unless another is named
THREATS = Connect4Threats()  # an entry point adds it, as to somebody else's game
