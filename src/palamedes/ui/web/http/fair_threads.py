"""Threads for work that visitors ask for, shared fairly among them."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.http.limits import BusyError

Result = TypeVar("Result")
Call = Callable[[], Any]
Check = Callable[[], None]


class FairThreads:
    """A few threads that serve visitors in turns, one call each.

    When a thread becomes free, it goes to the visitor who has waited longest since the last turn.
    Calls that have begun run to their end: where they can be long, `most_running` leaves threads
    for others. The key of a visitor is the address. All methods are called in the event loop.
    """

    def __init__(
        self, threads: int, name: str, most_waiting: int = 100, most_running: int | None = None
    ) -> None:
        """`most_waiting` and `most_running` are the calls that one key may have, at most."""
        self._threads = ThreadPoolExecutor(threads, name)
        self._free, self._most_waiting = threads, most_waiting
        self._most_running = most_running or threads
        self._waiting: dict[str, deque[tuple[asyncio.Future[Any], Check, Call]]] = {}
        self._running: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """The number of calls that wait for a thread."""
        return sum(map(len, self._waiting.values()))

    async def run(
        self,
        key: str,
        work: Callable[..., Result],
        *arguments: Any,
        check: Check = lambda: None,
    ) -> Result:
        """Call `work(*arguments)` in a thread, in the language of the visitor.

        Raises BusyError if too many calls of this visitor are waiting, and whatever `check` raises,
        which is called when the turn comes. A call that is cancelled before is never made.
        """
        queue = self._waiting.get(key, deque())
        if len(queue) >= self._most_waiting:
            raise BusyError(_("Too many requests. Please wait a moment."))
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        queue.append((done, check, partial(copy_context().run, work, *arguments)))
        self._waiting[key] = queue
        self._start_next()
        try:
            return await done
        finally:
            if done.cancelled():
                self._drop(key, done)

    def _drop(self, key: str, done: asyncio.Future[Any]) -> None:
        """Forget a call that nobody waits for, unless it has begun."""
        left = deque(each for each in self._waiting.get(key, ()) if each[0] is not done)
        if left:
            self._waiting[key] = left
        else:
            self._waiting.pop(key, None)

    def _start_next(self) -> None:
        while self._free and (key := self._next_key()) is not None:
            queue = self._waiting.pop(key)
            done, check, call = queue.popleft()
            if queue:
                self._waiting[key] = queue  # behind all others
            if not done.cancelled():
                self._start(key, done, check, call)

    def _start(self, key: str, done: asyncio.Future[Any], check: Check, call: Call) -> None:
        try:
            check()
        except PalamedesError as error:
            done.set_exception(error)
            return
        self._free -= 1
        self._running[key] += 1
        running = asyncio.get_running_loop().run_in_executor(self._threads, call)
        running.add_done_callback(partial(self._finish, key, done))

    def _next_key(self) -> str | None:
        """The visitor whose turn it is; None if nobody waits who may have one more thread."""
        may_run = (key for key in self._waiting if self._running[key] < self._most_running)
        return next(may_run, None)

    def _finish(self, key: str, done: asyncio.Future[Any], running: asyncio.Future[Any]) -> None:
        self._free += 1
        self._running[key] -= 1
        if not self._running[key]:
            del self._running[key]
        error = None if running.cancelled() else running.exception()
        if done.cancelled():
            pass
        elif running.cancelled():
            done.cancel()
        elif error is not None:
            done.set_exception(error)
        else:
            done.set_result(running.result())
        self._start_next()

    def close(self) -> None:
        """Finish what is running; what waits is never called."""
        for queue in self._waiting.values():
            for done, _check, _call in queue:
                done.cancel()
        self._waiting.clear()
        self._threads.shutdown(cancel_futures=True)
