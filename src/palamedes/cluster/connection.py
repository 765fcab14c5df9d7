"""Which workers a cluster has, and how a server calls functions on them."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from importlib.metadata import version
from threading import Thread
from typing import Any
from uuid import uuid4

from palamedes.cluster.executor import PATIENCE, check_address, require_dask
from palamedes.cluster.worker import arrive, get_ready
from palamedes.core.plugins import handed_over
from palamedes.players.warming import Task

log = logging.getLogger(__name__)
LOOK_INTERVAL = 1.0  # seconds between two looks at who is there
RETRY = 3.0  # seconds until the next try to reach the cluster
CLOSE_TIMEOUT = 3.0  # seconds
MOST_TASKS = 200  # that new workers get ready for

Workers = dict[str, int]  # how many engines may think at once, by the address of the worker


class LostError(Exception):
    """The worker that was asked is gone, or cannot be reached."""


class Cluster:
    """A connection, in a thread of its own, that is made again whenever it breaks."""

    def __init__(self, address: str) -> None:
        """Raises PalamedesError if dask.distributed is missing."""
        require_dask()
        self.address = address
        self.server = uuid4().hex[:12]  # how workers call this one
        self._client: Any = None  # while the cluster answers
        self._is_in_trouble = self._is_closing = False
        self._workers: Workers = {}
        self._arriving: dict[str, asyncio.Task[None]] = {}
        self._refused: set[str] = set()  # workers that cannot be used
        self._tasks: OrderedDict[Task, None] = OrderedDict()  # that workers get ready for
        self._without_tables: set[tuple[str, str]] = set()  # workers and games
        self._busy: Counter[str] = Counter()  # calls by worker
        self._listeners: list[Callable[[Workers], None]] = []
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="cluster", daemon=True)

    @property
    def workers(self) -> Workers:
        """Those that are there now."""
        return dict(self._workers)

    def on_change(self, listener: Callable[[Workers], None]) -> None:
        """Call `listener` now, and whenever workers come or go, in a thread of the cluster."""
        self._listeners.append(listener)
        listener(self.workers)

    def start(self) -> None:
        """Begin to look for workers."""
        self._thread.start()
        self._do(self._watch())

    def close(self) -> None:
        with suppress(Exception):
            self._do(self._end()).result(CLOSE_TIMEOUT)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSE_TIMEOUT)

    def least_busy(self) -> str:
        """The worker with the most room; LostError if there is none."""
        workers = self.workers
        if not workers:
            raise LostError(self.address)
        return min(workers, key=lambda each: self._busy[each] / workers[each])

    def ask(self, worker: str, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Call an async function in the event loop of a worker; LostError if that fails."""
        return self._do(self._ask(worker, function, arguments))

    def get_ready(self, task: Task) -> None:
        """Let all workers get ready for a player, also those that come later."""
        if task not in self._tasks:
            self._tasks[task] = None
            if len(self._tasks) > MOST_TASKS:
                self._tasks.popitem(last=False)
            for worker in self.workers:
                self.ask(worker, get_ready, task)

    def lose(self, worker: str) -> None:
        """Treat a worker as gone, until it answers a greeting."""

        async def forget() -> None:
            self._forget(worker)

        with suppress(TimeoutError):
            self._do(forget()).result(PATIENCE)

    def note_lack_of_tables(self, worker: str, game_id: str) -> None:
        """Say once that a worker cannot think about a game as this server does."""
        if (worker, game_id) not in self._without_tables:
            self._without_tables.add((worker, game_id))
            log.warning("worker %s lacks tables of %s that are here", worker, game_id)

    def _do(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    # In the event loop

    async def _ask(self, worker: str, function: Callable[..., Any], arguments: Any) -> Any:
        if self._client is None:
            raise LostError(worker)
        self._busy[worker] += 1
        try:
            answers = await self._client.run(function, *arguments, workers=[worker])
            return answers[worker]
        except Exception as error:  # Dask has many for a worker that is gone
            raise LostError(worker) from error
        finally:
            self._busy[worker] -= 1

    async def _watch(self) -> None:
        """Keep a connection, and look for workers through it."""
        while True:
            try:
                await check_address(self.address)
                await self._look()
            except (Exception, asyncio.CancelledError) as error:  # Dask has many
                if self._is_closing:
                    return
                self._note_trouble(str(error) or type(error).__name__)
            self._client = None
            self._update({})
            await asyncio.sleep(RETRY)

    async def _look(self) -> None:
        from distributed import Client

        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # our log says it
        options = {"asynchronous": True, "timeout": PATIENCE, "set_as_default": False}
        async with Client(self.address, **options) as self._client:
            while True:
                self._update(await asyncio.wait_for(self._client.nthreads(), PATIENCE))
                await asyncio.sleep(LOOK_INTERVAL)

    def _note_trouble(self, reason: str) -> None:
        """Say in the log that there is no worker, or that there is one again."""
        if reason and not self._is_in_trouble:
            log.warning("engines think in the server, not at %s: %s", self.address, reason)
        elif self._is_in_trouble and not reason:
            log.warning("engines think at %s again", self.address)
        self._is_in_trouble = bool(reason)

    def _update(self, found: Workers) -> None:
        """Note which workers are there; new ones are greeted first."""
        for worker in self._workers.keys() - found.keys():
            self._forget(worker)
        self._refused &= found.keys()
        for worker in found.keys() - self._workers.keys() - self._arriving.keys() - self._refused:
            greeting = self._greet(worker, found[worker])
            self._arriving[worker] = asyncio.create_task(greeting)

    async def _greet(self, worker: str, threads: int) -> None:
        try:
            question = self._ask(worker, arrive, (self.server, handed_over(), tuple(self._tasks)))
            theirs = await asyncio.wait_for(question, PATIENCE)
        except TimeoutError:
            return  # it is greeted again when the next look finds it
        except LostError as error:
            self._refuse(worker, f"it does not know Palamedes ({error.__cause__})")
            return
        finally:
            del self._arriving[worker]
        if theirs != version("palamedes"):
            self._refuse(worker, f"it has Palamedes {theirs}, which is another version")
            return
        self._workers[worker] = threads
        self._note_trouble("")
        self._tell()

    def _refuse(self, worker: str, reason: str) -> None:
        """Ask nothing of a worker as long as it is there."""
        self._refused.add(worker)
        log.warning("worker %s is not used: %s", worker, reason)

    def _forget(self, worker: str) -> None:
        if self._workers.pop(worker, None) is not None:
            self._without_tables = {each for each in self._without_tables if each[0] != worker}
            if not self._workers:
                self._note_trouble("no worker is there")
            self._tell()

    def _tell(self) -> None:
        for listener in self._listeners:
            listener(self.workers)

    async def _end(self) -> None:
        self._is_closing = True
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
