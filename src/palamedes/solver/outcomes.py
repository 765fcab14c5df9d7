"""Tables without distances, in a quarter of the memory: all of morris takes 2.2 GB.

A searcher that only asks who wins, such as above_tables.py, needs no more.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from palamedes.core.game import State
from palamedes.core.kernel import inlined, kernel
from palamedes.core.layers import Index, Layer
from palamedes.core.probe import NOT_PROBED
from palamedes.core.rules import compiled
from palamedes.solver.retrograde import is_win
from palamedes.solver.tablebase import Tablebase


@partial(compiled, how=inlined)
class Outcomes(NamedTuple):
    """The outcomes of several layers, one after the other, four to a byte."""

    index: Index
    packed: np.ndarray

    def probed(self, state: State) -> int:
        """0 for a draw, 1 for a loss, 2 for a win: a byte of a table, but for the distance."""
        place = int(self.index.place(state))
        return NOT_PROBED if place < 0 else int(self.packed[place >> 2]) >> 2 * (place & 3) & 3


def read_outcomes(tablebase: Tablebase, layers: Sequence[Layer], threads: int = 2) -> Outcomes:
    """The outcomes of these layers; PalamedesError if one is missing or damaged."""
    sizes = [int(tablebase.layers.space(layer).size()) for layer in layers]
    packed = np.zeros((sum(sizes) + 3) // 4, np.uint8)
    first = 0
    for layer, size in zip(layers, sizes, strict=True):
        pack(tablebase.load(layer, threads), tablebase.layers.flip, packed, first)
        first += size
    return Outcomes(tablebase.layers.index(layers), packed)


@kernel
def pack(table, flip, packed, first):
    """Write what the bytes of a table say of the outcome, from place `first` on."""
    for number in range(len(table)):
        if table[number]:
            place = first + number
            outcome = 2 if is_win(table[number], flip) else 1
            packed[place >> 2] |= outcome << 2 * (place & 3)
