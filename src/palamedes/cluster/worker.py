"""What runs on the workers of a cluster when a server lets engines think there.

The server calls the functions of this module in the event loop of a worker (`Client.run`), beside
Dask's queue: so a game never waits for what is queued. Threads do the work, those of studies at a
low priority.
"""

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from queue import SimpleQueue
from threading import Lock, Thread, get_native_id
from time import monotonic

from palamedes.cluster.jobs import Job, JobResult, Needs, NotReadyError
from palamedes.cluster.thinking import Thinking
from palamedes.core.errors import PalamedesError
from palamedes.core.language import set_language
from palamedes.core.plugins import Registration, take_over
from palamedes.games import find_game
from palamedes.players import PlayerError
from palamedes.players.desk import Desk
from palamedes.players.warming import Task, warm_up
from palamedes.search.analysis import Analysis
from palamedes.solver.inventory import table_files

log = logging.getLogger(__name__)
NICENESS = 10  # of studies: games go first
MOST_AT_ONCE = 64  # games that think on a worker, and studies
LONGEST_IDLE = 600.0  # seconds, after which the engines of a desk make room


def lower_priority() -> None:
    """Let other threads go first; only Linux knows priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)


class _Desks:
    """What goes on at the desks of all servers; desks that were not used for long are cleared."""

    def __init__(self) -> None:
        self._desks: OrderedDict[str, tuple[Thinking, float]] = OrderedDict()  # last used last

    def find(self, name: str) -> Thinking | None:
        thinking, _used = self._desks.get(name, (None, 0.0))
        return thinking

    def begin(self, name: str) -> Thinking:
        """New work at a desk, which may have engines already."""
        before, now = self.find(name), monotonic()
        thinking = Thinking(Desk() if before is None else before.desk)
        self._desks[name] = thinking, now
        self._desks.move_to_end(name)
        while now - next(iter(self._desks.values()))[1] > LONGEST_IDLE:
            self._desks.popitem(last=False)
        return thinking

    def clear(self, server: str) -> None:
        """Forget the desks of a server; what is still going on there goes on."""
        for name in [name for name in self._desks if name.startswith(server)]:
            del self._desks[name]


class _Warming:
    """Compiles the players that are asked for, one after the other, or reads them from disk."""

    def __init__(self) -> None:
        self._asked: set[Task] = set()
        self._ready: set[Task] = set()
        self._waiting: SimpleQueue[Task] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None

    def check(self, needs: Needs) -> None:
        """NotReadyError unless all that is needed is here."""
        self.ask_for(needs.task)
        if needs.task not in self._ready:
            raise NotReadyError
        if not needs.tables <= table_files(find_game(needs.task[0])):
            raise NotReadyError(tables=True)

    def ask_for(self, task: Task) -> None:
        """Begin to get ready for a player, unless that has begun."""
        with self._lock:
            if task in self._asked:
                return
            self._asked.add(task)
            self._waiting.put(task)
            if self._thread is None:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()

    def _work(self) -> None:
        lower_priority()
        while True:
            task = self._waiting.get()
            try:
                self._ready.add(warm_up(task))
            except Exception as error:  # others think about its games
                log.warning("%s: %s", task, error)
                self._asked.discard(task)


_desks, _warming = _Desks(), _Warming()
_games = ThreadPoolExecutor(MOST_AT_ONCE, "games")
_studies = ThreadPoolExecutor(MOST_AT_ONCE, "studies", lower_priority)


async def arrive(server: str, offers: Iterable[Registration], tasks: Iterable[Task]) -> str:
    """Get to know a server, which uses `tasks` and new desks; the version of Palamedes here."""
    logging.getLogger("distributed.worker").addFilter(_is_no_call)
    take_over(offers)
    _desks.clear(server)
    for task in tasks:
        _warming.ask_for(task)
    return version("palamedes")


async def get_ready(task: Task) -> None:
    """Get ready for a player that will be asked for."""
    _warming.ask_for(task)


async def think(name: str, is_study: bool, language: str, job: Job) -> JobResult:
    """Do a job at a desk; all errors come back in the result, in this language."""
    thinking, loop = _desks.begin(name), asyncio.get_running_loop()
    threads = _studies if is_study else _games
    return await loop.run_in_executor(threads, _attempt, job, thinking, language)


async def look_in(name: str, stop: bool) -> Analysis | None:
    """What has been found at a desk so far; `stop` makes the engine there end soon."""
    thinking = _desks.find(name)
    if thinking is None:
        return None
    if stop:
        thinking.stop()
    return thinking.latest


def _attempt(job: Job, thinking: Thinking, language: str) -> JobResult:
    set_language(language)
    try:
        if job.needs is not None:
            _warming.check(job.needs)
        return JobResult(job.do(thinking))
    except (NotReadyError, PalamedesError, PlayerError) as error:
        return JobResult(error=error)
    except Exception as error:
        log.exception("an engine")
        return JobResult(
            error=RuntimeError(f"{type(error).__name__}: {error}")
        )  # it can be pickled


def _is_no_call(record: logging.LogRecord) -> bool:
    """Dask notes every call of a function: the log would have a line for each move."""
    return not str(record.msg).startswith("Run out-of-band function")
