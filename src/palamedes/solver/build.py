"""Solving a group of layers: runs the kernels on several threads."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import exp

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.layers import Layer, Layers
from palamedes.solver.retrograde import LONGEST, LayerArrays, spread, start, sweep

Table = NDArray[np.uint8]
ReportShare = Callable[[float], None]  # called with the share of the work done, roughly

CHUNK = 1 << 18  # numbers handed to a thread at a time
BEGINNING = 0.3  # the share of the work that `start` does
TYPICAL = 40  # plies after which two thirds of the rest are done


def memory_needed(layers: Layers, group: Sequence[Layer]) -> int:
    """The bytes needed to solve a group: its tables and counters, and the tables below."""
    own = sum(layers.space(layer).size() for layer in group)
    below = {child for layer in group for child in layers.below(layer)}
    return int(2 * own + sum(layers.space(layer).size() for layer in below))


def solve_group(
    layers: Layers,
    group: Sequence[Layer],
    below: Mapping[Layer, Table],
    threads: int,
    report: ReportShare = lambda _share: None,
    backwards: bool = True,
) -> dict[Layer, Table]:
    """The tables of a group, given those of the layers below.

    They are solved backwards if the game has `unmoves`, unless `backwards` is False; the tables are
    the same.
    """
    solver = _GroupSolver(layers, group, below, threads)
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
    return {layer: arrays.table for layer, arrays in solver.arrays.items()}


class _GroupSolver:
    """The arrays of a group, and the kernels that fill them."""

    def __init__(
        self,
        layers: Layers,
        group: Sequence[Layer],
        below: Mapping[Layer, Table],
        threads: int,
    ) -> None:
        self.layers = layers
        self.flip = layers.flip
        self.pool = ThreadPoolExecutor(threads)
        self.highest = 0  # the byte of the greatest distance so far
        self.arrays = {layer: self._new_arrays(layers, layer) for layer in group}
        self._group = _padded(tuple(self.arrays.values()))
        finished = {child for layer in group for child in layers.below(layer)}
        solved = (
            LayerArrays(layers.space(child), below[child], np.zeros(1, np.int8))
            for child in finished
        )
        self._below = _padded(tuple(solved) or self._group)  # never asked if nothing is below

    def _new_arrays(self, layers: Layers, layer: Layer) -> LayerArrays:
        space = layers.space(layer)
        size = space.size()
        return LayerArrays(space, np.zeros(size, np.uint8), np.zeros(size, np.int8))

    def start(self) -> None:
        def work(layer: Layer, first: int, last: int) -> int:
            closed = int(self.layers.is_closed(layer))
            return int(start(*self._arguments(layer), self.flip, closed, first, last))

        self._run(work)

    def sweep(self, plies: int) -> None:
        def work(layer: Layer, first: int, last: int) -> int:
            return int(sweep(*self._arguments(layer), plies, self.flip, first, last))

        self._run(work)

    def spread(self, plies: int) -> None:
        def work(layer: Layer, first: int, last: int) -> int:
            table = self.arrays[layer].table
            numbers = first + np.flatnonzero(table[first:last] == plies + 1)
            if not len(numbers):
                return 0
            return int(spread(*self._arguments(layer), plies, self.flip, numbers))

        self._run(work)

    def _arguments(
        self, layer: Layer
    ) -> tuple[LayerArrays, tuple[LayerArrays, ...], tuple[LayerArrays, ...]]:
        """A layer, its group and the layers below: the first arguments of the kernels."""
        return self.arrays[layer], self._group, self._below

    def _run(self, work: Callable[[Layer, int, int], int]) -> None:
        """Do some work on all layers, CHUNK numbers at a time; keep the highest byte written."""
        jobs = [
            (layer, first, min(first + CHUNK, len(arrays.table)))
            for layer, arrays in self.arrays.items()
            for first in range(0, len(arrays.table), CHUNK)
        ]
        self.highest = max(self.highest, *self.pool.map(lambda job: work(*job), jobs))
        if self.highest > LONGEST:
            raise PalamedesError(_("a win takes more plies than these tables can store"))


def _padded(layers: tuple[LayerArrays, ...]) -> tuple[LayerArrays, ...]:
    """Two layers, or the only one twice: kernels expect exactly two."""
    return (layers * 2)[:2]
