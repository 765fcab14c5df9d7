"""Long work beside the window, which hears of it through a queue and is never kept waiting."""

import tkinter as tk
from collections.abc import Callable
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
POLL_MS = 40


class CalledOffError(Exception):
    """Raised inside the work when nobody wants its answer any more."""


class Background(Generic[Answer]):
    """One piece of work in a thread. All calls of the listeners are made by the window."""

    def __init__(
        self,
        widget: tk.Misc,
        work: Callable[[Callable[[str, int, int], None]], Answer],
        progress: Callable[[str, int, int], None],
        done: Callable[[Answer], None],
        failed: Callable[[Exception], None],
        poll_ms: int = POLL_MS,
    ) -> None:
        """Begin. `work` is given a function to report to: what, how much, of how much."""
        self._poll_ms = poll_ms
        self._widget, self._progress, self._done, self._failed = widget, progress, done, failed
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._is_wanted = True
        context = copy_context()  # the thread speaks the same language
        self._thread = Thread(target=lambda: context.run(self._run, work), daemon=True)
        self._thread.start()
        self._timer = widget.after(poll_ms, self._poll)

    @property
    def is_running(self) -> bool:
        return self._is_wanted

    def call_off(self) -> None:
        """Hear no more of it; it ends at its next report."""
        if self._is_wanted:
            self._is_wanted = False
            self._widget.after_cancel(self._timer)

    def _run(self, work: Callable[[Callable[[str, int, int], None]], Answer]) -> None:
        try:
            answer = work(self._report)
        except CalledOffError:
            return
        except Exception as error:
            failure = error
            self._queue.put(lambda: self._failed(failure))
        else:
            self._queue.put(lambda: self._done(answer))

    def _report(self, what: str, done: int, total: int) -> None:
        if not self._is_wanted:
            raise CalledOffError
        self._queue.put(lambda: self._progress(what, done, total))

    def _poll(self) -> None:
        if not self._is_wanted:
            return
        running = self._thread.is_alive()
        try:
            while True:
                self._queue.get_nowait()()
        except Empty:
            pass
        if running and self._is_wanted:
            self._timer = self._widget.after(self._poll_ms, self._poll)
        else:
            self._is_wanted = False
