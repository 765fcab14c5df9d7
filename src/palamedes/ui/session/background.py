"""The one way front ends run long work: in a background thread that answers through a queue."""

from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")
Event = Callable[[], None]  # something for the owner's thread to call
STOPS_AT_CLOSE = 20  # how often `close` tells the work to stop before it gives up waiting
STOP_INTERVAL = 0.05  # seconds between two of these


class BackgroundTask:
    """Runs one piece of work at a time. The answer of cancelled work is never delivered.

    The task belongs to one thread, its owner, which makes all calls. `post` puts an event into the
    owner's queue, and the owner calls the events it finds there: so answers and errors reach the
    owner's thread and never interrupt it. The work speaks the owner's language.
    """

    def __init__(self, post: Callable[[Event], None]) -> None:
        self._post = post
        self._ticket = 0  # of the work whose answer is wanted
        self._thread: Thread | None = None
        self._stop: Event = nothing
        self._wanted = False

    @property
    def is_wanted(self) -> bool:
        """Whether an answer is on its way. The work itself may ask, to end when it is cancelled."""
        return self._wanted

    def start(
        self,
        work: Callable[[], Answer],
        stop: Event,
        deliver: Callable[[Answer], None],
        fail: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Cancel the work before, and run `work` once that has ended; `stop` makes it end soon.

        The owner's queue gets one event, which calls `deliver` with the answer or `fail` with the
        exception. Without `fail` the event raises the exception.
        """
        self.cancel()
        self._ticket += 1
        ticket, before, context = self._ticket, self._thread, copy_context()
        stop_before, self._stop = self._stop, stop
        self._wanted = True

        def run() -> None:
            while before is not None and before.is_alive():
                stop_before()  # repeated: work that is still starting may miss the first stop
                before.join(STOP_INTERVAL)
            if ticket == self._ticket:
                event = context.run(_attempt, work, deliver, fail)
                self._post(partial(self._finish, ticket, event))

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    def _finish(self, ticket: int, event: Event) -> None:
        """Deliver an answer, unless its work was cancelled meanwhile."""
        if ticket == self._ticket and self._wanted:
            self._wanted = False
            event()

    def hurry(self) -> None:
        """Make the work end soon; its answer is still delivered."""
        self._stop()

    def cancel(self) -> None:
        """Drop the answer and stop the work, which may take a moment; see `stop_again`."""
        if self._wanted:
            self._wanted = False
            self._ticket += 1
        self.stop_again()

    def stop_again(self) -> None:
        """Stop cancelled work again: it may have missed the first stop while it was starting."""
        if not self._wanted and self._thread is not None and self._thread.is_alive():
            self._stop()

    def close(self) -> None:
        """Cancel the work and wait until it has ended, for a second at most."""
        self.cancel()
        for _time in range(STOPS_AT_CLOSE):
            if self._thread is not None and self._thread.is_alive():
                self.stop_again()
                self._thread.join(STOP_INTERVAL)


def nothing() -> None:
    """Do nothing: for work that cannot be stopped, and for owners who need no notice."""


def _attempt(
    work: Callable[[], Answer],
    deliver: Callable[[Answer], None],
    fail: Callable[[BaseException], None] | None,
) -> Event:
    """Do the work, and return the event that tells the owner what came of it."""
    try:
        answer = work()
    except BaseException as error:  # whatever it is, the owner must not wait for ever
        return partial(fail or _raise, error)
    return partial(deliver, answer)


def _raise(error: BaseException) -> None:
    raise error
