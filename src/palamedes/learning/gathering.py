"""The self-play of a generation: pieces of it, played side by side and written to files.

A piece has a number, which decides its games, and pieces are used in the order of their numbers.
So the experience of a generation does not depend on how many are played at a time.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.learning.experience import join
from palamedes.learning.run_folder import Generation, Run, RunFolder
from palamedes.learning.selfplay import Experience, PackedEvaluation, SelfPlay
from palamedes.search.stop_flag import StopFlag

WRITE_EVERY = 20.0  # seconds between two files of experience
WRITTEN = 1 << 18  # positions of one file at most, about
EMPTY = 4  # pieces of self-play without a position: then there is nothing to learn
TICK = 0.1  # seconds between two looks at the clock

Cluster = tuple[Executor, int]  # and how many jobs it runs at a time
Told = Callable[[float, float], None]  # the share that is done, positions a second


@dataclass
class Gathering:
    """Gathers the experience of one generation."""

    folder: RunFolder
    run: Run
    generation: Generation
    workers: int
    cluster: Cluster | None
    stop: NDArray[np.int64]  # not 0: the run is to end
    told: Told
    target: int  # positions
    piece: int  # positions of a piece, at most
    deadline: float | None  # by monotonic()

    def __post_init__(self) -> None:
        self._late = StopFlag().flag  # not 0: games under way are to end
        self._waiting: list[Experience] = []  # not yet written

    def gather(self, packed: PackedEvaluation) -> None:
        """Play until there are enough positions or time is up; PalamedesError if there are none."""
        if self.generation.positions < self.target:
            try:
                with self._players() as (executor, count):
                    self._take(self._pieces(packed, executor, count))
            finally:
                self._write()
        if not self.generation.positions and not self.stop[0]:
            raise PalamedesError(_("every game is decided at once: there is nothing to learn"))

    def _take(self, pieces: Iterator[Experience]) -> None:
        began = written = monotonic()
        generation, before, empty = self.generation, self.generation.positions, 0
        for experience in pieces:
            self._waiting.append(experience)
            generation.positions += len(experience)
            empty = 0 if len(experience) else empty + 1
            now = monotonic()
            share = generation.positions / self.target
            if self.deadline is not None:
                share = max(share, (now - began) / max(self.deadline - began, TICK))
            self.told(share, (generation.positions - before) / max(now - began, 1e-3))
            if now - written > WRITE_EVERY or sum(map(len, self._waiting)) > WRITTEN:
                self._write()
                written = now
            if generation.positions >= self.target or empty >= EMPTY:
                return

    def _write(self) -> None:
        """Write what was played since the last time."""
        if self._waiting:
            generation = self.generation
            self.folder.add_part(generation.number, generation.pieces, join(self._waiting))
            generation.pieces += len(self._waiting)
            self._waiting.clear()
            self.folder.write(self.run)

    @contextmanager
    def _players(self) -> Iterator[Cluster]:
        """What plays: threads here, or a cluster. On leaving, unfinished work is dropped."""
        if self.cluster is not None:
            yield self.cluster
            return
        pool = ThreadPoolExecutor(self.workers)
        try:
            yield pool, self.workers
        finally:
            self._late[0] = 1
            pool.shutdown(cancel_futures=True)

    def _pieces(
        self, packed: PackedEvaluation, executor: Executor, count: int
    ) -> Iterator[Experience]:
        """The pieces that are missing, in the order of their numbers."""
        running: deque[Future[Experience]] = deque()
        number = submitted = self.generation.pieces
        try:
            while True:
                while len(running) < 2 * count and not self._is_late():
                    running.append(self._submit(packed, submitted, executor))
                    submitted += 1
                if not running:
                    return
                self._wait(running[0])
                is_lost = self.cluster is not None and not running[0].done()
                if self.stop[0] or is_lost:  # what a stop has cut short would differ the next time
                    return
                played = running.popleft().result()
                yield replace(played, games=played.games + np.int32(number * self.piece))
                number += 1
        finally:
            for each in running:
                each.cancel()

    def _submit(
        self, packed: PackedEvaluation, number: int, executor: Executor
    ) -> "Future[Experience]":
        seed = Random(f"{self.run.seed} {self.generation.number} {number}").getrandbits(62)
        game, depth = self.folder.game, self.generation.depth
        job = SelfPlay(game, packed, depth, self.piece, seed, self.piece)
        if self.cluster is not None:
            return executor.submit(job.play)
        return executor.submit(job.play, self._late)

    def _is_late(self) -> bool:
        """Whether it is time to end; tells the games that are being played."""
        if self.stop[0] or (self.deadline is not None and monotonic() > self.deadline):
            self._late[0] = 1
        return bool(self._late[0])

    def _wait(self, piece: "Future[Experience]") -> None:
        """Wait for a piece, or until it is late; then pieces here end by themselves."""
        while not piece.done() and not self._is_late():
            try:
                piece.result(timeout=TICK)
            except TimeoutError:
                continue
