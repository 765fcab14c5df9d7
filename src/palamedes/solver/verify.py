"""Checking tables: every number of a layer against the successors of its position.

What the bytes mean is said in retrograde.py; nothing else of the solver is used here. A position is
worth what its best move is worth: a win is one ply longer than the shortest loss it leads to, a
loss one ply longer than the longest of the wins that all moves lead to, all else is a draw. Tables
in which this holds everywhere are right: wins and losses by induction over their length, and draws
as either side can keep to them for ever.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from palamedes.core.cache import inlined, kernel
from palamedes.core.language import _
from palamedes.core.layers import Layer, Layers
from palamedes.core.rules import LOSS, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.solver.build import CHUNK, Report, Table
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

SHELVES = 3  # that moves lead to: two of the group and one below; kernels are compiled for so many
NOWHERE = 1000  # what a position is worth that is in no table: no byte can say that


class Known(NamedTuple):
    """A layer as the kernels here see it."""

    space: Any  # its numbering
    table: np.ndarray


def verify(
    tablebase: Tablebase, wanted: Iterable[Layer], threads: int, progress: Progress
) -> dict[Layer, int]:
    """How many numbers are wrong in each of these layers, and in all that they rest on.

    Tables are in memory only while they are needed; PalamedesError if one is missing or damaged.
    """
    layers = tablebase.layers
    groups = layers.groups(wanted)
    total = sum(int(layers.space(layer).size()) for group in groups for layer in group)
    tables: dict[Layer, Table] = {}
    wrong: dict[Layer, int] = {}
    done = 0
    for group in groups:
        tables = _tables_for(tablebase, group, tables, threads)
        for layer in group:
            size = len(tables[layer])

            def report(
                share: float, layer: Layer = layer, size: int = size, done: int = done
            ) -> None:
                name = _("checking {layer}").format(layer=layer_name(layer))
                progress(name, int(share * size), size)
                progress(_("all"), int(done + share * size), total)

            wrong[layer] = verify_layer(layers, layer, tables, threads, report)
            done += size
    return wrong


def _tables_for(
    tablebase: Tablebase, group: Iterable[Layer], tables: dict[Layer, Table], threads: int
) -> dict[Layer, Table]:
    """The tables of a group and of the layers below; those that are there are not read again."""
    below = tablebase.layers.below
    needed = dict.fromkeys(each for layer in group for each in (layer, *below(layer)))
    kept = {layer: tables[layer] for layer in needed if layer in tables}
    tables.clear()
    return {
        layer: kept[layer] if layer in kept else tablebase.load(layer, threads) for layer in needed
    }


def verify_layer(
    layers: Layers,
    layer: Layer,
    tables: Mapping[Layer, Table],
    threads: int,
    report: Report = lambda _share: None,
) -> int:
    """How many numbers of a layer are wrong, given its table and those that its moves lead to."""
    reached = dict.fromkeys((layer, *layers.group(layer), *layers.below(layer)))
    shelves = [Known(layers.space(each), tables[each]) for each in reached]
    shelves += shelves[:1] * (SHELVES - len(shelves))
    size, wrong = len(tables[layer]), 0

    def work(first: int) -> int:
        return int(
            count_wrong(shelves[0], tuple(shelves), layers.flip, first, min(first + CHUNK, size))
        )

    with ThreadPoolExecutor(threads) as pool:
        for number, found in enumerate(pool.map(work, range(0, size, CHUNK)), start=1):
            wrong += found
            report(min(number * CHUNK / size, 1.0))
    return wrong


@kernel
def count_wrong(shelf, shelves, flip, first, last):
    """How many of the numbers from `first` to `last` are not what their successors make them."""
    return _count_wrong(bare(shelf), bare(shelves), flip, first, last)


@kernel
def _count_wrong(shelf, shelves, flip, first, last):
    wrong = 0
    for number in range(first, last):
        worth = _worth_by_moves(shelf.space.state_at(number), shelves, flip)
        wrong += worth != _worth(shelf.table[number], flip)
    return wrong


@inlined
def _worth(byte, flip):
    """A byte as a number for the side to move: plies + 1, negative for a loss, 0 for a draw."""
    sign = 1 if byte % 2 == flip else -1
    return sign * int(byte)


@inlined
def _worth_by_outcome(outcome):
    if outcome == ONGOING:
        return NOWHERE
    return (outcome == WIN) - (outcome == LOSS)


@inlined
def _worth_by_moves(state, shelves, flip):
    """What a state is worth by what its successors are worth in the tables."""
    worth = _worth_by_outcome(state.outcome())
    if worth != NOWHERE:
        return worth
    moves = move_list()
    win, loss, drawn = NOWHERE, 0, False
    for number in range(state.moves(moves)):
        worth = _worth_in_tables(state.play(moves[number]), shelves, flip)
        if worth == NOWHERE:
            return NOWHERE
        if worth < 0:
            win = min(win, 1 - worth)
        elif worth > 0:
            loss = max(loss, 1 + worth)
        else:
            drawn = True
    if win < NOWHERE:
        return win
    return 0 if drawn else -loss


@inlined
def _worth_in_tables(state, shelves, flip):
    for shelf in shelves:
        if shelf.space.holds(state):
            return _worth(shelf.table[shelf.space.rank(state)], flip)
    return _worth_by_outcome(state.outcome())
