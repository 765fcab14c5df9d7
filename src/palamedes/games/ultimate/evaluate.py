"""Ultimate tic-tac-toe: the evaluations.

A line is three cells of a board, or three boards. It is open to a player while nothing on it is
marked or won by the enemy, and no board on it is drawn. The marks of finished boards are forgotten,
so that only open boards count by their marks.

All boards of a word are counted together: a word of counts has nine bits a board, as a word of
marks has. The high word has room for a tenth board, whose cells are the boards themselves.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import popcount
from palamedes.core.cache import kernel
from palamedes.core.rules import compiled
from palamedes.games.ultimate.rules import CELLS, FREE, LINES, LOW_BOARDS, NINE

EACH = sum(1 << 9 * board for board in range(5))  # a one for every board of a word
TENTH = 9 * 4  # where the board of boards begins in the high word
SMALL = (1 << TENTH) - 1  # the boards before it
MIDDLES = 0o020 * EACH
# The three cells of each line. An array, as the compiler makes vector code of a loop over it.
TRIPLES = np.array([[cell for cell in range(9) if line >> cell & 1] for line in LINES])

CENTRE, CORNERS, EDGES = 0o020, 0o505, 0o252  # of nine boards
# By a set of boards: those that are missing beside two of them, those on a line without any.
COMPLETING = np.array(
    [sum({line & ~nine for line in LINES if (line & ~nine).bit_count() == 1}) for nine in range(512)]
)
LIVE = np.array(
    [
        sum(1 << n for n in range(9) if any(line >> n & 1 and not line & nine for line in LINES))
        for nine in range(512)
    ]
)


@kernel
def _one_and_two(marks, enemies, line):
    """Whether a line is open and has one mark, and two marks, in each board of a word."""
    first, second, third = int(TRIPLES[line, 0]), int(TRIPLES[line, 1]), int(TRIPLES[line, 2])
    a, b, c = marks >> first, marks >> second, marks >> third
    taken = enemies >> first | enemies >> second | enemies >> third
    return (a ^ b ^ c) & ~taken & EACH, (a & b | a & c | b & c) & ~taken & EACH


@kernel
def _open_lines(state):
    """The open lines of each board with one mark and those with two: words of counts.

    First mine with one mark, low and high, mine with two, then the same of the other.
    """
    my_low, my_high, other_low, other_high, my_boards, other_boards, drawn, _ = state
    my_high |= my_boards << TENTH
    other_high |= other_boards << TENTH
    drawn <<= TENTH
    my_low_1 = my_low_2 = my_high_1 = my_high_2 = 0
    low_1 = low_2 = high_1 = high_2 = 0
    for line in range(8):
        one, two = _one_and_two(my_low, other_low, line)
        my_low_1 += one
        my_low_2 += two
        one, two = _one_and_two(my_high, other_high | drawn, line)
        my_high_1 += one
        my_high_2 += two
        one, two = _one_and_two(other_low, my_low, line)
        low_1 += one
        low_2 += two
        one, two = _one_and_two(other_high, my_high | drawn, line)
        high_1 += one
        high_2 += two
    return my_low_1, my_high_1, my_low_2, my_high_2, low_1, high_1, low_2, high_2


@kernel
def _total(low, high):
    """The counts of the nine boards."""
    return (low + (high & SMALL)) * EACH >> TENTH & NINE


@kernel
def _forks(low, high):
    """How many of the nine boards have two or more."""
    return popcount(low + 6 * EACH & 8 * EACH) + popcount((high & SMALL) + 6 * EACH & 8 * EACH)


@kernel
def _ultime(weights, state, lines):
    """`evaluer_ultime` for the side to move."""
    my_low_1, my_high_1, my_low_2, my_high_2, low_1, high_1, low_2, high_2 = lines
    middles = popcount(state.my_low & MIDDLES) + popcount(state.my_high & MIDDLES)
    middles -= popcount(state.other_low & MIDDLES) + popcount(state.other_high & MIDDLES)
    return (
        weights.one * (_total(my_low_1, my_high_1) - _total(low_1, high_1))
        + weights.two * (_total(my_low_2, my_high_2) - _total(low_2, high_2))
        + weights.centre * middles
        + weights.board * (popcount(state.my_boards) - popcount(state.other_boards))
        + weights.one_board * ((my_high_1 >> TENTH) - (high_1 >> TENTH))
        + weights.two_boards * ((my_high_2 >> TENTH) - (high_2 >> TENTH))
    )


@compiled
class UltimateUltime(NamedTuple):
    """The seed's `evaluer_ultime`, own minus other.

    An open line with n marks counts 10^n, an empty one nothing; lines of boards ten times that. A
    line of boards with a drawn one is blocked. Only open boards count by their lines and centres.
    """

    one: int = 10
    two: int = 100
    centre: int = 20
    board: int = 10_000
    one_board: int = 100
    two_boards: int = 1000

    def score(self, state, last):
        return _ultime(self, state, _open_lines(state))


@compiled
class UltimateDifficile(NamedTuple):
    """The seed's `evaluer_difficile`: `evaluer_ultime`, mobility and forks.

    Mobility is for the side to move, whose moves the seed counts. A threat is an open line with two
    marks in an open board; a board with two or more threats of a player is a fork of his.
    """

    one: int = 10
    two: int = 100
    centre: int = 20
    board: int = 10_000
    one_board: int = 100
    two_boards: int = 1000
    mobility: int = 1
    fork: int = 300

    def score(self, state, last):
        lines = _open_lines(state)
        forks = _forks(lines[2], lines[3]) - _forks(lines[6], lines[7])
        value = _ultime(self, state, lines)
        return value + self.mobility * state.move_count() + self.fork * forks


@kernel
def _cells(boards):
    """All cells of some boards, as a low and a high word."""
    return int(CELLS[boards & 31]), int(CELLS[boards >> LOW_BOARDS])


@kernel
def _potential(weights, lines, live, hot):
    """What open lines are worth in the boards that matter, and besides in the hot ones."""
    my_low_1, my_high_1, my_low_2, my_high_2, low_1, high_1, low_2, high_2 = lines
    low, high = _cells(live)
    ones = _total(my_low_1 & low, my_high_1 & high) - _total(low_1 & low, high_1 & high)
    twos = _total(my_low_2 & low, my_high_2 & high) - _total(low_2 & low, high_2 & high)
    low, high = _cells(hot)
    hot_1 = _total(my_low_1 & low, my_high_1 & high) - _total(low_1 & low, high_1 & high)
    hot_2 = _total(my_low_2 & low, my_high_2 & high) - _total(low_2 & low, high_2 & high)
    return (
        weights.one * ones + weights.two * twos + weights.one_hot * hot_1 + weights.two_hot * hot_2
    )


@kernel
def _boards(weights, boards):
    """What the boards a side has won are worth by their places."""
    return (
        weights.board_centre * popcount(boards & CENTRE)
        + weights.board_corner * popcount(boards & CORNERS)
        + weights.board_edge * popcount(boards & EDGES)
    )


@kernel
def _can_win(lines, boards):
    """Whether one mark of the side to move wins one of these boards."""
    low, high = _cells(boards)
    return lines[2] & low | lines[3] & high != 0


@compiled
class UltimateTuned(NamedTuple):
    """Won boards by place and by open lines, open lines in the boards that matter; own minus other.

    A board matters while it is open and lies on a line of boards open to either; it is hot if it
    would complete such a line. Who is to move may choose a board, win one, or the game with it.
    """

    one: int = 4
    two: int = 14
    one_hot: int = 4
    two_hot: int = 30
    centre: int = 5  # for each mark in the centre of a board that matters
    board_centre: int = 140
    board_corner: int = 110
    board_edge: int = 90
    one_board: int = 20  # for each open line of boards with one of them won
    two_boards: int = 110
    free: int = 20  # for the side to move, if it may choose the board
    gain: int = 40  # for the side to move, if it can win a board now
    strike: int = 2000  # for the side to move, if that wins the game

    def score(self, state, last):
        mine, others, drawn = state.my_boards, state.other_boards, state.drawn
        unfinished = NINE & ~(mine | others | drawn)
        live = (int(LIVE[mine | drawn]) | int(LIVE[others | drawn])) & unfinished
        decisive = int(COMPLETING[mine]) & unfinished
        hot = decisive | int(COMPLETING[others]) & unfinished
        lines = _open_lines(state)
        low, high = _cells(live)
        low &= MIDDLES
        high &= MIDDLES
        middles = popcount(state.my_low & low) + popcount(state.my_high & high)
        middles -= popcount(state.other_low & low) + popcount(state.other_high & high)
        playable = state.playable()
        return (
            _potential(self, lines, live, hot)
            + self.centre * middles
            + _boards(self, mine)
            - _boards(self, others)
            + self.one_board * ((lines[1] >> TENTH) - (lines[5] >> TENTH))
            + self.two_boards * ((lines[3] >> TENTH) - (lines[7] >> TENTH))
            + self.free * (state.forced == FREE)
            + self.gain * _can_win(lines, playable)
            + self.strike * _can_win(lines, playable & decisive)
        )


EVALUATIONS = {
    "ultime": UltimateUltime(),
    "difficile": UltimateDifficile(),
    "tuned": UltimateTuned(),
}
