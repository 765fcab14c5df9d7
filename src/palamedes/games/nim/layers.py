"""Nim: all positions that the heaps can become, numbered as one layer.

The digits of a number are the heaps, heap 0 lowest; the base of a digit is one more than the heap
had at the start. Nim has no `unmoves`, so it is solved forwards.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import State
from palamedes.core.kernel import inlined
from palamedes.core.layers import OUTSIDE, Index, Layer, Layers, Space
from palamedes.core.probe import NoTables, Tables
from palamedes.core.rules import LOSS, compiled

MOST_POSITIONS = 1_000_000  # of a game that is solved: two minutes for the slowest
MOST_PLIES = 250  # that tables can hold; a game has at most one per object


@partial(compiled, how=inlined)
class NimSpace(NamedTuple):
    """The space of the positions that some heaps can become."""

    example: State
    positions: int  # the count of numbers
    heap_count: int
    bases: NDArray[np.int64]  # by heap: the number of sizes it can have

    def size(self) -> int:
        return self.positions

    def place(self, state: State) -> int:
        number, unit, heaps = 0, 1, state.heaps
        for heap in range(self.heap_count):
            if heaps & 127 >= self.bases[heap]:
                return OUTSIDE
            number += (heaps & 127) * unit
            unit *= int(self.bases[heap])
            heaps >>= 7
        return OUTSIDE if heaps else number

    def places(self, state: State, out: NDArray[np.int64]) -> int:
        out[0] = self.place(state)
        return 1

    def twins(self, number: int) -> int:
        return 1

    def state_at(self, number: int) -> State:
        heaps = 0
        for heap in range(self.heap_count):
            heaps |= number % int(self.bases[heap]) << 7 * heap
            number //= int(self.bases[heap])
        return type(self.example)(heaps)

    def following(self, number: int, state: State) -> State:
        return self.state_at(number + 1)


class NimLayers(Layers):
    """One layer only, named after the heaps at the start."""

    def __init__(self, start: State, heaps: Sequence[int]) -> None:
        self.example = start
        self._layer = tuple(heaps)
        self.flip = int(start.NOTHING_LEFT != LOSS)

    @cached_property
    def _space(self) -> Space:
        bases = np.array(self._layer, np.int64) + 1
        return NimSpace(self.example, positions_of(self._layer), len(bases), bases)

    @property
    def main(self) -> Layer:
        return self._layer

    def space(self, layer: Layer) -> Space:
        return self._space

    def index(self, layers: Sequence[Layer]) -> Index:
        return self._space

    def tables(self, layers: Sequence[Layer], read: Callable[[Layer], Any]) -> Tables:
        return NoTables()  # no search of nim is long enough to need any

    @property
    def every(self) -> Sequence[Layer]:
        return [self._layer]

    usual = every

    def layer_of(self, state: State) -> Layer | None:
        return self._layer

    def group(self, layer: Layer) -> tuple[Layer, ...]:
        return (layer,)

    def below(self, layer: Layer) -> tuple[Layer, ...]:
        return ()


def positions_of(heaps: Sequence[int]) -> int:
    """The number of positions that some heaps can become."""
    return prod(heap + 1 for heap in heaps)


def is_solvable(heaps: Sequence[int]) -> bool:
    """Whether tables can hold all positions of a game with these heaps."""
    return positions_of(heaps) <= MOST_POSITIONS and sum(heaps) <= MOST_PLIES
