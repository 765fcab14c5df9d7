"""Ultimate tic-tac-toe: the evaluations.

A line is three cells of a board, or three boards. It is open to a player while nothing on it is
marked or won by the enemy, and no board on it is drawn. The marks of finished boards are forgotten,
so that only open boards count by their marks.

All boards of a word are counted at once: a word of counts has nine bits per board, as a word of
marks has. The high word has space for a tenth board, whose cells are the boards themselves.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import popcount
from palamedes.core.kernel import part
from palamedes.core.rules import compiled
from palamedes.games.ultimate.rules import CELLS, COMPLETING, FREE, LINES, LOW_BOARDS, NINE

EACH = sum(1 << 9 * board for board in range(5))  # a one for every board of a word
TENTH = 9 * 4  # where the board of boards begins in the high word
SMALL = (1 << TENTH) - 1  # the boards before it
MIDDLES = 0o020 * EACH
# The three cells of each line. An array, as the compiler vectorises a loop over it.
TRIPLES = np.array([[cell for cell in range(9) if line >> cell & 1] for line in LINES])

# Multiplying by this gathers the ones of the five boards of a word side by side, above bit 32.
GATHER = sum(1 << 8 * board for board in range(5))

# By set of boards: the lines (as eight bits) that have none of them. By set of lines: the boards on
# them.
WITHOUT = np.array(
    [sum(1 << i for i, line in enumerate(LINES) if not line & nine) for nine in range(512)]
)
COVERED = np.array(
    [sum(1 << n for n in range(9) if lines & int(WITHOUT[1 << n]) != lines) for lines in range(256)]
)


@part
def _one_and_two(marks, enemies, line):
    """A one for each board of a word where a line is open with one mark; the same for two marks."""
    first, second, third = int(TRIPLES[line, 0]), int(TRIPLES[line, 1]), int(TRIPLES[line, 2])
    a, b, c = marks >> first, marks >> second, marks >> third
    taken = enemies >> first | enemies >> second | enemies >> third
    return (a ^ b ^ c) & ~taken & EACH, (a & b | a & c | b & c) & ~taken & EACH


@part
def _open_lines(state):
    """The numbers of open lines with one mark and with two, of each board: words of counts.

    Mine with one mark (low and high word), mine with two, then the same for the other.
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


@part
def _total(low, high):
    """The sum of the counts of the nine boards."""
    return (low + (high & SMALL)) * EACH >> TENTH & NINE


@part
def _forks(low, high):
    """The number of boards, of the nine, that count two or more."""
    return popcount(low + 6 * EACH & 8 * EACH) + popcount((high & SMALL) + 6 * EACH & 8 * EACH)


@part
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
    """The original `evaluer_ultime`, own minus other.

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
    """The original `evaluer_difficile`: `evaluer_ultime`, mobility and forks.

    Mobility counts for the side to move only, as in the original. A threat is an open line with two
    marks in an open board; a board where a player has two or more threats is a fork.
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


@part
def _threatened(low, high):
    """The boards with one or more threats, as nine bits."""
    low = low + 7 * EACH >> 3 & EACH
    high = (high & SMALL) + 7 * EACH >> 3 & EACH
    return low * GATHER >> 32 & 31 | (high * GATHER >> 32 & 31) << LOW_BOARDS


@part
def _prospects(weights, threats, live, warm, wins, losses):
    """The value of the boards that one side threatens to win, to that side."""
    return (
        weights.threat * popcount(threats & live)
        + weights.threat_warm * popcount(threats & warm)
        + weights.threat_win * popcount(threats & wins)
        + weights.threat_stop * popcount(threats & losses)
    )


@compiled
class UltimateTuned(NamedTuple):
    """Open lines in boards and of boards, and boards that one mark wins; own minus other.

    A board matters while it is open and lies on a line of boards that is open to either side. It is
    warm for a side on an open line where the side has won a board, and wins where it has won two.
    """

    one: int = 4  # for each open line with one mark in a board that matters
    threat: int = 18  # for each board that matters with a threat
    threat_warm: int = 12  # besides, if it is warm
    threat_win: int = 65  # besides, if it wins the game
    threat_stop: int = 38  # besides, if the other would win the game by it
    one_board: int = 19  # for each open line of boards with one of them won
    two_boards: int = 82
    mobility: int = 1  # for each move of the side to move
    free: int = 31  # for the side to move, if it may choose the board
    parry: int = 31  # for the side to move, if it must play in a board that the other wins by
    strike: int = 1000  # for the side to move, if it can win the game at once

    def score(self, state, last):
        mine, others, drawn = state.my_boards, state.other_boards, state.drawn
        unfinished = NINE & ~(mine | others | drawn)
        my_lines, lines = int(WITHOUT[others | drawn]), int(WITHOUT[mine | drawn])
        live = int(COVERED[my_lines | lines]) & unfinished
        my_warm = int(COVERED[my_lines & ~int(WITHOUT[mine])])
        warm = int(COVERED[lines & ~int(WITHOUT[others])])
        wins, losses = int(COMPLETING[mine]) & unfinished, int(COMPLETING[others]) & unfinished
        my_low_1, my_high_1, my_low_2, my_high_2, low_1, high_1, low_2, high_2 = _open_lines(state)
        low, high = int(CELLS[live & 31]), int(CELLS[live >> LOW_BOARDS])
        ones = _total(my_low_1 & low, my_high_1 & high) - _total(low_1 & low, high_1 & high)
        my_threats, threats = _threatened(my_low_2, my_high_2), _threatened(low_2, high_2)
        return (
            self.one * ones
            + _prospects(self, my_threats, live, my_warm, wins, losses)
            - _prospects(self, threats, live, warm, losses, wins)
            + self.one_board * ((my_high_1 >> TENTH) - (high_1 >> TENTH))
            + self.two_boards * ((my_high_2 >> TENTH) - (high_2 >> TENTH))
            + self.mobility * state.move_count()
            + self.free * (state.forced == FREE)
            + self.parry * (losses >> state.forced & 1)
            + self.strike * (my_threats & wins & state.playable() != 0)
        )


EVALUATIONS = {
    "ultime": UltimateUltime(),
    "difficile": UltimateDifficile(),
    "tuned": UltimateTuned(),
}
