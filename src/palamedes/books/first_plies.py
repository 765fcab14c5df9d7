"""The values of the first plies of a game, for its opening book: made where all tables are.

The positions of the last of these plies are searched down to the tables, and those before follow
from them. What was found is kept every half minute, so that the work can go on after any end.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.files import write_atomically
from palamedes.core.game import Game
from palamedes.core.language import N_, _
from palamedes.core.probe import Tables
from palamedes.search.book_engine import book_path
from palamedes.search.book_values import BookValues, opening_outcomes, opening_positions
from palamedes.search.headed_file import FileKind, Head
from palamedes.search.opening_book import OpeningBook, read_book
from palamedes.solver.above_tables import NODE_LIMIT, NODES, OPEN, ProofMemory, search_numbers
from palamedes.solver.exact_values import ExactValues
from palamedes.solver.outcomes import digests
from palamedes.solver.tablebase import Progress

KEPT = 30.0  # seconds after which what was found is written down
TICK = 0.5  # seconds between two looks at the clock
PIECE = 64  # positions that a thread searches before it says so
MEGABYTES = 1024
JOURNAL = "first-plies.journal"
KIND = FileKind(
    "first plies",
    format=1,
    of_another_kind=N_("{file} has no values of first plies"),
    of_another_game=N_("{file} is for {game}, not for {other}"),
)

Answers = NDArray[np.uint8]


class FirstPlies:
    """Finds the values of all positions of the plies 0 to `last`."""

    def __init__(self, exact: ExactValues, last: int, threads: int, megabytes: int = MEGABYTES):
        searcher = exact.searcher()
        if searcher is None or not all(map(exact.file, exact.layers.every)):
            raise PalamedesError(
                _("{game}: all tables are needed; build them with: palamedes solve {game} --all")
                .format(game=exact.game.id)
            )  # fmt: skip
        self.nodes = 0
        self._exact, self._threads = exact, threads
        self._searcher = searcher.remembering(megabytes)
        self._stop = np.zeros(1, np.int64)
        self._is_stopped = False
        self._journal = exact.folder / JOURNAL
        self._answers = [
            np.full(opening_positions(exact.game, ply), OPEN, np.uint8) for ply in range(last + 1)
        ]
        with suppress(PalamedesError):
            KIND.read(self._journal, exact.game, self._resume)

    @staticmethod
    def memory(exact: ExactValues) -> int:
        """The bytes that this takes: outcomes of all tables, and the transposition table."""
        layers = exact.layers
        positions = sum(int(layers.space(layer).size()) for layer in layers.every)
        return positions // 4 + (MEGABYTES << 20)

    def stop(self) -> None:
        """End soon, from another thread."""
        self._is_stopped = True

    @property
    def total(self) -> int:
        """All positions."""
        return sum(map(len, self._answers))

    @property
    def left(self) -> int:
        """The positions that are not known yet."""
        return sum(int((answers == OPEN).sum()) for answers in self._answers)

    def counts(self) -> list[list[int]]:
        """The draws, losses, wins and open positions of each ply."""
        return [np.bincount(answers, minlength=4).tolist() for answers in self._answers]

    def find(self, progress: Progress, seconds: float = float("inf")) -> BookValues | None:
        """The values; None if the time was too short or it was stopped: what was found is kept."""
        until = monotonic() + seconds
        tables = self._searcher.outcomes
        try:
            for ply in reversed(range(len(self._answers))):
                if not self._find_ply(ply, tables, progress, until):
                    return None
                packed = pack_outcomes(self._answers[ply])
                tables = opening_outcomes(self._exact.game, ply, packed)
        finally:
            self._keep()
        return BookValues(self._exact.game, [*map(pack_outcomes, self._answers)])

    def _find_ply(self, ply: int, tables: Tables, progress: Progress, until: float) -> bool:
        """Whether there was enough time to find all values of a ply."""
        answers, kept = self._answers[ply], monotonic()
        pool = ThreadPoolExecutor(self._threads)
        try:
            running = {
                pool.submit(self._search, space, its[first : first + PIECE], first, tables)
                for space, its in self._layers_of(ply, answers)
                for first in range(0, len(its), PIECE)
                if OPEN in its[first : first + PIECE]
            }
            while running and not self._is_stopped and (left := until - monotonic()) > 0:
                done, running = wait(running, timeout=min(TICK, left))
                for each in done:
                    self.nodes += each.result()
                progress(_("values of the first plies"), self.total - self.left, self.total)
                if monotonic() - kept > KEPT:
                    self._keep()
                    kept = monotonic()
        finally:
            self._stop[0] = 1
            pool.shutdown(cancel_futures=True)
            self._stop[0] = 0
        return OPEN not in answers

    def _layers_of(self, ply: int, answers: Answers) -> Iterator[tuple[object, Answers]]:
        layers, first = self._exact.layers, 0
        for layer in layers.opening(ply):
            space = layers.space(layer)
            yield space, answers[first : first + int(space.size())]
            first += int(space.size())

    def _search(self, space: object, answers: Answers, first: int, tables: Tables) -> int:
        """Find the values of some positions; returns the nodes that were searched."""
        counters = np.zeros(3, np.int64)
        counters[NODE_LIMIT] = 1 << 62
        memory = ProofMemory(self._searcher.table, counters, self._stop)
        search_numbers(space, first, answers, self._searcher.evaluation, memory, tables)
        return int(counters[NODES])

    def _keep(self) -> None:
        head = {
            "game": self._exact.game.id,
            "sizes": [len(answers) for answers in self._answers],
            "tables": digests(self._exact, self._exact.layers.every),
        }
        body = b"".join(answers.tobytes() for answers in self._answers)
        write_atomically(self._journal, KIND.packed(head, body))

    def _resume(self, head: Head, body: bytes) -> None:
        """Take over what was found with the same tables."""
        if head["tables"] == digests(self._exact, self._exact.layers.every):
            first, known = 0, np.frombuffer(body, np.uint8)
            for answers, size in zip(self._answers, head["sizes"], strict=False):
                if len(answers) == size:
                    answers[:] = known[first : first + size]
                first += size


def add_values(game: Game, values: BookValues, path: Path) -> OpeningBook:
    """Write the book of a game with these values to a file; its entries stay."""
    used = book_path(game)
    book = OpeningBook.of(game, {}, {}) if used is None else read_book(used, game)
    book = replace(book, values=values)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.write(path)
    return book


def pack_outcomes(answers: Answers) -> Answers:
    """Four outcomes to a byte."""
    whole = np.zeros(-len(answers) % 4 + len(answers), np.uint8)
    whole[: len(answers)] = answers
    quarters = whole.reshape(-1, 4)
    packed: Answers = np.bitwise_or.reduce(quarters << np.array([0, 2, 4, 6], np.uint8), axis=1)
    return packed
