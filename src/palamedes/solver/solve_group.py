"""Solving a group of layers: runs the kernels on a device."""

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.devices import Device
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.layers import JoinedTables, Layer, Layers, Space
from palamedes.solver.retrograde import BLOCK, BYTES, LONGEST, group_arrays, spread, start, sweep

Table = NDArray[np.uint8]
ReportShare = Callable[[float], None]  # called with the share of the work done, roughly

BEGINNING = 0.3  # the share of the work that `start` does
TYPICAL = 40  # plies after which two thirds of the rest are done


def memory_needed(layers: Layers, group: Sequence[Layer]) -> int:
    """The bytes needed to solve a group: its tables, counters and marks, and the tables below."""
    own = sum(layers.space(layer).size() for layer in group)
    below = sum(layers.space(layer).size() for layer in layers_below(layers, group))
    return int((2 + BYTES / (1 << BLOCK)) * own + below)


def layers_below(layers: Layers, group: Sequence[Layer]) -> list[Layer]:
    """The layers below a group, each once."""
    return list(dict.fromkeys(child for layer in group for child in layers.below(layer)))


def solve_group(
    layers: Layers,
    group: Sequence[Layer],
    read: Callable[[Layer], Table],
    device: Device,
    report: ReportShare = lambda _share: None,
    backwards: bool = True,
) -> dict[Layer, Table]:
    """The tables of a group; `read` gives those of the layers below.

    They are solved backwards if the game has `unmoves`, unless `backwards` is False; the tables are
    the same.
    """
    solver = _GroupSolver(layers, group, layers.joined(layers_below(layers, group), read), device)
    solver.run(start)
    report(BEGINNING)
    backwards = backwards and hasattr(layers.example, "unmoves")
    plies = 0
    while plies < solver.highest:
        if backwards:
            solver.run(spread, plies)
        else:
            solver.run(sweep, plies + 1)
        plies += 1
        report(1 - (1 - BEGINNING) * exp(-plies / TYPICAL))
    return solver.tables()


class _Part(NamedTuple):
    """A layer of the group, and where it lies in the arrays."""

    space: Space
    start: int
    size: int


class _GroupSolver:
    """The arrays of a group, and the kernels that fill them."""

    def __init__(
        self, layers: Layers, group: Sequence[Layer], below: JoinedTables, device: Device
    ) -> None:
        self.highest = 0  # the byte of the greatest distance so far
        self._device = device
        self._flip = layers.flip
        self._below = device.held(below)
        self._parts: dict[Layer, _Part] = {}
        size = 0
        for layer in group:
            space = layers.space(layer)
            self._parts[layer] = _Part(device.held(space), size, int(space.size()))
            size += self._parts[layer].size
        self._arrays = group_arrays(layers.index(group), size, device)

    def run(self, kernel: Any, *plies: int) -> None:
        """Run a kernel over all layers; keep the highest byte written."""
        for part in self._parts.values():
            arguments = part.space, part.start, self._arrays, self._below, *plies, self._flip
            found = self._device.run(kernel, arguments, part.size)
            self.highest = max(self.highest, found.highest)
        if self.highest > LONGEST:
            raise PalamedesError(_("a win takes more plies than these tables can store"))

    def tables(self) -> dict[Layer, Table]:
        """What is known by now, by layer."""
        table = self._device.fetched(self._arrays.table)
        return {
            layer: table[part.start : part.start + part.size] for layer, part in self._parts.items()
        }
