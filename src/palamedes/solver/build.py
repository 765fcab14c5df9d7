"""Solving a group of layers: the driver of the kernels, on several threads."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import exp

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.layers import Layer, Layers
from palamedes.solver.retrograde import LONGEST, Shelf, spread, start, sweep

Table = NDArray[np.uint8]
Report = Callable[[float], None]  # hears which share of the work is done, more or less

CHUNK = 1 << 18  # numbers handed to a thread at a time
BEGINNING = 0.3  # the share of the work that `start` is
TYPICAL = 40  # plies by which two thirds of the rest are done


def memory_needed(layers: Layers, group: Sequence[Layer]) -> int:
    """The bytes it takes to solve a group: a table and counters, and the tables below."""
    own = sum(layers.space(layer).size() for layer in group)
    below = {child for layer in group for child in layers.below(layer)}
    return int(2 * own + sum(layers.space(layer).size() for layer in below))


def solve_group(
    layers: Layers,
    group: Sequence[Layer],
    below: Mapping[Layer, Table],
    threads: int,
    report: Report = lambda _share: None,
    backwards: bool = True,
) -> dict[Layer, Table]:
    """The tables of layers that hang together, given those of the layers below.

    Backwards where the game knows the way back, unless that is not wanted; the tables are the same.
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
    return {layer: shelf.table for layer, shelf in solver.shelves.items()}


class _GroupSolver:
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
        self.shelves = {layer: self._new_shelf(layers, layer) for layer in group}
        self._group = _padded(tuple(self.shelves.values()))
        finished = {child for layer in group for child in layers.below(layer)}
        shelves = (
            Shelf(layers.space(child), below[child], np.zeros(1, np.int8)) for child in finished
        )
        self._below = _padded(tuple(shelves) or self._group)  # never asked where there is none

    def _new_shelf(self, layers: Layers, layer: Layer) -> Shelf:
        space = layers.space(layer)
        size = space.size()
        return Shelf(space, np.zeros(size, np.uint8), np.zeros(size, np.int8))

    def start(self) -> None:
        def work(layer: Layer, first: int, last: int) -> int:
            closed = int(self.layers.is_closed(layer))
            return int(start(*self._shelves_of(layer), self.flip, closed, first, last))

        self._run(work)

    def sweep(self, plies: int) -> None:
        def work(layer: Layer, first: int, last: int) -> int:
            return int(sweep(*self._shelves_of(layer), plies, self.flip, first, last))

        self._run(work)

    def spread(self, plies: int) -> None:
        def work(layer: Layer, first: int, last: int) -> int:
            table = self.shelves[layer].table
            numbers = first + np.flatnonzero(table[first:last] == plies + 1)
            if not len(numbers):
                return 0
            return int(spread(*self._shelves_of(layer), plies, self.flip, numbers))

        self._run(work)

    def _shelves_of(self, layer: Layer) -> tuple[Shelf, tuple[Shelf, ...], tuple[Shelf, ...]]:
        """A layer, its group and the layers below, as kernels want them."""
        return self.shelves[layer], self._group, self._below

    def _run(self, work: Callable[[Layer, int, int], int]) -> None:
        """Do some work on ranges of numbers of all layers, and note the highest byte written."""
        jobs = [
            (layer, first, min(first + CHUNK, len(shelf.table)))
            for layer, shelf in self.shelves.items()
            for first in range(0, len(shelf.table), CHUNK)
        ]
        self.highest = max(self.highest, *self.pool.map(lambda job: work(*job), jobs))
        if self.highest > LONGEST:
            raise PalamedesError(_("a win takes more plies than these tables can store"))


def _padded(shelves: tuple[Shelf, ...]) -> tuple[Shelf, ...]:
    """Two shelves, where there is one the same twice: kernels know no other number."""
    return (shelves * 2)[:2]
