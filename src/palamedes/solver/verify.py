"""Checking tables: every number of a layer against the successors of its position.

retrograde.py says what the bytes mean; nothing else of the solver is used here. A position is worth
what its best move is worth: a win is one ply longer than the shortest loss it leads to, a loss one
ply longer than the longest of the wins that all moves lead to, and all else is a draw. Tables in
which this holds everywhere are right: wins and losses by induction over their length, and draws
because both sides can keep to them for ever.
"""

from collections.abc import Callable, Iterable, Sequence

from palamedes.core.devices import Device, Processor
from palamedes.core.kernel import inlined, kernel, part
from palamedes.core.language import _
from palamedes.core.layers import OUTSIDE, Layer, Layers
from palamedes.core.rules import LOSS, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.solver.solve_group import Table, layers_below
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

AT_A_TIME = 1 << 25  # numbers checked between two reports of progress
NOWHERE = 1000  # the worth of a position that is in no table; no byte stands for it

ReportLayer = Callable[
    [Layer, int], None
]  # called with the count of numbers of a layer that are done


def verify(
    tablebase: Tablebase,
    wanted: Iterable[Layer],
    threads: int,
    progress: Progress,
    device: Device | None = None,
) -> dict[Layer, int]:
    """The count of wrong numbers in each of these layers, and in all that they depend on.

    Tables are in memory only while they are needed; PalamedesError if one is missing or damaged.
    """
    layers = tablebase.layers
    groups = layers.groups(wanted)
    sizes = {layer: int(layers.space(layer).size()) for group in groups for layer in group}
    done = dict.fromkeys(sizes, 0)

    def report(layer: Layer, count: int) -> None:
        done[layer] = count
        progress(_("checking {layer}").format(layer=layer_name(layer)), count, sizes[layer])
        progress(_("all"), sum(done.values()), sum(sizes.values()))

    def read(layer: Layer) -> Table:
        return tablebase.load(layer, threads)

    wrong: dict[Layer, int] = {}
    for group in groups:
        wrong |= verify_group(layers, group, read, device or Processor(threads), report)
    return wrong


def verify_group(
    layers: Layers,
    group: Sequence[Layer],
    read: Callable[[Layer], Table],
    device: Device,
    report: ReportLayer = lambda _layer, _count: None,
) -> dict[Layer, int]:
    """The count of wrong numbers in each layer of a group; `read` gives these and those below."""
    tables = device.held(layers.joined([*group, *layers_below(layers, group)], read))
    wrong = dict.fromkeys(group, 0)
    start = 0
    for layer in group:
        space = layers.space(layer)
        size = int(space.size())
        held = device.held(space)
        for first in range(0, size, AT_A_TIME):
            count = min(AT_A_TIME, size - first)
            arguments = held, first, start, tables, layers.flip
            wrong[layer] += device.run(count_wrong, arguments, count).total
            report(layer, first + count)
        start += size
    return wrong


@kernel
def count_wrong(space, done, start, tables, flip, first, last):
    """The count of numbers from `first` to `last` that do not follow from their successors.

    These are counted after the first `done` numbers of the space. `start` is the place of the
    space's first number in the tables.
    """
    return _count_wrong(bare(space), start, bare(tables), flip, done + first, done + last)


@part
def _count_wrong(space, start, tables, flip, first, last):
    wrong = 0
    for number in range(first, last):
        worth = _worth_by_moves(space.state_at(number), tables, flip)
        wrong += worth != _worth(tables.known[start + number], flip)
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
def _worth_by_moves(state, tables, flip):
    """The worth of a state that follows from its successors in the tables."""
    worth = _worth_by_outcome(state.outcome())
    if worth != NOWHERE:
        return worth
    moves = move_list()
    win, loss, drawn = NOWHERE, 0, False
    for number in range(state.moves(moves)):
        worth = _worth_in_tables(state.play(moves[number]), tables, flip)
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
def _worth_in_tables(state, tables, flip):
    place = tables.index.place(state)
    if place == OUTSIDE:
        return _worth_by_outcome(state.outcome())
    return _worth(tables.known[place], flip)
