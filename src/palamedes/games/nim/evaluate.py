"""Nim: the theory. It is complete: looking one move ahead with it is perfect play."""

from typing import NamedTuple

from palamedes.core.rules import LOSS, compiled


@compiled
class NimTheory(NamedTuple):
    win: int = 1000

    def score(self, state, last):
        """The player to move wins if the exclusive-or of the heaps is not 0.

        One exception: in misère, once no heap is larger than 1, the player to move wins with an
        even number of heaps left.
        """
        total, largest, left = 0, 0, 0
        heaps = state.heaps
        while heaps:
            heap = heaps & 127
            total ^= heap
            largest = max(largest, heap)
            left += heap > 0
            heaps >>= 7
        by_number = state.NOTHING_LEFT != LOSS and largest <= 1
        wins = left % 2 == 0 if by_number else total != 0
        return self.win if wins else -self.win


EVALUATIONS = {"theory": NimTheory()}
