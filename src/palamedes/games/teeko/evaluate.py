"""Teeko: the evaluations.

A four is a set of four squares that wins. It is open to a player while no enemy piece stands on
it. The fours of one shape are handled together, as the set of the squares they start from.
"""

from typing import NamedTuple

from palamedes.core.bits import lowest, popcount
from palamedes.core.kernel import part
from palamedes.core.rules import compiled
from palamedes.games.teeko.rules import BOARD, MEN, NEIGHBOURS

CENTRAL = 0b01110_01110_01110 << 5  # the 3 x 3 squares around the centre

# The squares by where the symmetries of the board can send them; the corners are left.
CENTRE = 1 << 12
BESIDE_CENTRE = 0b00100_01010_00100 << 5  # by the side
ACROSS_CENTRE = 0b01010_00000_01010 << 5  # by the corner
EDGE_MIDDLE = 0b00100_00000_10001_00000_00100
EDGE = 0b01010_10001_00000_10001_01010


@part
def _filled(men, enemies, shape):
    """The starts of the open fours of a shape with two, three and four of the men on them."""
    second, third, fourth, starts = shape
    taken = enemies | enemies >> second | enemies >> third | enemies >> fourth
    # Fours that leave the board at the top are in `starts` too, as nobody can complete them.
    open_ones = starts & BOARD >> fourth & ~taken
    b, c, d = men >> second, men >> third, men >> fourth
    front, back = men & b, c & d
    one_in_front, one_at_back = men ^ b, c ^ d
    two = (front ^ back) & ~(one_in_front | one_at_back) | one_in_front & one_at_back
    three = front & one_at_back | back & one_in_front
    return two & open_ones, three & open_ones, front & back & open_ones


@compiled
class TeekoOriginal(NamedTuple):
    """The original one: open fours by the pieces on them, and the centre; own minus other.

    The fours are those of the variant: 44, or 58 in teeko:advanced.
    """

    two: int = 10
    three: int = 50
    four: int = 1000
    central: int = 2  # for each piece in the central 3 x 3

    def score(self, state, last):
        two = three = four = 0
        for shape in state.SHAPES:
            mine = _filled(state.me, state.other, shape)
            others = _filled(state.other, state.me, shape)
            two += popcount(mine[0]) - popcount(others[0])
            three += popcount(mine[1]) - popcount(others[1])
            four += popcount(mine[2]) - popcount(others[2])
        central = popcount(state.me & CENTRAL) - popcount(state.other & CENTRAL)
        return self.two * two + self.three * three + self.four * four + self.central * central


@part
def _ready(men, starts, shape):
    """The number of fours with three of the men that the fourth completes in one move."""
    second, third, fourth, _ = shape
    ready = 0
    while starts:
        four = (1 | 1 << second | 1 << third | 1 << fourth) << lowest(starts)
        starts &= starts - 1
        missing = lowest(four & ~men)
        # A man in hand can be dropped anywhere.
        ready += popcount(men) < MEN or int(NEIGHBOURS[missing]) & men & ~four != 0
    return ready


@part
def _places(weights, men):
    """The value of the squares that the men stand on."""
    return (
        weights.centre * popcount(men & CENTRE)
        + weights.beside_centre * popcount(men & BESIDE_CENTRE)
        + weights.across_centre * popcount(men & ACROSS_CENTRE)
        + weights.edge_middle * popcount(men & EDGE_MIDDLE)
        + weights.edge * popcount(men & EDGE)
    )


@compiled
class TeekoTuned(NamedTuple):
    """Open fours by shape, those one move from complete, and squares; own minus other.

    The side to move wins at once with a four one move from complete.
    """

    two_in_line: int = 3
    two_aslant: int = 1
    two_in_square: int = 7
    three_in_line: int = 18
    three_aslant: int = 16
    three_in_square: int = 6
    centre: int = 53  # for each piece there; the corners count nothing
    beside_centre: int = 37
    across_centre: int = 24
    edge_middle: int = 10
    edge: int = 8
    ready: int = 64  # for each four one move from complete
    strike: int = 900  # for the side to move, if it has one

    def score(self, state, last):
        total = ready = threats = 0
        for number, shape in enumerate(state.SHAPES):
            kind = min(number >> 1, 2)  # rows and columns, diagonals, squares
            mine = _filled(state.me, state.other, shape)
            others = _filled(state.other, state.me, shape)
            total += self[kind] * (popcount(mine[0]) - popcount(others[0]))
            total += self[3 + kind] * (popcount(mine[1]) - popcount(others[1]))
            ready += _ready(state.me, mine[1], shape)
            threats += _ready(state.other, others[1], shape)
        total += _places(self, state.me) - _places(self, state.other)
        return total + self.ready * (ready - threats) + self.strike * (ready > 0)


EVALUATIONS = {"original": TeekoOriginal(), "tuned": TeekoTuned()}
