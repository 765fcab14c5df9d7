"""Nine men's morris: the layers of the positions after placing, by the men of both sides.

A capture leads into a layer with fewer men, any other move to the same men with the sides swapped.
Positions with men in hand are in no layer: a search goes through them down to these.
"""

from collections.abc import Sequence
from functools import cached_property

from palamedes.core.game import State
from palamedes.core.layers import Index, Layer, Layers, Space
from palamedes.core.position_numbering import PairRanking
from palamedes.games.morris.rules import IMAGES, MEN, MorrisState

FEWEST = 3  # men: a side with fewer has lost
USUAL = 6  # men on each side at most: solved in a few minutes


class MorrisLayers(Layers):
    """A layer is the number of men of the mover and of the other."""

    example = MorrisState()

    @cached_property
    def _ranking(self) -> PairRanking:
        return PairRanking(self.example, IMAGES[:, :24])

    def space(self, layer: Layer) -> Space:
        return self._ranking.space(*layer)

    @property
    def usual(self) -> Sequence[Layer]:
        return _pairs(USUAL)

    @property
    def every(self) -> Sequence[Layer]:
        return _pairs(MEN)

    def index(self, layers: Sequence[Layer]) -> Index:
        return self._ranking.index(layers)

    def layer_of(self, state: State) -> Layer | None:
        men = state.me.bit_count(), state.other.bit_count()
        return men if state.hand == 0 and min(men) >= FEWEST else None

    def group(self, layer: Layer) -> tuple[Layer, ...]:
        mine, others = sorted(layer)
        return ((mine, others),) if mine == others else ((mine, others), (others, mine))

    def below(self, layer: Layer) -> tuple[Layer, ...]:
        mine, others = layer
        return ((others - 1, mine),) if others > FEWEST else ()


def _pairs(most: int) -> list[Layer]:
    """All pairs of numbers of men up to `most`, by their sum."""
    men = range(FEWEST, most + 1)
    return sorted(((mine, others) for mine in men for others in men), key=sum)
