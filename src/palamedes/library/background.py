"""Work in a background thread, so that Ctrl-C and `stop` end native code at once."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
TICK = 0.1  # seconds of one wait: a Ctrl-C just before a wait does not end it
AGAIN = 0.02  # seconds after which a stop is repeated: work that is starting may miss one


class BackgroundWork(Generic[Answer]):
    """Work that has begun, and its answer."""

    def __init__(self, work: Callable[[], Answer], stop: Callable[[], None]) -> None:
        self._work = work
        self._stop = stop
        self._answer: Future[Answer] = Future()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the work now."""
        while self._thread.is_alive():
            self._stop()
            self._thread.join(AGAIN)

    def result(self) -> Answer:
        """Wait for the answer; Ctrl-C ends the work."""
        try:
            while not self._answer.done():
                wait([self._answer], TICK)
        except BaseException:
            self.stop()
            raise
        return self._answer.result()

    def _run(self) -> None:
        try:
            self._answer.set_result(self._work())
        except BaseException as error:
            self._answer.set_exception(error)
