"""Connect Four: the rules.

Squares are bits, numbered column by column. Above each column is a bit that stays empty, so that
no line runs from one column into the next:

     6 13 20 27 34 41 48
     -------------------
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

A move is the number of a column, 0 to 6.
"""

from typing import NamedTuple

from palamedes.core.bits import popcount
from palamedes.core.kernel import part
from palamedes.core.rules import DRAW, LOSS, ONGOING, rules

WIDTH, HEIGHT = 7, 6
COLUMN = HEIGHT + 1  # bits from one column to the next
BOTTOM = sum(1 << COLUMN * column for column in range(WIDTH))
BOARD = BOTTOM * ((1 << HEIGHT) - 1)
TOP = BOTTOM << (HEIGHT - 1)
STEPS = (1, COLUMN, COLUMN - 1, COLUMN + 1)  # up, right, down and right, up and right


@part
def mirrored(word):
    """The squares of a word, with left and right exchanged."""
    image = 0
    for column in range(WIDTH):
        squares = word >> COLUMN * column & (1 << COLUMN) - 1
        image |= squares << COLUMN * (WIDTH - 1 - column)
    return image


@rules
class Connect4State(NamedTuple):
    me: int = 0  # squares of the player to move
    other: int = 0  # squares of the opponent

    SYMMETRIES = 2

    def moves(self, out):
        count = 0
        full = (self.me | self.other) & TOP
        for column in range(WIDTH):
            if full >> COLUMN * column & (1 << COLUMN) - 1 == 0:
                out[count] = column
                count += 1
        return count

    def play(self, move):
        # Adding one at the bottom of a column carries up to its lowest empty square.
        taken = self.me | self.other
        piece = taken + (1 << COLUMN * move) & ~taken
        return type(self)(self.other, self.me | piece)

    def outcome(self):
        # Only the player who has just moved can have completed a line.
        for step in STEPS:
            pairs = self.other & self.other >> step
            if pairs & pairs >> 2 * step:
                return LOSS
        return DRAW if self.me | self.other == BOARD else ONGOING

    def key(self):
        # In each column, a bit above the pieces says how many there are.
        return self.me + (self.me | self.other) + BOTTOM

    def image(self, symmetry):
        return type(self)(mirrored(self.me), mirrored(self.other)) if symmetry else self

    def move_image(self, move, symmetry):
        return WIDTH - 1 - move if symmetry else move

    def progress(self):
        return popcount(self.me | self.other)

    def plies_left(self):
        return WIDTH * HEIGHT - popcount(self.me | self.other)
