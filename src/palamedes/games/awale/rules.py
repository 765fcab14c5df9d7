"""Awalé with seeds of three colours: the rules.

The holes are a circle, sown clockwise. Here they are numbered from 0, one less than on the board:

     0  1  2  3  4  5  6  7
    15 14 13 12 11 10  9  8

Player 1 owns the even ones of these, player 2 the odd ones, so that each has eight lanes:

    hole              0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
    player 1's lane   0     1     2     3     4     5     6     7
    player 2's lane      0     1     2     3     4     5     6     7

A word counts the seeds of one colour (clear is short for transparent) in the lanes of one player,
seven bits per lane, enough for all 96 seeds: adding words sows into all lanes at once. The state
must also say whose lanes come first: the opponent's lane of the same number comes just after player
1's own, but just before player 2's. No rotation of the circle could hide that: it would have to be
by an odd number of holes and lead back after two moves, but twice an odd number is not sixteen.

A move is `lane << 2 | kind`; there are at most 32.
"""

from itertools import cycle, islice
from typing import NamedTuple

import numpy as np

from palamedes.core.bits import mix, popcount
from palamedes.core.kernel import part
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN, rules

SEEDS = 96
MAJORITY = 49
FEW = 10  # fewer seeds than this on the board end the game

LANE = 127
ONES = sum(1 << 7 * lane for lane in range(8))  # one seed in every lane
TWOS = 2 * ONES

# Kinds of moves. The lowest bit is the way of sowing, RED or BLUE; the next bit is set if the clear
# seeds go first.
RED, BLUE, CLEAR_RED, CLEAR_BLUE = range(4)


def _falls(way, origin):
    """The holes where seeds from `origin` fall, lap after lap: all others, or the opponent's."""
    lap = [hole & 15 for hole in range(origin + 1, origin + 16, 2 if way == BLUE else 1)]
    return list(islice(cycle(lap), SEEDS))


def _sowings(way, lane):
    """What 0, 1, 2, ... seeds from a lane of player 1 add to player 1's lanes and to player 2's."""
    words = [0, 0]
    sowings = [(0, 0)]
    for hole in _falls(way, 2 * lane):
        words[hole & 1] += 1 << 7 * (hole >> 1)
        sowings.append(tuple(words))
    return sowings


SOWINGS = np.array([[_sowings(way, lane) for lane in range(8)] for way in (RED, BLUE)])
# What seeds add to the lanes of the sower, by way, lane of origin and number of seeds.
ON_MINE = np.ascontiguousarray(SOWINGS[..., 0])
# The same for the lanes of the opponent, but by the first of them after the origin.
ON_OTHER = np.ascontiguousarray(SOWINGS[..., 1])
# How far from the origin each seed falls, by way and number of seeds before it.
DISTANCE = np.array([_falls(way, 0) for way in (RED, BLUE)])

# Patterns: the contents of each hole with the seeds in the next one, four holes in a row, the lead,
# the seeds left. All lanes are alike, so that a pattern does not say where it is seen.
HOLE = 5 * 5 * 4 * 5  # red, blue and clear seeds up to 4, 4 and 3, and up to 4 in the next hole
ROW = 5**4  # up to 4 seeds in each
OTHER_HOLES, ROWS = HOLE, 2 * HOLE
LEADS = ROWS + ROW + MAJORITY  # of a lead of 0
LEFT = LEADS + MAJORITY + 1
ALL_PATTERNS = LEFT + SEEDS + 1


@part
def _up_to_4(word):
    """The word with more than 4 seeds in a lane counted as 4."""
    many = (word >> 2 & 31 * ONES) + 31 * ONES >> 5 & ONES
    return word & ~(LANE * many) | many << 2


@part
def _hole_patterns(out, count, first, red, blue, clear, following):
    """Append the patterns of one side's holes; `following` has the seeds in the next ones."""
    for lane in range(8):
        shift = 7 * lane
        contents = 5 * (red >> shift & 7) + (blue >> shift & 7)
        contents = 4 * contents + min(clear >> shift & 7, 3)
        out[count + lane] = first + 5 * contents + (following >> shift & 7)
    return count + 8


@part
def _row_patterns(out, count, mine, following):
    """Append the patterns of four holes in a row that begin with one of mine."""
    pairs = 5 * mine + following  # at most 24 in each lane
    for lane in range(8):
        shift = 7 * lane
        out[count + lane] = ROWS + 25 * (pairs >> shift & 31) + (_rotate(pairs, 7) >> shift & 31)
    return count + 8


@part
def _sow(word, table, way, lane, before, seeds):
    """Add to a word the `seeds` seeds that are sown after the first `before`."""
    return word + int(table[way, lane, before + seeds]) - int(table[way, lane, before])


@part
def total_seeds(word):
    """The number of seeds in all lanes. The remainder adds them up, as 128 is 1 modulo 127."""
    return word % 127


@part
def filled(word):
    """A one in every lane that is not empty."""
    return ((word & 63 * ONES) + 63 * ONES | word) >> 6 & ONES


@part
def _rotate(word, lanes):
    """The word with each lane's seeds moved `lanes` lanes on."""
    return (word << 7 * lanes | word >> 56 - 7 * lanes) & LANE * ONES


def possible_codes():
    """Each kind of move from each lane."""
    return range(8 << 2)


@rules
class AwaleState(NamedTuple):
    my_red: int = TWOS  # seeds in the lanes of the player to move
    my_blue: int = TWOS
    my_clear: int = TWOS
    other_red: int = TWOS  # seeds in the lanes of the opponent
    other_blue: int = TWOS
    other_clear: int = TWOS
    my_score: int = 0  # seeds taken
    other_score: int = 0
    side: int = 0  # the parity of the holes of the player to move

    SYMMETRIES = 8
    # The seeds of one colour in each of eight lanes; the seeds taken; the side.
    FIELD_SHAPES = (*[(8, 7)] * 6, (1, 7), (1, 7), (1, 1))

    def moves(self, out):
        red, blue, clear = filled(self.my_red), filled(self.my_blue), filled(self.my_clear)
        count = 0
        for lane in range(8):
            for kind, lanes in enumerate((red, blue, clear, clear)):
                # The next move overwrites an illegal one: faster than an unpredictable branch.
                out[count] = lane << 2 | kind
                count += lanes >> 7 * lane & 1
        return count

    def play(self, move):
        state = self.sow(move)
        hole = self.last_hole(move)
        while 2 <= state.seeds_in(hole) <= 3:
            state = state.take(hole)
            hole = hole - 1 & 15
        if state.others() == 0:
            state = state.take_all()
        return state.turned()

    def outcome(self):
        mine, others = self.mine(), self.others()
        undecided = max(self.my_score, self.other_score) < MAJORITY
        if undecided and mine and total_seeds(mine + others) >= FEW:
            return ONGOING
        if self.my_score == self.other_score:
            return DRAW
        return WIN if self.my_score > self.other_score else LOSS

    def key(self):
        key = mix(0, (self.my_score << 7 | self.other_score) << 1 | self.side)
        for seeds in self[:6]:
            key = mix(key, seeds)
        return key

    def move_count(self):
        coloured = popcount(filled(self.my_red)) + popcount(filled(self.my_blue))
        return coloured + 2 * popcount(filled(self.my_clear))

    def mine(self):
        """The seeds of all colours in my lanes."""
        return self.my_red + self.my_blue + self.my_clear

    def others(self):
        """The seeds of all colours in the opponent's lanes."""
        return self.other_red + self.other_blue + self.other_clear

    def seeds_in(self, hole):
        lanes = self.mine() if hole & 1 == self.side else self.others()
        return lanes >> 7 * (hole >> 1) & LANE

    def lifted(self, move):
        """The red, blue and clear seeds that a move sows."""
        shift = 7 * (move >> 2)
        red = self.my_red >> shift & LANE if move & 1 == RED else 0
        blue = self.my_blue >> shift & LANE if move & 1 == BLUE else 0
        clear = self.my_clear >> shift & LANE if move & 2 else 0
        return red, blue, clear

    def sow(self, move):
        """The state with the seeds of a move sown and nothing captured yet."""
        way, lane = move & 1, move >> 2
        first = lane + self.side & 7  # of the opponent's lanes after the origin
        red, blue, clear = self.lifted(move)
        return type(self)(
            _sow(self.my_red, ON_MINE, way, lane, clear, red) - (red << 7 * lane),
            _sow(self.my_blue, ON_MINE, way, lane, clear, blue) - (blue << 7 * lane),
            _sow(self.my_clear, ON_MINE, way, lane, 0, clear) - (clear << 7 * lane),
            _sow(self.other_red, ON_OTHER, way, first, clear, red),
            _sow(self.other_blue, ON_OTHER, way, first, clear, blue),
            _sow(self.other_clear, ON_OTHER, way, first, 0, clear),
            self.my_score,
            self.other_score,
            self.side,
        )

    def last_hole(self, move):
        """The hole where the last seed of a move falls."""
        red, blue, clear = self.lifted(move)
        origin = 2 * (move >> 2) + self.side
        return origin + int(DISTANCE[move & 1, clear + red + blue - 1]) & 15

    def take(self, hole):
        """The state after the player to move has captured one hole."""
        lane = LANE << 7 * (hole >> 1)
        mine = lane if hole & 1 == self.side else 0
        others = lane - mine
        return type(self)(
            self.my_red & ~mine,
            self.my_blue & ~mine,
            self.my_clear & ~mine,
            self.other_red & ~others,
            self.other_blue & ~others,
            self.other_clear & ~others,
            self.my_score + self.seeds_in(hole),
            self.other_score,
            self.side,
        )

    def take_all(self):
        """The state after the player to move has captured all holes."""
        score = self.my_score + total_seeds(self.mine() + self.others())
        return type(self)(0, 0, 0, 0, 0, 0, score, self.other_score, self.side)

    def turned(self):
        """The same position seen from the other side."""
        return type(self)(
            self.other_red,
            self.other_blue,
            self.other_clear,
            self.my_red,
            self.my_blue,
            self.my_clear,
            self.other_score,
            self.my_score,
            1 - self.side,
        )

    def image(self, symmetry):
        return type(self)(
            _rotate(self.my_red, symmetry),
            _rotate(self.my_blue, symmetry),
            _rotate(self.my_clear, symmetry),
            _rotate(self.other_red, symmetry),
            _rotate(self.other_blue, symmetry),
            _rotate(self.other_clear, symmetry),
            self.my_score,
            self.other_score,
            self.side,
        )

    def move_image(self, move, symmetry):
        return move + (symmetry << 2) & 31

    def progress(self):
        return self.my_score + self.other_score

    def lead(self):
        return self.my_score - self.other_score

    def with_lead(self, lead):
        taken = self.my_score + self.other_score
        if abs(lead) > taken or (taken + lead) % 2:
            return self
        mine = (taken + lead) // 2
        return type(self)(
            self.my_red,
            self.my_blue,
            self.my_clear,
            self.other_red,
            self.other_blue,
            self.other_clear,
            mine,
            taken - mine,
            self.side,
        )

    SYMMETRIC_PATTERNS = 1

    def patterns(self, out):
        mine, others = _up_to_4(self.mine()), _up_to_4(self.others())
        # The opponent's hole after one of mine is in the same lane or the next, and the reverse.
        after_mine = others if self.side == 0 else _rotate(others, 7)
        after_other = _rotate(mine, 7) if self.side == 0 else mine
        red, blue, clear = _up_to_4(self.my_red), _up_to_4(self.my_blue), _up_to_4(self.my_clear)
        count = _hole_patterns(out, 0, 0, red, blue, clear, after_mine)
        red, blue = _up_to_4(self.other_red), _up_to_4(self.other_blue)
        clear = _up_to_4(self.other_clear)
        count = _hole_patterns(out, count, OTHER_HOLES, red, blue, clear, after_other)
        count = _row_patterns(out, count, mine, after_mine)
        out[count] = LEADS + self.my_score - self.other_score
        out[count + 1] = LEFT + total_seeds(self.mine() + self.others())
        return count + 2

    def pattern_count(self):
        return ALL_PATTERNS
