"""The layers of games in which both players drop their men in turn, then move them."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import State
from palamedes.core.layers import Index, Layer, Layers, Space
from palamedes.core.position_numbering import PairRanking


class DropLayers(Layers):
    """A layer is the number of men on the board, of the mover and of the other.

    With all men placed, moves stay inside the layer; a drop leads to the layer with one man more.
    All of them are solved together: going back from a position with a drop costs less than looking
    at all drops of the one before.
    """

    def __init__(
        self, start: State, men: int, images: NDArray[np.int64], wins_are_stored: bool = True
    ) -> None:
        self.example = start
        self.wins_are_stored = wins_are_stored
        self._images = images
        self._last = (men, men)
        self._spaces: dict[Layer, Space] = {}

    @cached_property
    def _ranking(self) -> PairRanking:
        return PairRanking(self.example, self._images)

    def space(self, layer: Layer) -> Space:
        if layer not in self._spaces:  # a probe asks for it dozens of times
            self._spaces[layer] = self._ranking.space(*layer)
        return self._spaces[layer]

    @property
    def every(self) -> Sequence[Layer]:
        """From all men on the board to an empty board."""
        men = self._last[0]
        return [(placed // 2, placed - placed // 2) for placed in range(2 * men, -1, -1)]

    usual = every

    @property
    def main(self) -> Layer:
        return self._last

    def index(self, layers: Sequence[Layer]) -> Index:
        return self._ranking.index(layers)

    def layer_of(self, state: State) -> Layer | None:
        return state.me.bit_count(), state.other.bit_count()

    def group(self, layer: Layer) -> tuple[Layer, ...]:
        return tuple(self.every)

    def below(self, layer: Layer) -> tuple[Layer, ...]:
        return ()
