"""The tables that a search will soon reach: they are kept in memory while it stays near."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import accumulate
from threading import Thread

from palamedes.core.errors import PalamedesError
from palamedes.core.game import State
from palamedes.core.layers import Layer, Layers
from palamedes.core.probe import NoTables, Tables
from palamedes.solver.files import TableFile
from palamedes.solver.solve_group import Table

NEAR = 2  # captures that a search is expected to look ahead
BUDGET = 1 << 30  # bytes of tables in memory for searches


class TablesNear:
    """The tables near the position of the last search."""

    def __init__(
        self,
        layers: Layers,
        file: Callable[[Layer], TableFile | None],
        load: Callable[[Layer, int], Table],
    ) -> None:
        self._layers = layers
        self._file = file
        self._load = load
        self._loaded: dict[tuple[Layer, ...], Tables] = {(): NoTables()}
        self._reader = Thread()  # reads tables in the background

    def near(self, state: State, patient: bool) -> Tables:
        """The tables that a search from this state will soon reach, smallest first, as many as fit.

        They are read on first use: in the background unless the caller is patient.
        """
        near = self._near(state)
        if near not in self._loaded and patient:
            self._read(near)
        elif near not in self._loaded and not self._reader.is_alive():
            self._reader = Thread(target=self._read, args=(near,), daemon=True)
            self._reader.start()
        return self._loaded.get(near, NoTables())

    def _read(self, near: tuple[Layer, ...]) -> None:
        """Read these layers except damaged ones, in place of those read before."""
        known = {}
        for layer in near:
            with suppress(PalamedesError):
                known[layer] = self._load(layer, 1)
        compiled = self._layers.tables(list(known), known.pop) if known else NoTables()
        self._loaded = {near: compiled, (): NoTables()}

    def _near(self, state: State) -> tuple[Layer, ...]:
        """The layers on disk at most NEAR captures away, and all below them that fit."""
        layer = self._layers.layer_of(state)
        reached = {layer} if layer is not None else set()
        for _capture in range(NEAR):
            reached |= {child for each in reached for child in self._next(each)}
        present = [each for each in reached if self._file(each) is not None]
        wanted = {each for group in self._layers.groups(present) for each in group}
        # Sizes are asked only of files: others would have to be worked out first.
        files = {each: file for each in wanted if (file := self._file(each)) is not None}
        ordered = sorted(files, key=lambda each: int(files[each].facts["size"]))
        sizes = accumulate(int(files[each].facts["size"]) for each in ordered)
        return tuple(each for each, size in zip(ordered, sizes, strict=True) if size <= BUDGET)

    def _next(self, layer: Layer) -> Iterator[Layer]:
        """The layers that a move can lead to."""
        yield from self._layers.group(layer)
        for each in self._layers.group(layer):
            yield from self._layers.below(each)
