"""Morpion: the rules. Tic-tac-toe on N x N squares with N pieces each, which move once placed.

Squares are bits, numbered along the ranks from a1; for N = 4:

    12 13 14 15
     8  9 10 11
     4  5  6  7
     0  1  2  3

A move is `origin << 6 | target`; a drop has its target as its origin. There are at most 144: for
N = 6, each of six pieces can go to 24 empty squares.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import lowest, mix, permute, popcount
from palamedes.core.grid import square_symmetries
from palamedes.core.move_codes import moved, moved_back, write_drops, write_steps
from palamedes.core.rules import LOSS, ONGOING, rules


def _lines(size):
    """The rows, the columns and the two main diagonals, as bits."""
    squares = np.arange(size * size).reshape(size, size)
    diagonals = squares.diagonal(), np.fliplr(squares).diagonal()
    return tuple(
        sum(1 << int(square) for square in line) for line in (*squares, *squares.T, *diagonals)
    )


def _images():
    """The symmetries of all boards: row 8 N + s is symmetry s of the board of N x N.

    It is one global table, as an array in a class constant costs reference counting.
    """
    table = np.zeros((8 * 7, 36), np.int64)
    for size in (3, 4, 5, 6):
        table[8 * size : 8 * size + 8, : size * size] = square_symmetries(size)
    return table


IMAGES = _images()


def possible_codes(size):
    """A drop on each square, and a move from each to every other one."""
    squares = range(size * size)
    return [origin << 6 | target for origin in squares for target in squares]


@rules
class Morpion3State(NamedTuple):
    me: int = 0  # squares of the player to move
    other: int = 0  # squares of the opponent

    SIZE = 3  # of the board's side; also the number of pieces a player has
    NEEDED = 3  # pieces on one line that win
    BOARD = (1 << 3 * 3) - 1
    LINES = _lines(3)
    SYMMETRIES = 8
    FIELD_SHAPES = ((3 * 3, 1), (3 * 3, 1))  # a bit for each square

    def moves(self, out):
        empty = self.BOARD & ~(self.me | self.other)
        if popcount(self.me) < self.SIZE:
            return write_drops(out, empty)
        count = 0
        men = self.me
        while men:
            count = write_steps(out, count, lowest(men), empty)
            men &= men - 1
        return count

    def play(self, move):
        return type(self)(self.other, moved(self.me, move))

    def outcome(self):
        # Only the player who has just moved can have completed a line.
        for line in self.LINES:
            if popcount(self.other & line) >= self.NEEDED:
                return LOSS
        return ONGOING

    def key(self):
        # Twice 36 squares do not fit into one word.
        if self.SIZE == 6:
            return mix(mix(0, self.me), self.other)
        return self.me << 25 | self.other

    def move_count(self):
        empty = popcount(self.BOARD & ~(self.me | self.other))
        men = popcount(self.me)
        return empty if men < self.SIZE else men * empty

    def image(self, symmetry):
        row = 8 * self.SIZE + symmetry
        return type(self)(permute(self.me, IMAGES, row), permute(self.other, IMAGES, row))

    def move_image(self, move, symmetry):
        row = 8 * self.SIZE + symmetry
        return int(IMAGES[row, move >> 6]) << 6 | int(IMAGES[row, move & 63])

    def progress(self):
        return popcount(self.me | self.other)

    def arranged(self, me, other):
        return type(self)(me, other)

    def unmoves(self, out):
        count = write_drops(out, self.other)
        if popcount(self.me) < self.SIZE:
            return count  # the last move was a drop
        empty = self.BOARD & ~(self.me | self.other)
        men = self.other
        while men:
            count = write_steps(out, count, lowest(men), empty)
            men &= men - 1
        return count

    def unplay(self, unmove):
        return type(self)(moved_back(self.other, unmove), self.me)

    def is_counted(self):
        # No game leads to a position where the player to move already has a line.
        if self.outcome() != ONGOING:
            return False
        return type(self)(self.other, self.me).outcome() == ONGOING

    def lead(self):
        # A piece is worth the number of winning lines through its square.
        points = 0
        for line in self.LINES:
            points += popcount(self.me & line) - popcount(self.other & line)
        return points


class Morpion4State(Morpion3State):
    SIZE = NEEDED = 4
    BOARD = (1 << 4 * 4) - 1
    LINES = _lines(4)
    FIELD_SHAPES = ((4 * 4, 1), (4 * 4, 1))


class Morpion5State(Morpion3State):
    SIZE = NEEDED = 5
    BOARD = (1 << 5 * 5) - 1
    LINES = _lines(5)
    FIELD_SHAPES = ((5 * 5, 1), (5 * 5, 1))


class Morpion6State(Morpion3State):
    SIZE = NEEDED = 6
    BOARD = (1 << 6 * 6) - 1
    LINES = _lines(6)
    FIELD_SHAPES = ((6 * 6, 1), (6 * 6, 1))


class Morpion4BeginnerState(Morpion4State):
    NEEDED = 3


class Morpion5BeginnerState(Morpion5State):
    NEEDED = 4


class Morpion6BeginnerState(Morpion6State):
    NEEDED = 5
