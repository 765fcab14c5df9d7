"""Outcomes of the positions above the tables, worked out from the tables upwards, ply by ply.

While men are placed, every move leads to the next ply: what a position is worth follows at once
from the outcomes there. So the last of these plies comes first, and nothing is searched. All of
morris above its tables are 18.7 G positions.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palamedes.core.devices import Device
from palamedes.core.kernel import inlined, kernel
from palamedes.core.language import _
from palamedes.core.layers import Layers, Outcomes, Space
from palamedes.core.probe import NOT_PROBED
from palamedes.core.rules import LOSS, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.solver.tablebase import Progress

DRAWN, LOST, WON = range(3)  # what `Outcomes` says
AT_A_TIME = 1 << 23  # positions between two reports of progress

Packed = NDArray[np.uint8]


def outcomes_above(
    layers: Layers, last: int, following: Outcomes, device: Device, progress: Progress
) -> Iterator[tuple[int, Packed]]:
    """The packed outcomes of the plies from `last` to 0, each with its ply.

    `following` has all positions of the ply after `last`.
    """
    plies = [layers.opening(ply) for ply in range(last + 1)]
    total = sum(int(layers.space(layer).size()) for ply in plies for layer in ply)
    done, below = 0, device.held(following)
    for ply in reversed(range(last + 1)):
        spaces = [layers.space(layer) for layer in plies[ply]]
        size = sum(int(space.size()) for space in spaces)
        packed = device.held(np.zeros((size + 3) // 4, np.uint8))
        start = 0
        for space in spaces:
            for count in _decide(space, start, below, packed, device):
                done += count
                progress(_("values of the first plies"), done, total)
            start += int(space.size())
        yield ply, device.fetched(packed)
        below = Outcomes(device.held(layers.index(plies[ply])), packed)


def _decide(
    space: Space, start: int, below: Outcomes, packed: Any, device: Device
) -> Iterator[int]:
    """Decide a layer, packed from place `start` on; yields the positions of each piece."""
    size, held = int(space.size()), device.held(space)
    answers = device.empty(min(AT_A_TIME, size), np.uint8)
    for first in range(0, size, AT_A_TIME):
        count = min(AT_A_TIME, size - first)
        if device.run(decide, (held, first, below, answers), count).total:
            raise ValueError("a position leads to one without an outcome")
        place = start + first
        device.run(
            pack_part, (answers, count, place, packed), (place + count + 3) // 4 - place // 4
        )
        yield count


@kernel
def decide(space, done, below, answers, first, last):
    """Write the outcomes of the numbers from `first` to `last`; returns how many have none.

    They are counted after the first `done` numbers of the space.
    """
    space, below, answers = bare((space, below, answers))
    unknown = 0
    for number in range(first, last):
        answers[number] = _outcome(space.state_at(done + number), below)
        unknown += answers[number] > WON
    return unknown


@inlined
def _outcome(state, below):
    """What a state is worth by its moves; more than WON if `below` does not tell."""
    if state.outcome() != ONGOING:
        return _code(state.outcome())
    moves = move_list()
    worth = LOST
    for number in range(state.moves(moves)):
        child = state.play(moves[number])
        after = _code(child.outcome())
        if child.outcome() == ONGOING:
            after = below.probed(child)
        if after == NOT_PROBED:
            return WON + 1
        if after == LOST:
            return WON
        if after == DRAWN:
            worth = DRAWN
    return worth


@inlined
def _code(outcome):
    return LOST if outcome == LOSS else WON if outcome == WIN else DRAWN


@kernel
def pack_part(answers, size, start, packed, first, last):
    """Pack answers, four to a byte, as the places from `start` on; by numbers of these bytes.

    The first and the last byte may belong to other layers, too.
    """
    answers, packed = bare((answers, packed))
    for number in range(first, last):
        byte = (start >> 2) + number
        quarters = int(packed[byte])
        for quarter in range(4):
            place = 4 * byte + quarter - start
            if 0 <= place < size:
                quarters |= int(answers[place]) << 2 * quarter
        packed[byte] = quarters
    return 0
