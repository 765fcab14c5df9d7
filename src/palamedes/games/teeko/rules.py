"""Teeko: the rules.

Squares are bits, numbered as drawn:

    20 21 22 23 24
    15 16 17 18 19
    10 11 12 13 14
     5  6  7  8  9
     0  1  2  3  4

A move is `origin << 6 | target`; a drop has its target as its origin. There are at most 32.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import lowest, permute, popcount
from palamedes.core.grid import square_symmetries
from palamedes.core.move_codes import DROP, moved, moved_back, write_drops, write_steps
from palamedes.core.rules import LOSS, ONGOING, rules

BOARD = (1 << 25) - 1
MEN = 4


def _squares(files):
    """All squares of some files, as bits."""
    return sum(1 << 5 * rank + file for rank in range(5) for file in files)


def _neighbours(square):
    rank, file = divmod(square, 5)
    near = _squares(range(max(file - 1, 0), min(file + 2, 5)))
    rows = sum(0b11111 << 5 * row for row in range(max(rank - 1, 0), min(rank + 2, 5)))
    return near & rows & ~(1 << square)


NEIGHBOURS = np.array([_neighbours(square) for square in range(25)])
IMAGES = square_symmetries(5)

# Four squares that win are a square and three more at these distances; the last word has the
# squares where such a shape can start.
ROW = (1, 2, 3, _squares((0, 1)))
COLUMN = (5, 10, 15, BOARD)
RISING = (6, 12, 18, _squares((0, 1)))
FALLING = (4, 8, 12, _squares((3, 4)))
SQUARE_2 = (1, 5, 6, _squares((0, 1, 2, 3)))
SQUARE_3 = (2, 10, 12, _squares((0, 1, 2)))
SQUARE_4 = (3, 15, 18, _squares((0, 1)))
SQUARE_5 = (4, 20, 24, _squares((0,)))


def possible_codes():
    """A drop on each square, then a step from each square to each of its neighbours."""
    drops = [square * DROP for square in range(25)]
    return drops + [
        origin << 6 | target
        for origin in range(25)
        for target in range(25)
        if int(NEIGHBOURS[origin]) >> target & 1
    ]


@rules
class TeekoState(NamedTuple):
    me: int = 0  # squares of the player to move
    other: int = 0  # squares of the opponent

    SHAPES = (ROW, COLUMN, RISING, FALLING, SQUARE_2)
    SYMMETRIES = 8
    FIELD_SHAPES = ((25, 1), (25, 1))  # a bit for each square

    def moves(self, out):
        empty = BOARD & ~(self.me | self.other)
        if popcount(self.me) < MEN:
            return write_drops(out, empty)
        count = 0
        men = self.me
        while men:
            origin = lowest(men)
            men &= men - 1
            count = write_steps(out, count, origin, int(NEIGHBOURS[origin]) & empty)
        return count

    def play(self, move):
        return type(self)(self.other, moved(self.me, move))

    def outcome(self):
        # Only the player who has just moved can have completed a four.
        men = self.other
        for second, third, fourth, starts in self.SHAPES:
            if men & men >> second & men >> third & men >> fourth & starts:
                return LOSS
        return ONGOING

    def key(self):
        return self.me << 25 | self.other

    def move_count(self):
        empty = BOARD & ~(self.me | self.other)
        if popcount(self.me) < MEN:
            return popcount(empty)
        total = 0
        men = self.me
        while men:
            total += popcount(int(NEIGHBOURS[lowest(men)]) & empty)
            men &= men - 1
        return total

    def image(self, symmetry):
        return type(self)(permute(self.me, IMAGES, symmetry), permute(self.other, IMAGES, symmetry))

    def move_image(self, move, symmetry):
        return int(IMAGES[symmetry, move >> 6]) << 6 | int(IMAGES[symmetry, move & 63])

    def progress(self):
        return popcount(self.me | self.other)

    def arranged(self, me, other):
        return type(self)(me, other)

    def unmoves(self, out):
        count = write_drops(out, self.other)
        if popcount(self.me) < MEN:
            return count  # the last move was a drop
        empty = BOARD & ~(self.me | self.other)
        men = self.other
        while men:
            target = lowest(men)
            men &= men - 1
            count = write_steps(out, count, target, int(NEIGHBOURS[target]) & empty)
        return count

    def unplay(self, unmove):
        return type(self)(moved_back(self.other, unmove), self.me)

    def is_counted(self):
        # No game leads to a position where the player to move already has a four.
        if self.outcome() != ONGOING:
            return False
        return type(self)(self.other, self.me).outcome() == ONGOING


class TeekoAdvancedState(TeekoState):
    SHAPES = (*TeekoState.SHAPES, SQUARE_3, SQUARE_4, SQUARE_5)
