"""The thread in which the database is written."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple


class _Call(NamedTuple):
    done: asyncio.Future[Any]
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


class DatabaseThread:
    """Runs one call after the other, in the order given, so that the event loop never blocks.

    Every move waits for it. An executor would take as long to pass a call on as SQLite to write.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._is_closed = False
        self._thread = Thread(target=self._serve, name="database", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call `work(*arguments)` in the thread, and return its result."""
        if self._is_closed:
            raise RuntimeError("the database is closed")
        done = asyncio.get_running_loop().create_future()
        self._calls.put(_Call(done, work, arguments))
        return await done

    def _serve(self) -> None:
        while (call := self._calls.get()) is not None:
            if call.done.cancelled():
                continue
            try:
                answer, error = call.work(*call.arguments), None
            except BaseException as raised:  # whatever it is, somebody waits for it
                answer, error = None, raised
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                call.done.get_loop().call_soon_threadsafe(_finish, call.done, answer, error)

    def close(self) -> None:
        """Finish the calls that are queued, and end the thread."""
        self._is_closed = True
        self._calls.put(None)
        self._thread.join()


def _finish(done: asyncio.Future[Any], answer: Any, error: BaseException | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(answer)
    else:
        done.set_exception(error)
