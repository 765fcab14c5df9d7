"""Compiles engines in processes of its own, so that the server and its games never stand still.

In the background everything is compiled once after the start, default opponents first. What a
visitor waits for is compiled at once, in another process: each kernel is locked by itself
(core/cache.py), so the one never waits for the whole work of the other.
"""

import logging
import os
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from threading import Event, Lock, Thread

from palamedes.core.game import Family, Game
from palamedes.core.plugins import Registration, handed_over
from palamedes.core.workers import begin_worker, end_processes
from palamedes.players.warming import ANALYSIS, Task, is_ready, task_of, warm_up, warming_tasks
from palamedes.ui.session.background import nothing

log = logging.getLogger(__name__)
NICENESS = 10  # of the process in the background
DELAY = 8.0  # seconds after the start that belong to the first visitor alone


class Compiler:
    """Makes engines ready. Where that is not possible, they compile when they first move."""

    def __init__(self) -> None:
        self._urgent = _pool(niceness=0)
        self._background = _pool(niceness=NICENESS)
        self._lock = Lock()
        self._waiting: dict[Task, Future[Task]] = {}
        self._closing = Event()

    def start(self, families: Iterable[Family]) -> None:
        """Begin to compile everything in the background, and get ready for what is urgent."""
        self._urgent.submit(nothing)  # starts its process
        Thread(target=self._work_through, args=(tuple(families),), daemon=True).start()

    def _work_through(self, families: tuple[Family, ...]) -> None:
        with suppress(Exception):  # the server works without it
            self._closing.wait(DELAY)
            for task in warming_tasks(families):
                if self._closing.is_set():
                    return
                if not is_ready(task):
                    self._background.submit(warm_up, task).result()
        self._background.shutdown(wait=False)

    def prepare_player(self, game: Game, spec: str) -> None:
        """Return when the code of a player is on disk."""
        self._prepare(task_of(game, spec))

    def prepare_analysis(self, game: Game) -> None:
        """The same for the engine that gives hints and analyses."""
        self._prepare((game.id, ANALYSIS))

    def _prepare(self, task: Task) -> None:
        if is_ready(task) or self._closing.is_set():
            return
        try:
            self._submit(task).result()
        except Exception as error:  # the engine compiles by itself, then
            log.warning("compiling %s: %s", task, error)
        with self._lock:
            self._waiting.pop(task, None)

    def _submit(self, task: Task) -> Future[Task]:
        with self._lock:
            if task not in self._waiting:
                try:
                    self._waiting[task] = self._urgent.submit(warm_up, task)
                except BrokenExecutor:  # its process was killed
                    self._urgent = _pool(niceness=0)
                    self._waiting[task] = self._urgent.submit(warm_up, task)
            return self._waiting[task]

    def close(self) -> None:
        self._closing.set()
        for pool in (self._urgent, self._background):
            end_processes(pool)


def _pool(niceness: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), _begin, (niceness, handed_over()))


def _begin(niceness: int, offers: tuple[Registration, ...]) -> None:
    begin_worker(offers)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
