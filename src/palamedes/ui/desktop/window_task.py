"""Long work beside the window, which stays responsive and hears of it through a queue."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from palamedes.solver.tablebase import Progress
from palamedes.ui.session.background import BackgroundTask, Event, nothing

Answer = TypeVar("Answer")
POLL_MS = 40


class CancelledError(Exception):
    """Raised in the work by its next report after the window has cancelled it."""


class WindowTask(Generic[Answer]):
    """A background task whose queue the window polls: only its thread may touch widgets."""

    def __init__(
        self,
        widget: tk.Misc,
        work: Callable[[Progress], Answer],
        done: Callable[[Answer], None],
        failed: Callable[[BaseException], None] | None = None,
        progress: Progress | None = None,
        poll_ms: int = POLL_MS,
    ) -> None:
        """Start `work`, which gets a function to report its progress to.

        `done` is called with the answer or `failed` with the exception; without `failed`, the
        window's thread raises it.
        """
        self._widget, self._progress, self._poll_ms = widget, progress, poll_ms
        self._queue: SimpleQueue[Event] = SimpleQueue()
        self._task = BackgroundTask(self._queue.put)
        self._task.start(lambda: work(self._report), nothing, done, failed)
        self._timer = widget.after(poll_ms, self._poll)

    def cancel(self) -> None:
        """Drop the answer; the work ends at its next report."""
        if self._task.is_wanted:
            self._task.cancel()
            self._widget.after_cancel(self._timer)

    def _report(self, what: str, done: int, total: int) -> None:
        if not self._task.is_wanted:
            raise CancelledError
        if self._progress is not None:
            self._queue.put(partial(self._progress, what, done, total))

    def _poll(self) -> None:
        """Handle what is in the queue, and come back while an answer is expected."""
        try:
            while self._task.is_wanted:
                self._queue.get_nowait()()
        except Empty:
            self._timer = self._widget.after(self._poll_ms, self._poll)
