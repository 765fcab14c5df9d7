"""How the positions of a game are numbered, so that what is known of all of them fits into tables.

The positions are divided into layers, mostly by material. Moves lead into layers of the same group,
which are solved together, or into layers that can be solved before. A layer has a space: a compiled
named tuple with

    space.size()             how many numbers there are
    space.holds(state)       whether a state is of this layer
    space.rank(state)        the number of such a state, the same for no two states but images of
                             each other under the symmetries
    space.state_at(number)   a state with this number
    space.following(number, state)    the state at the next number, given that at this one
    space.ranks(state, out)  writes all numbers that stand for the state or an image of it, some
                             perhaps twice; how many
    space.twins(number)      how many that would be

If a game's states also know the way back,

    state.unmoves(out)       writes the ways back to states of the same group, returns how many
    state.unplay(unmove)     the state from which a legal move leads here

then it is solved backwards, which is very much faster.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from palamedes.core.game import State
from palamedes.core.probe import NoTables

Layer = tuple[int, ...]  # its name: in morris, the men of the mover and of the other


class Layers(ABC):
    """The layers of one game, and how they hang together."""

    example: State  # any state of the game
    flip = 0  # 1 if the player to move has won where the game is over, as in misere nim

    @property
    @abstractmethod
    def usual(self) -> Sequence[Layer]:
        """The layers to solve where nothing else is asked for."""

    @property
    @abstractmethod
    def every(self) -> Sequence[Layer]:
        """All layers there are."""

    @property
    def main(self) -> Layer | None:
        """The layer whose counts stand for the game; None where each layer counts by itself."""
        return None

    @abstractmethod
    def space(self, layer: Layer) -> State:
        """The numbering of a layer."""

    @abstractmethod
    def layer_of(self, state: State) -> Layer | None:
        """The layer of a state, None if it is of none."""

    @abstractmethod
    def group(self, layer: Layer) -> tuple[Layer, ...]:
        """The layers that must be solved together with this one, itself included."""

    @abstractmethod
    def below(self, layer: Layer) -> tuple[Layer, ...]:
        """The layers outside its group that moves of a layer lead into."""

    def tables(self, layers: Sequence[Layer], read: Callable[[Layer], Any]) -> State:
        """Some layers' tables as one compiled probe (core/probe.py), for searches to ask."""
        return NoTables()

    def is_closed(self, layer: Layer) -> bool:
        """Whether no move of a layer leaves its group, not even to end the game."""
        return False

    def groups(self, wanted: Iterable[Layer]) -> Sequence[tuple[Layer, ...]]:
        """The groups to solve for these layers, each after all that it needs."""
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
