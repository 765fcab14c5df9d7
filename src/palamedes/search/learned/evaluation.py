"""The learned evaluation: what a position shows, as a network learnt to judge it."""

from typing import NamedTuple

import numpy as np

from palamedes.core.network import network_output
from palamedes.core.rules import compiled
from palamedes.core.stack_memory import bare, move_list
from palamedes.search.score import ESTIMATE

LARGEST = ESTIMATE - 1


@compiled
class Learned(NamedTuple):
    """A network (core/network.py) whose output is the score. Its patterns are the game's."""

    rows: np.ndarray
    base: np.ndarray
    weights: np.ndarray
    offsets: np.ndarray
    exits: np.ndarray

    def __eq__(self, other: object) -> bool:  # arrays are not compared, and have no hash
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def score(self, state, last):
        shown = move_list()
        output = network_output(shown, state.patterns(shown), bare(self))
        return int(min(max(output, -LARGEST), LARGEST))
