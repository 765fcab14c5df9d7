"""What a search may use and what it writes to: its features, and the arrays of its threads."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.rules import NO_MOVE
from palamedes.search.score import DEEPEST

HISTORY = 1 << 12  # moves share a place modulo this
CLAIMS = 1 << 14
UNLIMITED = 1 << 62

# Places in Memory.counters
NODES, NODE_LIMIT, BASE, AGE, PASS, NEXT_LOOK, MARGIN, LAST_PLY, POINTS = range(9)


class Features(NamedTuple):
    """What the search may use, 1 or 0. EXACT_FEATURES give the value of plain minimax."""

    table: int = 1  # remember positions
    ordering: int = 1  # hash move, killers, history
    narrow: int = (
        1  # principal variation search: prove the other moves worse with a window of width 1
    )
    reductions: int = 1  # search late moves less deep
    pruning: int = 1  # do not search what the evaluation puts far above the window
    urgent: int = 1  # look at urgent moves where the depth ends
    repetition: int = 1  # a position that came before is a draw
    strict: int = 0  # use only entries that were searched to the same depth
    shared: int = 0  # put off moves that other threads are searching

    def without_guesses(self) -> "Features":
        """The same, but every position is searched as deep as it is asked to be."""
        return self._replace(reductions=0, pruning=0)


EXACT_FEATURES = Features(urgent=0, strict=1, repetition=0).without_guesses()


class Memory(NamedTuple):
    """The arrays that one thread of a search writes to; table, stop and claims are shared by all.

    Inside the search they are bare pointers (core/stack_memory.py).
    """

    table: NDArray[np.int64]
    stop: NDArray[np.int64]  # the stop flag and its time (search/stop_flag.py)
    claims: NDArray[np.int64]  # moves that threads are searching: keys of positions, by hash
    counters: NDArray[np.int64]
    path: NDArray[np.int64]  # keys: of the match since its last progress, from BASE on of the line
    killers: NDArray[np.int64]  # two moves per ply that refuted others there
    history: NDArray[np.int64]  # how often and how deep each move refuted others


class RootFacts(NamedTuple):
    """What a search must know of the match it belongs to.

    past: keys of the positions since the last progress, the one at the root included.
    margin: how far the evaluation may err for each ply left, with `Features.pruning`.
    last_ply: the ply below the root at which a limit of moves ends the game.
    points: whether the lead decides then; otherwise it is a draw.
    """

    past: Sequence[int] = (0,)
    margin: int = 0
    last_ply: int = UNLIMITED
    points: bool = False


def new_memory(
    table: NDArray[np.int64],
    stop: NDArray[np.int64],
    root: RootFacts,
    claims: NDArray[np.int64] | None = None,
    nodes: int = UNLIMITED,
    age: int = 0,
) -> Memory:
    """The memory of one thread before it begins."""
    counters = [0, nodes, len(root.past) - 1, age, 0, 0, root.margin, root.last_ply, root.points]
    return Memory(
        table=table,
        stop=stop,
        claims=np.zeros(CLAIMS, np.int64) if claims is None else claims,
        counters=np.array(counters, np.int64),
        path=np.array([*root.past, *[0] * (DEEPEST + 1)], np.int64),
        killers=np.full(2 * DEEPEST + 4, NO_MOVE, np.int64),
        history=np.zeros(HISTORY, np.int64),
    )
