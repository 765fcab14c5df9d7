"""Nine men's morris: the rules.

Points are bits, eight per ring, clockwise from the upper left corner:

     0-----------1-----------2
     |           |           |
     |   8-------9------10   |
     |   |       |       |   |
     |   |  16--17--18   |   |
     |   |   |       |   |   |
     7--15--23      19--11---3
     |   |   |       |   |   |
     |   |  22--21--20   |   |
     |   |       |       |   |
     |  14------13------12   |
     |           |           |
     6-----------5-----------4

So a step along a ring is a rotation inside a byte, and a step across the rings a shift by eight;
corners are even, middles odd. The 32 lines between neighbours make 64 steps, so that a set of steps
fills one word exactly:

     0-23   clockwise to the point of this number
    24-47   anticlockwise to the point of this number less 24
    48-63   across the rings: 48 + p inwards from, 47 + p outwards to the middle p = 1, 3, ... 15

A move is `origin << 10 | target << 5 | captured`; a man from the hand has its target as its origin,
and `captured` is 24 if no man is captured. There are at most 225. Nine enemy men leave 15 points,
so that own men or empty points are at most seven; at most 25 lines end at seven points, each for
one step that may take one of nine men. Fewer enemy men make fewer moves, by the same count.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import lowest, permute, popcount
from palamedes.core.kernel import part
from palamedes.core.rules import LOSS, ONGOING, rules

MEN = 9
BOARD = (1 << 24) - 1
CORNERS = 0x555555
MIDDLES = 0xAAAAAA
FIRST = 0x010101  # where the numbers of the rings begin
LAST = 0x808080  # where they end
INNER = 0xFF0000
NOBODY = 24
PLACE, STEP = 24, 25  # rows of MOVES, after those of the 24 points


def _moves():
    """The moves without a capture.

    The row of a point has the flights from it by target, the row PLACE has the men from the hand by
    point, and the row STEP has the steps by number.
    """

    def move(origin, target):
        return origin << 10 | target << 5 | NOBODY

    table = np.zeros((26, 64), np.int64)
    for point in range(24):
        ring = point & ~7
        table[:24, point] = [move(origin, point) for origin in range(24)]
        table[PLACE, point] = move(point, point)
        table[STEP, point] = move(ring | (point - 1) & 7, point)
        table[STEP, 24 + point] = move(ring | (point + 1) & 7, point)
    for middle in range(1, 16, 2):
        table[STEP, 48 + middle] = move(middle, middle + 8)
        table[STEP, 47 + middle] = move(middle + 8, middle)
    return table


def _images():
    """The symmetries of the square, then the same with the outer and the inner ring swapped."""
    square = [
        [(turn + direction * place) & 7 for place in range(8)]
        for direction in (1, -1)
        for turn in (0, 2, 4, 6)
    ]
    return np.array(
        [
            [8 * ring + place for ring in rings for place in places] + [NOBODY]
            for rings in ((0, 1, 2), (2, 1, 0))
            for places in square
        ]
    )


MOVES = _moves()
IMAGES = _images()

# Patterns: each ring, and each side of the square with its nine points, by what stands there. Those
# that a symmetry turns into each other have one number, so that nothing says which ring or side it
# is, except that the middle ring differs from the others.
TERNARY = np.array([sum(3**i for i in range(9) if nine >> i & 1) for nine in range(512)])
RING_TURNS = [[*IMAGES[turn, :8]] for turn in range(8)]
SIDE_TURNS = [
    [3 * ring + place for ring in rings for place in places]
    for rings in ((0, 1, 2), (2, 1, 0))
    for places in ((0, 1, 2), (2, 1, 0))
]


def _classes(turns):
    """For every contents of some points, to base 3, the number of its class under symmetries."""
    powers = 3 ** np.arange(len(turns[0]))
    digits = np.arange(3 ** len(powers))[:, None] // powers % 3
    least = np.min([digits[:, turn] @ powers for turn in turns], axis=0)
    return np.unique(least, return_inverse=True)[1].astype(np.int64)


RING_CLASS, SIDE_CLASS = _classes(RING_TURNS), _classes(SIDE_TURNS)
RINGS, SIDES = int(RING_CLASS.max()) + 1, int(SIDE_CLASS.max()) + 1
MIDDLE_RING = RINGS  # after the classes of the outer and the inner one
FIRST_SIDE = 2 * RINGS
PHASE = FIRST_SIDE + SIDES  # all are seen in two phases, placing and moving
STRENGTH = 2 * PHASE  # men of both, those in hand included
IN_HAND = STRENGTH + 2 * (MEN + 1) ** 2
ALL_PATTERNS = IN_HAND + 2 * MEN + 1


@part
def _ring_class(me, other, ring):
    mine, others = me >> 8 * ring & 255, other >> 8 * ring & 255
    return int(RING_CLASS[int(TERNARY[mine]) + 2 * int(TERNARY[others])])


@part
def _on_side(men, side):
    """The men on a side as nine bits, three for each ring; `men` has each ring twice."""
    men >>= 2 * side
    return men & 7 | men >> 13 & 0o70 | men >> 26 & 0o700


@part
def _twice(men):
    """Each ring twice, in sixteen bits: no side begins at the end of a ring."""
    rings = men & 255 | (men & 0xFF00) << 8 | (men & INNER) << 16
    return rings | rings << 8


@part
def clockwise(points):
    """The next point of each along its ring."""
    return (points & ~LAST) << 1 | (points & LAST) >> 7


@part
def anticlockwise(points):
    """The previous point of each along its ring."""
    return (points & ~FIRST) >> 1 | (points & FIRST) << 7


@part
def pairs(men):
    """The points where two men wait for a third to close a mill, in four sets.

    Seen from the point, the two are the next ones clockwise, the next ones anticlockwise, one on
    each side along the ring, or on the two other rings.
    """
    ahead, behind = anticlockwise(men), clockwise(men)
    return (
        ahead & anticlockwise(ahead) & CORNERS,
        behind & clockwise(behind) & CORNERS,
        ahead & behind & MIDDLES,
        (men << 8 | men >> 16) & (men >> 8 | men << 16) & MIDDLES,
    )


@part
def mill_points(men):
    """The points where a man, present or not, makes a mill with two others."""
    ahead, behind, beside, across = pairs(men)
    return ahead | behind | beside | across


@part
def removable(men):
    """The men that an enemy mill may take. Men in mills are safe unless all are in mills."""
    loose = men & ~mill_points(men)
    if loose:
        return loose
    # With no man on the board, which only a pasted position can have, a mill takes nobody.
    return men if men else 1 << NOBODY


@part
def steps(men, empty):
    """The steps from men to empty neighbours. All 64 bits are used: the word may be negative."""
    inwards = men & empty >> 8 & MIDDLES
    outwards = men >> 8 & empty & MIDDLES
    return (
        clockwise(men) & empty
        | (anticlockwise(men) & empty) << 24
        | (inwards | outwards >> 1) << 48
    )


@part
def closing_steps(men):
    """The steps that would close a mill, whether or not a man can make them.

    The line along which a step is made is left open behind it, so the mill is on another line.
    """
    ahead, behind, beside, across = pairs(men)
    return ahead | across | (behind | across) << 24 | (beside >> 8 | (beside & ~INNER) >> 1) << 48


@part
def write(out, count, row, choices, closing, victims):
    """Append the moves of a row that are in `choices`, closing ones once for each victim."""
    quiet = choices & ~closing
    while quiet:
        out[count] = int(MOVES[row, lowest(quiet)])
        quiet &= quiet - 1
        count += 1
    choices &= closing
    while choices:
        move = int(MOVES[row, lowest(choices)]) - NOBODY
        choices &= choices - 1
        men = victims
        while men:
            out[count] = move | lowest(men)
            men &= men - 1
            count += 1
    return count


@part
def tally(choices, closing, victims):
    """The number of moves that `write` would write."""
    return popcount(choices) + popcount(choices & closing) * (popcount(victims) - 1)


def possible_codes():
    """Each way from a point to a point, or from the hand, with nobody or a man elsewhere taken.

    A man with three left may fly anywhere, and wherever a mill is closed any other point may hold
    the man that is taken: it need not be on the line of that mill.
    """
    return [
        origin << 10 | target << 5 | captured
        for origin in range(24)
        for target in range(24)
        for captured in range(NOBODY + 1)
        if captured not in (origin, target)
    ]


@rules
class MorrisState(NamedTuple):
    me: int = 0  # points of the player to move
    other: int = 0  # points of the opponent
    hand: int = 2 * MEN  # men that both have yet to place; if odd, I have one more

    SYMMETRIES = 16
    FIELD_SHAPES = ((24, 1), (24, 1), (1, 5))  # a bit for each point; the men in hand

    def moves(self, out):
        empty = BOARD & ~(self.me | self.other)
        victims = removable(self.other)
        if self.hand:
            return write(out, 0, PLACE, empty, mill_points(self.me), victims)
        if popcount(self.me) > 3:
            return write(out, 0, STEP, steps(self.me, empty), closing_steps(self.me), victims)
        count = 0
        men = self.me
        while men:
            closing = mill_points(self.me & ~(men & -men))
            count = write(out, count, lowest(men), empty, closing, victims)
            men &= men - 1
        return count

    def urgent_moves(self, out):
        # Those that close a mill.
        empty = BOARD & ~(self.me | self.other)
        victims = removable(self.other)
        if self.hand:
            closing = mill_points(self.me)
            return write(out, 0, PLACE, empty & closing, closing, victims)
        if popcount(self.me) > 3:
            closing = closing_steps(self.me)
            return write(out, 0, STEP, steps(self.me, empty) & closing, closing, victims)
        count = 0
        men = self.me
        while men:
            closing = mill_points(self.me & ~(men & -men))
            count = write(out, count, lowest(men), empty & closing, closing, victims)
            men &= men - 1
        return count

    def play(self, move):
        me = self.me & ~(1 << (move >> 10)) | 1 << (move >> 5 & 31)
        return type(self)(self.other & ~(1 << (move & 31)), me, max(self.hand - 1, 0))

    def outcome(self):
        # Only the player to move, who may just have lost a man, can have too few.
        men = popcount(self.me)
        if men + (self.hand + 1) // 2 < 3:
            return LOSS
        if self.hand or men == 3:
            return ONGOING
        return ONGOING if steps(self.me, BOARD & ~(self.me | self.other)) else LOSS

    def key(self):
        return (self.me << 24 | self.other) << 5 | self.hand

    def move_count(self):
        empty = BOARD & ~(self.me | self.other)
        victims = removable(self.other)
        if self.hand:
            return tally(empty, mill_points(self.me), victims)
        if popcount(self.me) > 3:
            return tally(steps(self.me, empty), closing_steps(self.me), victims)
        total = 0
        men = self.me
        while men:
            total += tally(empty, mill_points(self.me & ~(men & -men)), victims)
            men &= men - 1
        return total

    def image(self, symmetry):
        return type(self)(
            permute(self.me, IMAGES, symmetry), permute(self.other, IMAGES, symmetry), self.hand
        )

    def move_image(self, move, symmetry):
        origin = int(IMAGES[symmetry, move >> 10])
        target = int(IMAGES[symmetry, move >> 5 & 31])
        return origin << 10 | target << 5 | int(IMAGES[symmetry, move & 31])

    def arranged(self, me, other):
        return type(self)(me, other, 0)

    def ways_out(self, out):
        return self.urgent_moves(out)  # with a man less, the game is in another layer

    def unmoves(self, out):
        # Only moves without a capture are taken back: a man that stands in a mill did not move.
        men = self.other & ~mill_points(self.other)
        empty = BOARD & ~(self.me | self.other)
        if popcount(self.other) > 3:
            return write(out, 0, STEP, steps(men, empty), 0, 0)
        count = 0
        while men:
            count = write(out, count, lowest(men), empty, 0, 0)
            men &= men - 1
        return count

    def unplay(self, unmove):
        origin, target = unmove >> 10, unmove >> 5 & 31
        return type(self)(self.other & ~(1 << origin) | 1 << target, self.me, 0)

    def progress(self):
        # Men placed, plus men taken: those placed that are no longer on the board.
        placed = 2 * MEN - self.hand
        return 2 * placed - popcount(self.me | self.other)

    SYMMETRIC_PATTERNS = 1

    def patterns(self, out):
        phase = 0 if self.hand else PHASE
        out[0] = phase + _ring_class(self.me, self.other, 0)
        out[1] = phase + MIDDLE_RING + _ring_class(self.me, self.other, 1)
        out[2] = phase + _ring_class(self.me, self.other, 2)
        mine, others = _twice(self.me), _twice(self.other)
        for side in range(4):
            contents = int(TERNARY[_on_side(mine, side)])
            contents += 2 * int(TERNARY[_on_side(others, side)])
            out[3 + side] = phase + FIRST_SIDE + int(SIDE_CLASS[contents])
        strength = popcount(self.me) + (self.hand + 1 >> 1)
        strength = (MEN + 1) * strength + popcount(self.other) + (self.hand >> 1)
        out[7] = STRENGTH + (0 if self.hand else (MEN + 1) ** 2) + strength
        out[8] = IN_HAND + self.hand
        return 9

    def pattern_count(self):
        return ALL_PATTERNS
