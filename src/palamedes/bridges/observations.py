"""What a learning program sees of a position: its state as a row of small numbers.

A state is seen from the side to move: its own pieces come first, whoever it is. Each field of the
state is cut into numbers as `FIELD_SHAPES` says, the lowest bits first: a bit for each square,
seven bits for the seeds in each hole. Nothing is lost: the numbers give the state back.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import Game, State
from palamedes.core.kernel import part

WHOLE_WORD = (63, 1)  # the shape of a field that a game says nothing about: words are below 2^63


class ObservationShape(NamedTuple):
    """How the states of a game are cut into numbers."""

    fields: NDArray[np.int64]  # a row for each: how many numbers, of how many bits
    most: NDArray[np.int8]  # the largest value of each number

    @classmethod
    def of(cls, game: Game) -> "ObservationShape":
        shapes = game.start.FIELD_SHAPES or [WHOLE_WORD] * len(game.start)
        most = [(1 << bits) - 1 for count, bits in shapes for _number in range(count)]
        return cls(np.array(shapes, np.int64), np.array(most, np.int8))

    def observe(self, state: State) -> NDArray[np.int8]:
        """The numbers of a state."""
        rows: NDArray[np.int8] = np.zeros((1, len(self.most)), np.int8)
        write_observation(state, self.fields, rows, 0)
        return rows.reshape(-1)


@part
def write_observation(state, fields, rows, row):
    """Write the numbers of a state to a row of an array."""
    place = 0
    for field, word in enumerate(state):
        bits = fields[field, 1]
        for _number in range(fields[field, 0]):
            rows[row, place] = word & (1 << bits) - 1
            word >>= bits
            place += 1
