"""Ultimate tic-tac-toe: the rules.

Boards are numbered from the lower left, the cells of each board likewise. A move is
`9 * board + cell`; there are at most 81:

    6 7 8        60 61 62 | 69 70 71 | 78 79 80
    3 4 5        57 58 59 | 66 67 68 | 75 76 77
    0 1 2        54 55 56 | 63 64 65 | 72 73 74
                 ---------+----------+---------
                 33 34 35 | 42 43 44 | 51 52 53
                 30 31 32 | 39 40 41 | 48 49 50
                 27 28 29 | 36 37 38 | 45 46 47
                 ---------+----------+---------
                  6  7  8 | 15 16 17 | 24 25 26
                  3  4  5 | 12 13 14 | 21 22 23
                  0  1  2 |  9 10 11 | 18 19 20

Marks are bits, numbered like the moves: boards 0 to 4 in a low word, boards 5 to 8 in a high word
whose bit 0 is move 45. How a board was won or filled has no effect on the rest of the game, so the
marks of a finished board are forgotten.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import lowest, mix, permute, popcount
from palamedes.core.grid import square_symmetries
from palamedes.core.kernel import part
from palamedes.core.rules import DRAW, LOSS, ONGOING, rules

NINE = 0b111_111_111  # all cells of a board, or all boards
LOW_BOARDS = 5
SPLIT = 9 * LOW_BOARDS  # the first move in the high word
FREE = 9  # in place of the board to play in, if any open board will do

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = np.array([any(nine & line == line for line in LINES) for nine in range(512)])
# By set of cells: those that complete a line with two of them.
COMPLETING = np.array(
    [
        sum({line & ~nine for line in LINES if (line & ~nine).bit_count() == 1})
        for nine in range(512)
    ]
)
# By five bits, the boards of one word: all their cells.
CELLS = np.array([sum(NINE << 9 * i for i in range(5) if five >> i & 1) for five in range(32)])
IMAGES = square_symmetries(3)  # of the cells of a board, and of the boards

# Patterns: each board with its contents. Marks are digits to base 3, here by set of marks.
TERNARY = np.array([sum(3**i for i in range(9) if nine >> i & 1) for nine in range(512)])
MINE, OTHERS, DRAWN, NUMBERS = range(3**9, 3**9 + 4)  # of finished boards; then ten numbers
KINDS = NUMBERS + FREE + 1
TARGET, CHOICE = 9, 10  # places after the boards: the board to play in, its number


@part
def _cells_of(boards):
    """All cells of some boards, as a low and a high word."""
    return int(CELLS[boards & 31]), int(CELLS[boards >> LOW_BOARDS])


@part
def _in_board(low, high, board):
    """The nine bits of one board."""
    if board < LOW_BOARDS:
        return low >> 9 * board & NINE
    return high >> 9 * (board - LOW_BOARDS) & NINE


@part
def _append(cells, first, out, count):
    """Append the moves to some cells of a word to `count` moves; returns how many there are."""
    while cells:
        out[count] = first + lowest(cells)
        cells &= cells - 1
        count += 1
    return count


@part
def _image_of_marks(low, high, symmetry):
    """Both words of a player, with boards and cells where the symmetry sends them."""
    low_image = high_image = 0
    for board in range(9):
        nine = permute(_in_board(low, high, board), IMAGES, symmetry)
        place = int(IMAGES[symmetry, board])
        if place < LOW_BOARDS:
            low_image |= nine << 9 * place
        else:
            high_image |= nine << 9 * (place - LOW_BOARDS)
    return low_image, high_image


def possible_codes():
    """A mark in each cell of each board."""
    return range(9 * 9)


@rules
class UltimateState(NamedTuple):
    my_low: int = 0  # marks of the player to move in open boards
    my_high: int = 0
    other_low: int = 0  # marks of the opponent in open boards
    other_high: int = 0
    my_boards: int = 0  # boards won by the player to move
    other_boards: int = 0  # boards won by the opponent
    drawn: int = 0  # boards full without a winner
    forced: int = FREE  # the board to play in, always an open one

    SYMMETRIES = 8

    def moves(self, out):
        if self.forced == FREE:
            low, high = self.targets()
            return _append(high, SPLIT, out, _append(low, 0, out, 0))
        low, high = self.my_low | self.other_low, self.my_high | self.other_high
        marked = _in_board(low, high, self.forced)
        count = 0
        for cell in range(9):
            # The next cell overwrites a marked one: faster than an unpredictable branch.
            out[count] = 9 * self.forced + cell
            count += 1 - (marked >> cell & 1)
        return count

    def play(self, move):
        board, cell = divmod(move, 9)
        low, high = self.my_low, self.my_high
        if move < SPLIT:
            low |= 1 << move
        else:
            high |= 1 << move - SPLIT
        mine = _in_board(low, high, board)
        won, drawn = self.my_boards, self.drawn
        if HAS_LINE[mine]:
            won |= 1 << board
        elif mine | _in_board(self.other_low, self.other_high, board) == NINE:
            drawn |= 1 << board
        still_open = NINE & ~(won | self.other_boards | drawn)
        open_low, open_high = _cells_of(still_open)
        return type(self)(
            self.other_low & open_low,
            self.other_high & open_high,
            low & open_low,
            high & open_high,
            self.other_boards,
            won,
            drawn,
            cell if still_open >> cell & 1 else FREE,
        )

    def outcome(self):
        # Only the player who has just moved can have completed a line of boards.
        if HAS_LINE[self.other_boards]:
            return LOSS
        dead_for_me = self.other_boards | self.drawn
        dead_for_other = self.my_boards | self.drawn
        if HAS_LINE[NINE & ~dead_for_me] or HAS_LINE[NINE & ~dead_for_other]:
            return ONGOING
        return DRAW

    def key(self):
        boards = (self.my_boards << 9 | self.other_boards) << 9 | self.drawn
        key = mix(0, boards << 4 | self.forced)
        for marks in self[:4]:
            key = mix(key, marks)
        return key

    def urgent_moves(self, out):
        # Those that win a board.
        count, boards = 0, self.playable()
        while boards:
            board = lowest(boards)
            cells = int(COMPLETING[_in_board(self.my_low, self.my_high, board)])
            cells &= ~_in_board(self.other_low, self.other_high, board)
            count = _append(cells, 9 * board, out, count)
            boards &= boards - 1
        return count

    def move_count(self):
        low, high = self.targets()
        return popcount(low) + popcount(high)

    def targets(self):
        """The empty cells where the player to move may play, as a low and a high word."""
        low, high = _cells_of(self.playable())
        return low & ~(self.my_low | self.other_low), high & ~(self.my_high | self.other_high)

    def playable(self):
        """The boards where the player to move may play."""
        return NINE & ~self.finished() if self.forced == FREE else 1 << self.forced

    def finished(self):
        return self.my_boards | self.other_boards | self.drawn

    def image(self, symmetry):
        my_low, my_high = _image_of_marks(self.my_low, self.my_high, symmetry)
        other_low, other_high = _image_of_marks(self.other_low, self.other_high, symmetry)
        return type(self)(
            my_low,
            my_high,
            other_low,
            other_high,
            permute(self.my_boards, IMAGES, symmetry),
            permute(self.other_boards, IMAGES, symmetry),
            permute(self.drawn, IMAGES, symmetry),
            FREE if self.forced == FREE else int(IMAGES[symmetry, self.forced]),
        )

    def move_image(self, move, symmetry):
        board, cell = divmod(move, 9)
        return 9 * int(IMAGES[symmetry, board]) + int(IMAGES[symmetry, cell])

    def progress(self):
        # The marks of finished boards are forgotten. Such a board counts as nine marks, which is no
        # less than it had, so that this rises with every move.
        marks = popcount(self.my_low | self.other_low) + popcount(self.my_high | self.other_high)
        return marks + 9 * popcount(self.finished())

    def plies_left(self):
        return 81 - self.progress()

    PATTERN_KINDS = KINDS
    # A bit for each cell of the low and of the high boards; a bit for each board; its number.
    FIELD_SHAPES = (*[(SPLIT, 1), (81 - SPLIT, 1)] * 2, (9, 1), (9, 1), (9, 1), (1, 4))

    def patterns(self, out):
        for board in range(9):
            out[board] = KINDS * board + self.contents(board)
        out[9] = KINDS * CHOICE + NUMBERS + self.forced
        if self.forced == FREE:
            return 10
        out[10] = KINDS * TARGET + self.contents(self.forced)
        return 11

    def pattern_count(self):
        return KINDS * (CHOICE + 1)

    def contents(self, board):
        """What a board holds, as one number: its marks, or how it ended."""
        if self.finished() >> board & 1 == 0:
            mine = _in_board(self.my_low, self.my_high, board)
            others = _in_board(self.other_low, self.other_high, board)
            return int(TERNARY[mine]) + 2 * int(TERNARY[others])
        if self.my_boards >> board & 1:
            return MINE
        return OTHERS if self.other_boards >> board & 1 else DRAWN
