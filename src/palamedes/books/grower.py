"""A book grows: position after position is looked at, several at a time, and kept in the journal.

Searches run in threads, as kernels are free of the GIL, or on a cluster; tables are asked here.
With one worker and a limit of nodes, nothing depends on the clock: a book that was interrupted
becomes the one it would have become.
"""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from time import monotonic

from palamedes.books.expansion import SearchJob, solved_moves
from palamedes.books.journal import BookJournal
from palamedes.books.pruning import book_of
from palamedes.books.tree import BookTree, Expansion, Leaf
from palamedes.core.cores import usable_cores
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.opening_book import OpeningBook
from palamedes.search.truth_engine import TruthEngine
from palamedes.solver.tablebase import Tablebase

TICK = 0.1  # seconds between two looks at the clock

Cluster = tuple[Executor, int]  # and how many jobs it runs at a time


class GrowthStopped(Exception):  # noqa: N818 - nothing went wrong
    """The work was asked to stop."""


@dataclass
class GrowthProgress:
    """How far a book is; a front end reads it from another thread."""

    positions: int = 0
    rate: float = 0.0  # positions a second
    depth: int = 0  # plies of the main line
    share: float = 0.0  # that is done
    seconds_left: float | None = None


class Grower:
    """Grows the book of a journal until it has enough positions or its time is up."""

    def __init__(
        self,
        game: Game,
        journal: BookJournal,
        positions: int | None = None,
        seconds: float | None = None,
        workers: int = usable_cores(),
        cluster: Cluster | None = None,
    ) -> None:
        self.game = game
        self.progress = GrowthProgress()
        self.ended = Event()  # set when `grow` is left
        self._journal = journal
        self._limits = Limits(nodes=journal.plan.nodes, seconds=journal.plan.seconds)
        self._positions = positions
        self._seconds = seconds
        self._workers = workers
        self._cluster = cluster
        self._stop = Event()
        self._tree = BookTree(game)
        self._tables: TruthEngine | None = None
        self._running: dict[Future[Expansion], AlphaBeta | None] = {}  # None: on a cluster

    def stop(self) -> None:
        """End soon, from another thread: `grow` raises GrowthStopped. What was found is kept."""
        self._stop.set()

    def grow(self) -> OpeningBook:
        """Do what is left; returns the book. GrowthStopped if it was stopped."""
        try:
            self._prepare()
            with self._executor() as (executor, count):
                self._look_at_leaves(executor, count)
        finally:
            self.ended.set()
        if self._stop.is_set():
            raise GrowthStopped
        plan = self._journal.plan
        made = {"positions": len(self._tree), "version": plan.version}
        made |= {"seconds": plan.seconds} if plan.nodes is None else {"nodes": plan.nodes}
        return book_of(self._tree, made)

    def _prepare(self) -> None:
        """Plant what was found before, and compile the search: neither is on the clock."""
        for found in self._journal.found:
            self._tree.add(found)
        job = SearchJob(self.game, Leaf(self.game.start, 0, 0), self._limits)
        engine = job.make_engine()
        if self.game.layers is not None:
            self._tables = TruthEngine(Tablebase(self.game), engine)
        if self._cluster is None:
            engine.prepare(Match.of(self.game))
        self._began, self._before = monotonic(), len(self._tree)

    @contextmanager
    def _executor(self) -> Iterator[Cluster]:
        """What searches: threads here, or a cluster. On leaving, unfinished work is dropped."""
        if self._cluster is not None:
            yield self._cluster
            return
        pool = ThreadPoolExecutor(self._workers)
        try:
            yield pool, self._workers
        finally:
            self._stop_searches()
            pool.shutdown(cancel_futures=True)

    def _look_at_leaves(self, executor: Executor, count: int) -> None:
        try:
            while not self._stop.is_set():
                self._submit(executor, count)
                self._tell()
                if not self._running:
                    return
                for future in wait(self._running, TICK, FIRST_COMPLETED).done:
                    self._running.pop(future)
                    self._keep(future.result())
        finally:
            for future in self._running:
                future.cancel()

    def _submit(self, executor: Executor, count: int) -> None:
        """Have leaves searched while there is room."""
        while len(self._running) < count and not self._is_enough():
            leaf = self._tree.next_leaf()
            if leaf is None:
                return
            solved = () if self._tables is None else solved_moves(self.game, leaf, self._tables)
            job = SearchJob(self.game, leaf, self._limits, solved)
            if self._cluster is not None:
                self._running[executor.submit(job.expand)] = None
            else:
                engine = job.make_engine()
                self._running[executor.submit(job.expand, engine)] = engine

    def _keep(self, found: Expansion) -> None:
        self._tree.add(found)
        self._journal.add(found)

    def _is_enough(self) -> bool:
        if self._stop.is_set():
            return True
        planned = len(self._tree) + len(self._running)
        if self._positions is not None and planned >= self._positions:
            return True
        return self._seconds is not None and monotonic() - self._began >= self._seconds

    def _stop_searches(self) -> None:
        """Stop what is running; one that is just starting may miss the first stop."""
        while self._stop.is_set() and wait(self._running, TICK / 10).not_done:
            for engine in filter(None, self._running.values()):
                engine.stop()

    def _tell(self) -> None:
        told, tree = self.progress, self._tree
        elapsed = max(monotonic() - self._began, 1e-3)
        told.positions = len(tree)
        told.rate = (len(tree) - self._before) / elapsed
        told.depth = max(sum(1 for _node in tree.main_line()) - 1, 0)
        told.share, told.seconds_left = 0.0, None
        if self._positions is not None:
            told.share = len(tree) / self._positions
            if told.rate:
                told.seconds_left = (self._positions - len(tree)) / told.rate
        if self._seconds is not None:
            told.share = max(told.share, elapsed / self._seconds)
            left = max(self._seconds - elapsed, 0.0)
            told.seconds_left = min(left, told.seconds_left or left)
