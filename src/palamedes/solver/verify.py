"""Checking tables: every number of a layer against the successors of its position.

retrograde.py says what the bytes mean; nothing else of the solver is used here. A position is worth
what its best move is worth: a win is one ply longer than the shortest loss it leads to, a loss one
ply longer than the longest of the wins that all moves lead to, and all else is a draw. Tables in
which this holds everywhere are right: wins and losses by induction over their length, and draws
because both sides can keep to them for ever.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from palamedes.core.kernel import inlined, kernel, part
from palamedes.core.language import _
from palamedes.core.layers import Layer, Layers, Space
from palamedes.core.rules import LOSS, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.solver.build import CHUNK, ReportShare, Table
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

REACHED = 3  # layers that moves lead to: two of the group, one below; the kernels expect three
NOWHERE = 1000  # the worth of a position that is in no table; no byte stands for it


class LayerTable(NamedTuple):
    """A layer and its table."""

    space: Space
    table: np.ndarray


def verify(
    tablebase: Tablebase, wanted: Iterable[Layer], threads: int, progress: Progress
) -> dict[Layer, int]:
    """The count of wrong numbers in each of these layers, and in all that they depend on.

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
    """The tables of a group and of the layers below; those already in memory are not read again."""
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
    report: ReportShare = lambda _share: None,
) -> int:
    """The count of wrong numbers in a layer, given its table and those that its moves lead to."""
    reached = dict.fromkeys((layer, *layers.group(layer), *layers.below(layer)))
    checked = [LayerTable(layers.space(each), tables[each]) for each in reached]
    checked += checked[:1] * (REACHED - len(checked))
    size, wrong = len(tables[layer]), 0

    def work(first: int) -> int:
        return int(
            count_wrong(checked[0], tuple(checked), layers.flip, first, min(first + CHUNK, size))
        )

    with ThreadPoolExecutor(threads) as pool:
        for number, found in enumerate(pool.map(work, range(0, size, CHUNK)), start=1):
            wrong += found
            report(min(number * CHUNK / size, 1.0))
    return wrong


@kernel
def count_wrong(layer, layers, flip, first, last):
    """The count of numbers from `first` to `last` that do not follow from their successors."""
    return _count_wrong(bare(layer), bare(layers), flip, first, last)


@part
def _count_wrong(layer, layers, flip, first, last):
    wrong = 0
    for number in range(first, last):
        worth = _worth_by_moves(layer.space.state_at(number), layers, flip)
        wrong += worth != _worth(layer.table[number], flip)
    return wrong


@inlined
def _worth(byte, flip):
    """A byte as a signed number for the side to move: plies + 1, negative for a loss; 0: a draw."""
    sign = 1 if byte % 2 == flip else -1
    return sign * int(byte)


@inlined
def _worth_by_outcome(outcome):
    if outcome == ONGOING:
        return NOWHERE
    return (outcome == WIN) - (outcome == LOSS)


@inlined
def _worth_by_moves(state, layers, flip):
    """The worth of a state that follows from its successors in the tables."""
    worth = _worth_by_outcome(state.outcome())
    if worth != NOWHERE:
        return worth
    moves = move_list()
    win, loss, drawn = NOWHERE, 0, False
    for number in range(state.moves(moves)):
        worth = _worth_in_tables(state.play(moves[number]), layers, flip)
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
def _worth_in_tables(state, layers, flip):
    for layer in layers:
        if layer.space.holds(state):
            return _worth(layer.table[layer.space.rank(state)], flip)
    return _worth_by_outcome(state.outcome())
