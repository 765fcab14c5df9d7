"""Work in the background whose answer comes back through the session's queue."""

from collections.abc import Callable
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")
PATIENCE = 20  # times that work is told to stop before it is left alone
BEAT = 0.05  # seconds between two of them
Event = Callable[[], None]  # what the owner of the session is to do


class BackgroundTask:
    """One piece of work after the other; an answer that was called off is never delivered."""

    def __init__(self, post: Callable[[Event], None]) -> None:
        self._post = post
        self._ticket = 0
        self._thread: Thread | None = None
        self._stop: Event = nothing
        self._wanted = False

    @property
    def is_wanted(self) -> bool:
        """Whether an answer is on its way."""
        return self._wanted

    def start(
        self,
        work: Callable[[], Answer],
        stop: Event,
        deliver: Callable[[Answer], None],
        fail: Callable[[Exception], None] | None = None,
    ) -> None:
        """Do some work when what was begun before is over; `stop` makes it end soon.

        `deliver` or `fail` is called by whoever handles the queue; without `fail` an error is
        raised there.
        """
        self.cancel()
        self._ticket += 1
        ticket, before, context = self._ticket, self._thread, copy_context()  # same language
        stop_before, self._stop = self._stop, stop
        self._wanted = True

        def run() -> None:
            while before is not None and before.is_alive():
                stop_before()  # again and again: it may not have heard while it was preparing
                before.join(BEAT)
            if ticket == self._ticket:
                event = context.run(_attempt, work, deliver, fail)
                self._post(lambda: self._finish(ticket, event))

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    def _finish(self, ticket: int, event: Event) -> None:
        """Deliver an answer, unless it was called off meanwhile."""
        if ticket == self._ticket and self._wanted:
            self._wanted = False
            event()

    def hurry(self) -> None:
        """Make the work end soon; its answer still counts."""
        self._stop()

    def cancel(self) -> None:
        """Call the work off. It may take a moment to end, and is told again by `nag`."""
        if self._wanted:
            self._wanted = False
            self._ticket += 1
        self.nag()

    def nag(self) -> None:
        """Tell work that was called off to stop: it may not have heard while it was preparing."""
        if not self._wanted and self._thread is not None and self._thread.is_alive():
            self._stop()

    def close(self) -> None:
        """Call the work off and wait until it has ended, but not for ever."""
        self.cancel()
        for _time in range(PATIENCE):
            if self._thread is not None and self._thread.is_alive():
                self.nag()
                self._thread.join(BEAT)


def nothing() -> None:
    """Nobody is to be told."""


def _attempt(
    work: Callable[[], Answer],
    deliver: Callable[[Answer], None],
    fail: Callable[[Exception], None] | None,
) -> Event:
    """Do some work: what is to be done with what came of it."""
    try:
        answer = work()
    except Exception as error:
        failed = error
        return lambda: (fail or _raise)(failed)
    return lambda: deliver(answer)


def _raise(error: Exception) -> None:
    raise error
