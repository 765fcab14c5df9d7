"""How the positions of a game are numbered, so that tables can hold what is known of all of them.

The positions are divided into layers, mostly by material. Moves lead into layers of the same group,
which are solved together, or into layers that are solved before. The numbering of a layer is its
space, a compiled named tuple with the methods

    space.size()             the count of numbers
    space.state_at(number)   a state with this number
    space.following(number, state)    the state at the next number, given the one at this number
    space.twins(number)      how many numbers stand for the state or an image of it
    space.place(state)       the number of a state of this layer, OUTSIDE for any other; only states
                             that are images of each other under the symmetries have the same
    space.places(state, out) writes every number that stands for a state of this layer or an image
                             of it, perhaps some twice, and returns how many it wrote

The index of several layers numbers all their positions, one layer after the other, and has the last
two of these methods.

A game whose states have three more rules is solved backwards, which is very much faster:

    state.unmoves(out)       writes the ways back to states of the same group, returns how many
    state.unplay(unmove)     the state from which a legal move leads here
    state.ways_out(out)      writes the moves that lead out of the group, returns how many; by
                             default there are none
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from palamedes.core.game import State
from palamedes.core.kernel import inlined
from palamedes.core.probe import NOT_PROBED, Tables
from palamedes.core.rules import compiled

Space: TypeAlias = Any  # a compiled named tuple, as described above
Index: TypeAlias = Any  # likewise
Layer = tuple[int, ...]  # what a layer is called by: in morris, the men of mover and other

OUTSIDE = -1  # the place of a state of another layer


@partial(compiled, how=inlined)
class JoinedTables(NamedTuple):
    """The tables of several layers, one after the other in one array."""

    index: Index
    known: np.ndarray  # a byte per position: core/probe.py

    def probed(self, state: State) -> int:
        place = int(self.index.place(state))
        return NOT_PROBED if place < 0 else int(self.known[place])


@partial(compiled, how=inlined)
class Outcomes(NamedTuple):
    """The outcomes of several layers, one after the other, four to a byte: no distances."""

    index: Index
    packed: np.ndarray

    def probed(self, state: State) -> int:
        """0 for a draw, 1 for a loss, 2 for a win: a byte of a table, but for the distance."""
        place = int(self.index.place(state))
        return NOT_PROBED if place < 0 else int(self.packed[place >> 2]) >> 2 * (place & 3) & 3


class Layers(ABC):
    """The layers of one game, and which of them depend on which."""

    example: State  # any state of the game
    flip = 0  # 1 if the player to move has won where the game is over, as in misere nim
    # Files may leave out wins, which follow from the losses, in a game that is solved backwards as
    # one group, and whose `flip` is 0.
    wins_are_stored = True

    @property
    @abstractmethod
    def usual(self) -> Sequence[Layer]:
        """The layers that are solved by default."""

    @property
    @abstractmethod
    def every(self) -> Sequence[Layer]:
        """All layers of the game."""

    @property
    def main(self) -> Layer | None:
        """The layer whose counts are those of the game; None if each layer counts by itself."""
        return None

    @abstractmethod
    def space(self, layer: Layer) -> Space:
        """The numbering of a layer."""

    @abstractmethod
    def index(self, layers: Sequence[Layer]) -> Index:
        """The numbering of several layers."""

    @abstractmethod
    def layer_of(self, state: State) -> Layer | None:
        """The layer of a state, None if it is in no layer."""

    @abstractmethod
    def group(self, layer: Layer) -> tuple[Layer, ...]:
        """The layers that must be solved together with this one, itself included."""

    @abstractmethod
    def below(self, layer: Layer) -> tuple[Layer, ...]:
        """The layers outside its group that the moves of a layer lead into."""

    def opening(self, ply: int) -> Sequence[Layer]:
        """The layers of all positions at a ply, if they are above all tables.

        They are not solved, but numbered like others: they have a space, and one index for a ply.
        """
        return ()

    def reached(self, state: State) -> Sequence[Layer]:
        """The layers that play from a state above the tables can come to first; () for others."""
        return ()

    def tables(self, layers: Sequence[Layer], read: Callable[[Layer], Any]) -> Tables:
        """The tables of these layers, read by `read`, in the form that searches ask."""
        return self.joined(layers, read)

    def joined(self, layers: Sequence[Layer], read: Callable[[Layer], Any]) -> JoinedTables:
        """The tables of these layers, read by `read`, as one."""
        sizes = [int(self.space(layer).size()) for layer in layers]
        known = np.empty(sum(sizes), np.uint8)
        first = 0
        for layer, size in zip(layers, sizes, strict=True):
            known[first : first + size] = read(layer)
            first += size
        return JoinedTables(self.index(layers), known)

    def groups(self, wanted: Iterable[Layer]) -> Sequence[tuple[Layer, ...]]:
        """The groups to solve for these layers, each after those it depends on."""
        ordered: dict[tuple[Layer, ...], None] = {}

        def visit(layer: Layer) -> None:
            group = self.group(layer)
            if group not in ordered:
                for each in group:
                    for child in self.below(each):
                        visit(child)
                ordered[group] = None

        for layer in wanted:
            visit(layer)
        return tuple(ordered)
