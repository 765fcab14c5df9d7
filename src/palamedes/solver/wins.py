"""Files without wins: they follow from the losses, and take more than half the space.

A position from which a move leads to a loss in n plies, and none to a quicker one, is won in n + 1.
The bytes of losses are odd (core/probe.py): this is not for games that the last mover loses.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import numpy as np

from palamedes.core.devices import Processor
from palamedes.core.game import State
from palamedes.core.kernel import kernel, part
from palamedes.core.layers import Layer, Layers
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import MAX_MOVES, bare, move_list
from palamedes.solver.solve_group import Table

DRAWN = 0


def without_wins(table: Table) -> Table:
    """A copy of a table in which wins look like draws."""
    return np.where(table & 1, table, np.uint8(DRAWN))


def byte_from_losses(state: State, read: Callable[[State], int | None]) -> int | None:
    """The byte of a state that is not lost, from the losses after it; None if one is not known."""
    moves = np.empty(MAX_MOVES, np.int64)
    count = state.moves(moves) if state.outcome() == ONGOING else 0
    after = [read(state.play(move)) for move in moves[:count].tolist()]
    known = [byte for byte in after if byte is not None]
    if len(known) < count:
        return None
    return min((byte + 1 for byte in known if byte & 1), default=DRAWN)


def tables_with_wins(
    layers: Layers, group: Sequence[Layer], read: Callable[[Layer], Table], threads: int
) -> dict[Layer, Table]:
    """The tables of a group, with the wins that follow from the losses that `read` gives."""
    tables = layers.joined(group, read)
    spaces = [layers.space(layer) for layer in group]
    ends = list(accumulate((int(space.size()) for space in spaces), initial=0))
    for loss in range(1, int(tables.known.max()) + 1, 2):  # quick ones first: none is written twice
        for space, start in zip(spaces, ends[:-1], strict=True):
            Processor(threads).run(add_wins, (tables, loss, space, start), int(space.size()))
    parts = [tables.known[start:end] for start, end in pairwise(ends)]
    return dict(zip(group, parts, strict=True))


@kernel
def add_wins(tables, loss, space, start, first, last):
    """Go back from the losses with this byte among the numbers from `first` to `last`.

    `start` is the place of the space's first number in the tables. Threads that write to the same
    place write the same byte.
    """
    _add_wins(bare(tables), loss, bare(space), start, first, last)
    return 0  # as every kernel that a device runs


@part
def _add_wins(tables, loss, space, start, first, last):
    unmoves, places = move_list(), move_list()
    for number in range(first, last):
        if tables.known[start + number] != loss:
            continue
        state = space.state_at(number)
        for each in range(state.unmoves(unmoves)):
            before = state.unplay(unmoves[each])
            if tables.known[tables.index.place(before)] == DRAWN:
                for image in range(tables.index.places(before, places)):
                    tables.known[places[image]] = loss + 1
