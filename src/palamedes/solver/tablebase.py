"""The tables of a game: finding them on disk, building what is missing, probing."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from operator import le
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from filelock import FileLock

from palamedes.core.devices import Device, Processor
from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder
from palamedes.core.game import Game, State
from palamedes.core.language import _
from palamedes.core.layers import Layer, Layers, Space
from palamedes.core.probe import NoTables, Tables, Truth
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.solver.census import take_census
from palamedes.solver.files import TEMPORARY, DamagedError, TableFile, write_table
from palamedes.solver.retrograde import is_win
from palamedes.solver.solve_group import Table, memory_needed, solve_group
from palamedes.solver.tables_near import TablesNear
from palamedes.solver.wins import byte_from_losses, tables_with_wins, without_wins

Progress = Callable[[str, int, int], None]  # what is being done, how much of it, of how much

RULES_VERSION = 1  # raise it when the numbering or the rules of any game change


class TablesOnDisk(NamedTuple):
    """The tables of a game that are there."""

    layers: tuple[Layer, ...]
    bytes: int
    damaged: int  # files of other versions included


class Tablebase:
    """All tables of one game."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        if game.layers is None:
            raise PalamedesError(_("{game} is too large to solve").format(game=game.id))
        self.game = game
        self.layers: Layers = game.layers
        self.folder = (folder or data_folder()) / "tables" / game.id.replace(":", "-")
        self._files: dict[Layer, TableFile | None] = {}
        self._whole: dict[Layer, Table] = {}  # tables whose files have no wins
        self._tables_near = TablesNear(self.layers, self.file, self.load)

    def file(self, layer: Layer) -> TableFile | None:
        """The file of a layer, None if it is missing or damaged."""
        if layer not in self._files:
            if not self.path(layer).exists():  # what it would hold takes a second to work out
                return None  # asked again the next time: it may be built meanwhile
            self._files[layer] = None
            with suppress(OSError, ValueError, DamagedError):
                file = TableFile(self.path(layer), self._expected(layer))
                if file.has_wins or not self.layers.wins_are_stored:
                    self._files[layer] = file
        return self._files[layer]

    def on_disk(self) -> "TablesOnDisk":
        """Which layers have a file, by their headers alone: no space is numbered for that."""
        expected = {"game": self.game.id, "rules": RULES_VERSION}
        layers, size, damaged = [], 0, 0
        for layer in self.layers.every:
            try:
                size += TableFile(self.path(layer), expected).bytes
                layers.append(layer)
            except OSError:
                continue  # most likely it is not there
            except (ValueError, DamagedError):
                damaged += 1
        return TablesOnDisk(tuple(layers), size, damaged)

    def probe(self, state: State) -> Truth | None:
        """The exact value of a state, None if it is in no table."""
        layer = self.layers.layer_of(state)
        whole = self._whole  # another thread may put others in its place
        if layer is not None and layer in whole:
            return self.truth(int(whole[layer][self._space(layer).place(state)]))
        byte = self._stored_byte(state)
        if byte == 0 and not self.layers.wins_are_stored:
            byte = byte_from_losses(state, self._stored_byte)
        return None if byte is None else self.truth(byte)

    def _stored_byte(self, state: State) -> int | None:
        """What is stored of a state, None if it is in no table."""
        layer = self.layers.layer_of(state)
        file = None if layer is None else self.file(layer)
        if layer is None or file is None:
            return None
        try:
            return file.byte(self._space(layer).place(state))
        except DamagedError:
            self._discard(layer)
            return None

    def prepare(self) -> Tables:
        """Open all files, and number the sets of men in them; returns tables without a position."""
        present = [layer for layer in self.layers.every if self.file(layer) is not None]
        return self.tables([]) if present else NoTables()

    def tables_near(self, state: State, patient: bool = True) -> Tables:
        """The tables that a search from this state should ask, as core/probe.py has it."""
        return self._tables_near.near(state, patient)

    def tables(self, layers: Sequence[Layer]) -> Tables:
        """Layers on disk in the form that searches ask."""
        return self.layers.tables(layers, lambda layer: self.load(layer, threads=2))

    def truth(self, byte: int) -> Truth:
        """The value that a byte of a table stands for."""
        if byte == 0:
            return Truth(DRAW, 0)
        return Truth(WIN if is_win(byte, self.layers.flip) else LOSS, byte - 1)

    def missing(self, wanted: Iterable[Layer]) -> Sequence[tuple[Layer, ...]]:
        """The groups that must be solved to have these layers."""
        groups = self.layers.groups(wanted)
        return [group for group in groups if any(self.file(layer) is None for layer in group)]

    @property
    def missing_usual(self) -> Sequence[tuple[Layer, ...]]:
        """The groups that must be solved to have the usual layers."""
        return self.missing(self.layers.usual)

    def memory_needed(self, wanted: Iterable[Layer]) -> int:
        """The most bytes that building what is missing takes."""
        return max((memory_needed(self.layers, group) for group in self.missing(wanted)), default=0)

    def check(self, wanted: Iterable[Layer], threads: int, progress: Progress) -> None:
        """Read the tables that exist, and remove damaged ones."""
        present = [layer for layer in wanted if self.file(layer) is not None]
        for number, layer in enumerate(present, 1):
            with suppress(PalamedesError):
                self._read(layer, threads)
            progress(_("reading tables"), number, len(present))

    def build(
        self,
        wanted: Sequence[Layer],
        threads: int,
        progress: Progress,
        device: Device | None = None,
    ) -> None:
        """Solve what is missing, group by group; each is saved as soon as it is done.

        PalamedesError if there is too little memory, or they cannot be written; those that are
        done by then are kept. The device solves, by default the processor; the threads read and
        write.
        """
        if not self.missing(wanted):
            return
        device = device or Processor(threads)
        device.check_memory(self.memory_needed(wanted))
        try:
            self._build_missing(wanted, threads, progress, device)
        except OSError as error:
            text = _("the tables of {game} cannot be written: {reason}")
            reason = error.strerror or error
            raise PalamedesError(text.format(game=self.game.id, reason=reason)) from error

    def _build_missing(
        self, wanted: Sequence[Layer], threads: int, progress: Progress, device: Device
    ) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(self.folder / "lock"):
            self._files.clear()  # another process may have built them meanwhile
            self._whole = {}
            for leftover in self.folder.glob(f"{TEMPORARY}*"):
                leftover.unlink()
            missing = self.missing(wanted)
            total = sum(self._size(group) for group in missing)
            done = 0
            for group in missing:
                size = self._size(group)
                name = ", ".join(map(layer_name, group))

                def report(
                    share: float, name: str = name, done: int = done, size: int = size
                ) -> None:
                    progress(_("solving {layers}").format(layers=name), int(share * size), size)
                    progress(_("all"), int(done + share * size), total)

                self._build_group(group, threads, device, report)
                report(1.0)
                done += size

    def load(self, layer: Layer, threads: int) -> Table:
        """The whole table of a layer; PalamedesError if it is missing or damaged (then removed)."""
        if self._present(layer).has_wins:
            return self._read(layer, threads)
        whole = self._whole
        if layer not in whole:

            def read(each: Layer) -> Table:
                return self._read(each, threads)

            whole = tables_with_wins(self.layers, self.layers.group(layer), read, threads)
            self._whole = whole
        if not self._present(layer).holds(whole[layer]):
            raise self._removed(layer)
        return whole[layer]

    def _present(self, layer: Layer) -> TableFile:
        file = self.file(layer)
        if file is None:
            raise PalamedesError(_("table {layer} is missing").format(layer=layer_name(layer)))
        return file

    def _read(self, layer: Layer, threads: int) -> Table:
        """All that is stored of a layer."""
        try:
            return self._present(layer).read(threads)
        except DamagedError:
            raise self._removed(layer) from None

    def _removed(self, layer: Layer) -> PalamedesError:
        """Discard a damaged table; what to tell the user about it."""
        self._discard(layer)
        return PalamedesError(
            _("table {layer} was damaged and has been removed; solve the game again").format(
                layer=layer_name(layer)
            )
        )

    def _discard(self, layer: Layer) -> None:
        """Remove a damaged file, so that it is built anew; if that is not allowed, ignore it."""
        self._files[layer] = None
        with suppress(OSError):
            self.path(layer).unlink()
            del self._files[layer]

    def _build_group(
        self,
        group: tuple[Layer, ...],
        threads: int,
        device: Device,
        report: Callable[[float], None],
    ) -> None:
        began = perf_counter()
        tables = solve_group(
            self.layers, group, lambda layer: self.load(layer, threads), device, report
        )
        seconds = perf_counter() - began
        for layer, table in tables.items():
            census = take_census(self._space(layer), table, self.layers.flip, threads)
            facts = {
                **self._expected(layer),
                "census": census.to_document(),
                "seconds": round(seconds / len(group), 3),
            }
            stored = None if self.layers.wins_are_stored else without_wins(table)
            write_table(self.path(layer), table, facts, threads, stored)
            self._files.pop(layer, None)

    def _expected(self, layer: Layer) -> dict[str, Any]:
        """What the header of a layer's file must contain."""
        return {
            "game": self.game.id,
            "layer": list(layer),
            "size": int(self._space(layer).size()),
            "rules": RULES_VERSION,
        }

    def _space(self, layer: Layer) -> Space:
        return self.layers.space(layer)

    def _size(self, group: Iterable[Layer]) -> int:
        return sum(int(self._space(layer).size()) for layer in group)

    def path(self, layer: Layer) -> Path:
        """The file of a layer, whether or not it is there."""
        return self.folder / f"{layer_name(layer)}.table"


def layer_name(layer: Layer) -> str:
    """The name of a layer for people and files: 4-3."""
    return "-".join(map(str, layer))


def is_solved(game: Game) -> bool:
    """Whether all usual tables of a game exist."""
    return game.layers is not None and not Tablebase(game).missing_usual


def choose_layers(tablebase: Tablebase, men: str | None, every: bool) -> Sequence[Layer]:
    """All layers, the usual ones, or those for `men`: `7-5` is up to seven men against five."""
    if every:
        return tablebase.layers.every
    if men is None:
        return tablebase.layers.usual
    match = re.fullmatch(r"(\d+)-(\d+)", men.strip())
    most = sorted(map(int, match.groups())) if match else [0, 0]
    chosen = [
        layer
        for layer in tablebase.layers.every
        if all(map(le, sorted(layer), most)) and match is not None
    ]
    if most not in [sorted(layer) for layer in tablebase.layers.every]:
        chosen = []
    if not chosen:
        raise _wrong_men(tablebase, men)
    return chosen


def _wrong_men(tablebase: Tablebase, men: str) -> PalamedesError:
    if any(len(layer) != 2 for layer in tablebase.layers.every):  # the heaps of nim
        return PalamedesError(_("{game} has no --men").format(game=tablebase.game.id))
    counts = [count for layer in tablebase.layers.every for count in layer]
    return PalamedesError(
        _("{men!r}: each side has {least} to {most} men; try {example}").format(
            men=men[:40],
            least=min(counts),
            most=max(counts),
            example=layer_name(max(tablebase.layers.usual)),
        )
    )
