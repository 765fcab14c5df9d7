"""The values of the first plies of a game, for its opening book: made where all tables are.

All positions above the tables are worked out (solver/induction.py), those of the first plies last.
On a processor that takes hours: what is known of the last ply that was finished is kept, so that
the work can go on after any end.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic

from palamedes.core.devices import Device
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.layers import Outcomes
from palamedes.search.book_engine import book_path
from palamedes.search.book_values import (
    BookValues,
    most_plies,
    opening_outcomes,
    opening_positions,
    opening_size,
)
from palamedes.search.opening_book import OpeningBook, read_book
from palamedes.solver.files import DamagedError
from palamedes.solver.induction import Packed, outcomes_above
from palamedes.solver.outcomes import JOURNAL, digests, keep_outcomes, mapped, write_packed
from palamedes.solver.tablebase import Progress, Tablebase

PATIENCE = 60.0  # seconds of work that may be lost


class _StoppedError(Exception):
    """Somebody has asked for an end."""


class FirstPlies:
    """Finds the values of all positions of the plies 0 to `last`."""

    def __init__(self, tables: Tablebase, last: int, threads: int, device: Device) -> None:
        if last > (most := most_plies(tables.game)):
            text = _("{game}: a book has room for the values of {most} plies at most")
            raise PalamedesError(text.format(game=tables.game.id, most=most))
        if tables.missing(tables.layers.every):
            raise PalamedesError(
                _("{game}: all tables are needed; build them with: palamedes solve {game} --all")
                .format(game=tables.game.id)
            )  # fmt: skip
        self._tables, self._last = tables, last
        self._threads, self._device = threads, device
        self._journal = tables.folder / JOURNAL
        self._is_stopped = False

    @property
    def memory(self) -> int:
        """The bytes that this takes: outcomes of all tables, and of the two largest plies."""
        layers = self._tables.layers
        positions = sum(int(layers.space(layer).size()) for layer in layers.every)
        return (positions + 2 * max(_sizes(self._tables.game))) // 4

    def stop(self) -> None:
        """End soon, from another thread."""
        self._is_stopped = True

    @property
    def total(self) -> int:
        """The positions of the plies that are wanted."""
        return sum(_sizes(self._tables.game)[: self._last + 1])

    def find(self, progress: Progress) -> BookValues | None:
        """The values; None if it was stopped, and then it goes on from there another time."""

        def told(what: str, done: int, total: int) -> None:
            progress(what, done, total)
            if self._is_stopped:
                raise _StoppedError

        values = {}
        with suppress(_StoppedError):
            for ply, packed in self._found(told):
                if ply <= self._last:
                    values[ply] = packed
        if 0 not in values:
            return None
        return BookValues(self._tables.game, [values[ply] for ply in range(self._last + 1)])

    def _found(self, progress: Progress) -> Iterator[tuple[int, Packed]]:
        """The packed outcomes, ply by ply, to the first."""
        layers = self._tables.layers
        first, below = self._beginning(progress)
        kept = monotonic()
        for ply, packed in outcomes_above(layers, first, below, self._device, progress):
            if ply > self._last and monotonic() - kept > PATIENCE:
                facts = {"ply": ply, "game": self._tables.game.id, "tables": self._made_of}
                with suppress(OSError):  # the work goes on
                    write_packed(self._journal, facts, packed)
                kept = monotonic()
            yield ply, packed
        with suppress(OSError):
            self._journal.unlink()

    def _beginning(self, progress: Progress) -> tuple[int, Outcomes]:
        """The ply to begin with, and the outcomes that it leads to."""
        game = self._tables.game
        with suppress(OSError, DamagedError, KeyError, TypeError):
            head, packed = mapped(self._journal)
            ply, is_of_these = head["ply"], head["tables"] == self._made_of
            if is_of_these and ply > self._last and len(packed) == opening_size(game, ply):
                return ply - 1, opening_outcomes(game, ply, packed)
        tables = keep_outcomes(self._tables, self._tables.layers.every, self._threads, progress)
        return len(_sizes(game)) - 1, tables

    @property
    def _made_of(self) -> dict[str, str]:
        return digests(self._tables, self._tables.layers.every)


def _sizes(game: Game) -> list[int]:
    """The positions of each ply above the tables."""
    sizes: list[int] = []
    for ply in count():
        if not (positions := opening_positions(game, ply)):
            return sizes
        sizes.append(positions)
    return sizes


def book_in_use(game: Game) -> OpeningBook:
    """The book that is to have the values, or an empty one; PalamedesError if it is damaged."""
    used = book_path(game)
    return OpeningBook.of(game, {}, {}) if used is None else read_book(used, game)


def add_values(book: OpeningBook, values: BookValues, path: Path) -> OpeningBook:
    """Write a book with these values to a file; its entries stay."""
    book = replace(book, values=values)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.write(path)
    return book
