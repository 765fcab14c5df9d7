"""Solving a group of layers: runs the kernels on several threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.layers import JoinedTables, Layer, Layers, Space
from palamedes.solver.retrograde import BLOCK, BYTES, LONGEST, group_arrays, spread, start, sweep

Table = NDArray[np.uint8]
ReportShare = Callable[[float], None]  # called with the share of the work done, roughly

CHUNK = 1 << 18  # numbers handed to a thread at a time, at least
JOBS = 64  # into which larger work is divided: enough to keep all threads busy to its end
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
    threads: int,
    report: ReportShare = lambda _share: None,
    backwards: bool = True,
) -> dict[Layer, Table]:
    """The tables of a group; `read` gives those of the layers below.

    They are solved backwards if the game has `unmoves`, unless `backwards` is False; the tables are
    the same.
    """
    solver = _GroupSolver(layers, group, layers.joined(layers_below(layers, group), read), threads)
    with solver.pool:
        solver.start()
        report(BEGINNING)
        backwards = backwards and hasattr(layers.example, "unmoves")
        plies = 0
        while plies < solver.highest:
            if backwards:
                solver.spread(plies)
            else:
                solver.sweep(plies + 1)
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
        self, layers: Layers, group: Sequence[Layer], below: JoinedTables, threads: int
    ) -> None:
        self.pool = ThreadPoolExecutor(threads)
        self.highest = 0  # the byte of the greatest distance so far
        self._flip = layers.flip
        self._below = below
        self._parts: dict[Layer, _Part] = {}
        size = 0
        for layer in group:
            space = layers.space(layer)
            self._parts[layer] = _Part(space, size, int(space.size()))
            size += self._parts[layer].size
        self._arrays = group_arrays(layers.index(group), size)

    def start(self) -> None:
        def work(part: _Part, first: int, last: int) -> int:
            place = part.space, part.start
            return int(start(*place, self._arrays, self._below, self._flip, first, last))

        self._run(work)

    def sweep(self, plies: int) -> None:
        def work(part: _Part, first: int, last: int) -> int:
            place = part.space, part.start
            return int(sweep(*place, self._arrays, self._below, plies, self._flip, first, last))

        self._run(work)

    def spread(self, plies: int) -> None:
        def work(part: _Part, first: int, last: int) -> int:
            place = part.space, part.start
            return int(spread(*place, self._arrays, self._below, plies, self._flip, first, last))

        self._run(work)

    def tables(self) -> dict[Layer, Table]:
        """What is known by now, by layer."""
        return {
            layer: self._arrays.table[part.start : part.start + part.size]
            for layer, part in self._parts.items()
        }

    def _run(self, work: Callable[[_Part, int, int], int]) -> None:
        """Do some work on all layers, some numbers at a time; keep the highest byte written."""
        step = max(CHUNK, len(self._arrays.table) // JOBS)
        jobs = [
            (part, first, min(first + step, part.size))
            for part in self._parts.values()
            for first in range(0, part.size, step)
        ]
        self.highest = max(self.highest, *self.pool.map(lambda job: work(*job), jobs))
        if self.highest > LONGEST:
            raise PalamedesError(_("a win takes more plies than these tables can store"))
