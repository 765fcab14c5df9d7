"""Nine men's morris: the layers of the positions after placing, by the men of both sides.

A capture leads into a layer with fewer men, any other move to the same men with the sides swapped.
Positions with men in hand are above these layers: a search goes through them down to these. They
are numbered, too, ply by ply, so that a book can say what they are worth: such a layer has the men
of both on the board, and the men in hand.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import NamedTuple

from palamedes.core.game import State
from palamedes.core.kernel import inlined
from palamedes.core.layers import OUTSIDE, Index, Layer, Layers, Space
from palamedes.core.position_numbering import PairRanking
from palamedes.core.rules import compiled
from palamedes.games.morris.rules import IMAGES, MEN, MorrisState

FEWEST = 3  # men: a side with fewer has lost
USUAL = 6  # men on each side at most: solved in a few minutes


@partial(compiled, how=inlined)
class PlacingIndex(NamedTuple):
    """The numbering of positions with some number of men in hand."""

    boards: Index
    hand: int

    def place(self, state: State) -> int:
        is_ours = state.hand == self.hand
        board = state.arranged(state.me, state.other)
        return int(self.boards.place(board)) if is_ours else OUTSIDE


@partial(compiled, how=inlined)
class PlacingSpace(NamedTuple):
    """The space of the positions with some number of men on the board and in hand."""

    boards: Space
    hand: int

    def size(self) -> int:
        return int(self.boards.size())

    def state_at(self, number: int) -> State:
        state = self.boards.state_at(number)
        return MorrisState(state.me, state.other, self.hand)

    def place(self, state: State) -> int:
        return PlacingIndex(self.boards.index, self.hand).place(state)


class MorrisLayers(Layers):
    """A layer is the number of men of the mover and of the other, who had `men` at the start."""

    def __init__(self, men: int = MEN) -> None:
        self.men = men
        self.example = MorrisState(hand=2 * men)

    @cached_property
    def _ranking(self) -> PairRanking:
        return PairRanking(self.example, IMAGES[:, :24])

    def space(self, layer: Layer) -> Space:
        mine, others, *hand = layer
        boards = self._ranking.space(mine, others)
        return PlacingSpace(boards, hand[0]) if hand else boards

    @property
    def usual(self) -> Sequence[Layer]:
        return _pairs(min(USUAL, self.men))

    @property
    def every(self) -> Sequence[Layer]:
        return _pairs(self.men)

    def index(self, layers: Sequence[Layer]) -> Index:
        boards = self._ranking.index([layer[:2] for layer in layers])
        hand = layers[0][2:] if layers else ()
        return PlacingIndex(boards, hand[0]) if hand else boards

    def layer_of(self, state: State) -> Layer | None:
        men = state.me.bit_count(), state.other.bit_count()
        return men if state.hand == 0 and min(men) >= FEWEST else None

    def opening(self, ply: int) -> Sequence[Layer]:
        if ply >= 2 * self.men:
            return ()
        first, second = (ply + 1) // 2, ply // 2  # men placed by both players
        mine, others = (first, second) if ply % 2 == 0 else (second, first)
        return [
            (mine - taken, others - lost, 2 * self.men - ply)
            for taken in range(min(mine, _most_mills(others)) + 1)
            for lost in range(min(others, _most_mills(mine)) + 1)
        ]

    def reached(self, state: State) -> Sequence[Layer]:
        if not state.hand:
            return ()
        first = state.me.bit_count() + (state.hand + 1) // 2
        second = state.other.bit_count() + state.hand // 2
        mine, others = (second, first) if state.hand % 2 else (first, second)
        return [layer for layer in self.every if layer[0] <= mine and layer[1] <= others]

    def group(self, layer: Layer) -> tuple[Layer, ...]:
        mine, others = sorted(layer)
        return ((mine, others),) if mine == others else ((mine, others), (others, mine))

    def below(self, layer: Layer) -> tuple[Layer, ...]:
        mine, others = layer
        return ((others - 1, mine),) if others > FEWEST else ()


def _most_mills(placed: int) -> int:
    """How often a player can have closed a mill: the third man may, and then every man."""
    return max(placed - 2, 0)


def _pairs(most: int) -> list[Layer]:
    """All pairs of numbers of men up to `most`, by their sum."""
    men = range(FEWEST, most + 1)
    return sorted(((mine, others) for mine in men for others in men), key=sum)
