"""Numbering positions of two kinds of men on a board, without gaps; symmetric ones share a number.

A position is two sets of cells, `me` and `other`. Sets of the same size are ranked by the
combinatorial number system: the rank of {c1 < c2 < ...} is C(c1, 1) + C(c2, 2) + ..., so that sets
are in the order of their words. The number of a position is

    class of `me` * number of sets that `other` can be + rank of `other` among the cells left

where a class is all sets that are images of each other. The least set of a class is its head, and
the symmetry that takes `me` to the head of its class is applied to `other` too. If more than one
symmetry does so, a position has more than one number.

Sets are looked up by thirds of nine bits, so that the tables stay in the processor's first cache.
"""

from collections.abc import Sequence
from functools import partial
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.bits import gathered, lowest, popcount
from palamedes.core.game import State
from palamedes.core.kernel import inlined, kernel
from palamedes.core.layers import OUTSIDE, Index, Layer, Space
from palamedes.core.rules import compiled

THIRD = 9  # bits
LOW = (1 << THIRD) - 1
MOST_MEN = 9
BELOW = MOST_MEN + 1  # the possible numbers of men in lower thirds: 0 to MOST_MEN
ROW = 32  # places in a row of the binomial coefficients
SYMMETRY = 4  # bits for the number of a symmetry


@partial(compiled, how=inlined)
class PairIndex(NamedTuple):
    """Where the positions of some layers are, if these stand one after the other.

    The game's states have the fields `me` and `other` and the rule `arranged(me, other)`, which is
    the state with these men on the board that is in a layer.
    """

    example: Any  # a state of the game
    starts: np.ndarray  # of layers, at mine * BELOW + other's men; OUTSIDE if it is not one of them
    set_counts: np.ndarray  # at the same place: the sets that the other's men can be
    class_starts: np.ndarray  # in `classes`, by the mover's men
    head_starts: np.ndarray  # in `heads` and `fixed`, likewise
    classes: np.ndarray  # by rank of a set: class << SYMMETRY | symmetry to its head
    heads: np.ndarray  # by class
    fixed: np.ndarray  # by class: the symmetries that leave its head as it is, as bits
    set_ranks: np.ndarray  # of thirds of a set, by third and men below
    turned_thirds: np.ndarray  # thirds of a set, by symmetry and third
    choose: np.ndarray  # C(n, k) at k * ROW + n

    def place(self, state):
        men = popcount(state.me)
        pair = men * BELOW + popcount(state.other)
        start = int(self.starts[pair])
        if start < 0 or state != self.example.arranged(state.me, state.other):
            return OUTSIDE
        place = int(self.classes[self.class_starts[men] + _rank(self.set_ranks, state.me)])
        number = place >> SYMMETRY
        other = _turn(self.turned_thirds, state.other, place & (1 << SYMMETRY) - 1)
        head = int(self.heads[self.head_starts[men] + number])
        rank = _rank_left(self.set_ranks, other, head)
        return start + number * int(self.set_counts[pair]) + rank

    def places(self, state, out):
        men = popcount(state.me)
        pair = men * BELOW + popcount(state.other)
        place = int(self.classes[self.class_starts[men] + _rank(self.set_ranks, state.me)])
        number = place >> SYMMETRY
        other = _turn(self.turned_thirds, state.other, place & (1 << SYMMETRY) - 1)
        start = int(self.starts[pair]) + number * int(self.set_counts[pair])
        number += int(self.head_starts[men])
        head, fixed, count = int(self.heads[number]), int(self.fixed[number]), 0
        while fixed:
            image = _turn(self.turned_thirds, other, lowest(fixed))
            fixed &= fixed - 1
            out[count] = start + _rank_left(self.set_ranks, image, head)
            count += 1
        return count


@partial(compiled, how=inlined)
class PairSpace(NamedTuple):
    """The space of the positions with some number of men of the mover and of the other."""

    index: PairIndex  # of this layer alone
    cells: int  # of the board
    other_men: int
    sets: int  # that the other's men can be, given the mover's
    positions: int  # the count of numbers

    def size(self):
        return self.positions

    def place(self, state):
        return self.index.place(state)

    def places(self, state, out):
        return self.index.places(state, out)

    def twins(self, number):
        return popcount(int(self.index.fixed[number // self.sets]))

    def state_at(self, number):
        head = int(self.index.heads[number // self.sets])
        rank = number % self.sets
        other, left = 0, self.other_men
        cell = self.cells
        below = cell - popcount(head)  # cells lower than this one that are not the mover's
        while left:
            cell -= 1
            if head >> cell & 1:
                continue
            below -= 1
            ways = int(self.index.choose[left * ROW + below])
            if ways <= rank:
                rank -= ways
                other |= 1 << cell
                left -= 1
        return self.index.example.arranged(head, other)

    def following(self, number, state):
        other = _next_set(state.other, state.me)
        if other >> self.cells or other == 0:
            return self.state_at(min(number + 1, self.positions - 1))
        return self.index.example.arranged(state.me, other)


@inlined
def _next_set(cells, taken):
    """The next set in the order of ranks that has no cell of `taken`."""
    lowest_cell = cells & -cells
    following = (cells | taken) + lowest_cell & ~taken  # the carry passes cells that are taken
    free = ~taken
    for _cell in range(popcount(cells) - popcount(following)):
        following |= free & -free
        free &= free - 1
    return following


@inlined
def _rank(set_ranks, cells):
    """The rank of a set among those of its size."""
    low, middle, high = cells & LOW, cells >> THIRD & LOW, cells >> 2 * THIRD
    below = popcount(low)
    return (
        int(set_ranks[low])
        + int(set_ranks[BELOW + below << THIRD | middle])
        + int(set_ranks[2 * BELOW + below + popcount(middle) << THIRD | high])
    )


@inlined
def _turn(turned, cells, symmetry):
    """The image of a set."""
    low = 3 * symmetry << THIRD
    return (
        int(turned[low | cells & LOW])
        | int(turned[low + (1 << THIRD) | cells >> THIRD & LOW])
        | int(turned[low + (2 << THIRD) | cells >> 2 * THIRD])
    )


@inlined
def _rank_left(set_ranks, cells, taken):
    """The rank of a set among those of its size that have no cell of `taken`."""
    return _rank(set_ranks, gathered(cells, ~taken))


class PairRanking:
    """Makes the spaces of one board. A row of `images` says where a symmetry sends the cells."""

    def __init__(self, example: State, images: NDArray[np.int64]) -> None:
        self.example = example
        self.cells = images.shape[1]
        self._images = images
        self._choose = _binomials()
        self._set_ranks = _set_ranks()
        self._turned_thirds = _turned_thirds(images)
        self._classes: dict[int, tuple[Any, Any, Any]] = {}

    def space(self, mine: int, others: int) -> Space:
        index = self.index([(mine, others)])
        sets = comb(self.cells - mine, others)
        return PairSpace(index, self.cells, others, sets, len(index.heads) * sets)

    def index(self, layers: Sequence[Layer]) -> Index:
        """Where the positions of these layers are, one layer after the other."""
        starts, set_counts = np.full((2, BELOW * BELOW), OUTSIDE, np.int64)
        class_starts, head_starts = np.zeros((2, BELOW), np.int64)
        classes, heads, fixed = [np.zeros(0, np.int32)], [np.zeros(0, int)], [np.zeros(0, int)]
        for mine in sorted({layer[0] for layer in layers}):
            class_starts[mine], head_starts[mine] = sum(map(len, classes)), sum(map(len, heads))
            for parts, own in zip((classes, heads, fixed), self._classes_of(mine), strict=True):
                parts.append(own)
        first = 0
        for mine, others in layers:
            sets = comb(self.cells - mine, others)
            starts[mine * BELOW + others] = first
            set_counts[mine * BELOW + others] = sets
            first += len(self._classes_of(mine)[1]) * sets
        return PairIndex(
            self.example,
            starts,
            set_counts,
            class_starts,
            head_starts,
            np.concatenate(classes),
            np.concatenate(heads),
            np.concatenate(fixed),
            self._set_ranks,
            self._turned_thirds,
            self._choose,
        )

    def _classes_of(self, men: int) -> tuple[Any, Any, Any]:
        """The class of each set of this size; the heads of the classes; what leaves these fixed."""
        if men not in self._classes:
            self._classes[men] = self._make_classes(men)
        return self._classes[men]

    def _make_classes(self, men: int) -> tuple[Any, Any, Any]:
        classes = np.zeros(comb(self.cells, men), np.int32)
        heads, fixed = np.zeros((2, len(classes)), np.int64)  # words of states are int64
        tables = self._set_ranks, self._turned_thirds
        count = classify(men, len(self._images), classes, heads, fixed, *tables)
        return classes, heads[:count].copy(), fixed[:count].copy()


def _binomials() -> NDArray[np.int32]:
    """C(n, k) at k * ROW + n."""
    return np.array([comb(n, k) for k in range(BELOW) for n in range(ROW)], np.int32)


def _set_ranks() -> NDArray[np.int32]:
    """What a third of a set adds to its rank, by third, number of men below and its cells."""
    ranks = [
        sum(
            comb(third * THIRD + cell, below + number)
            for number, cell in enumerate(_cells(bits), 1)
        )
        for third in range(3)
        for below in range(BELOW)
        for bits in range(1 << THIRD)
    ]
    return np.array(np.minimum(ranks, np.iinfo(np.int32).max), np.int32)


def _turned_thirds(images: NDArray[np.int64]) -> NDArray[np.int32]:
    """The images of all thirds of sets, by symmetry, third and its cells."""
    cells = images.shape[1]
    return np.array(
        [
            sum(
                1 << int(row[third * THIRD + cell])
                for cell in _cells(bits)
                if third * THIRD + cell < cells
            )
            for row in images
            for third in range(3)
            for bits in range(1 << THIRD)
        ],
        np.int32,
    )


def _cells(bits: int) -> list[int]:
    return [cell for cell in range(THIRD) if bits >> cell & 1]


@kernel
def classify(men, symmetries, classes, heads, fixed, set_ranks, turned):
    """Divide all sets of `men` cells into classes; returns the number of classes.

    Sets come in the order of their words, so that the head of a class comes first.
    """
    count = 0
    cells = (1 << men) - 1
    for rank in range(len(classes)):
        head, symmetry, same = cells, 0, 0
        for other in range(symmetries):
            image = _turn(turned, cells, other)
            if image == cells:
                same |= 1 << other
            if image < head:
                head, symmetry = image, other
        if head == cells:
            heads[count], fixed[count] = cells, same
            classes[rank] = count << SYMMETRY
            count += 1
        else:
            first = int(classes[_rank(set_ranks, head)]) >> SYMMETRY
            classes[rank] = first << SYMMETRY | symmetry
        if cells:  # the next word with as many bits
            carry = cells + (cells & -cells)
            cells = carry | (cells ^ carry) >> 2 >> lowest(cells)
    return count
