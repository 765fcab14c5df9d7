"""Stopping a search: a flag in an array that compiled code reads, and the time that raises it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter

import numpy as np

from palamedes.core.clock import CLOCK, NEVER, now
from palamedes.core.kernel import inlined


@inlined
def is_late(stop):
    """Whether the time of a search is up: it asks often, and then raises the flag itself."""
    return now() >= stop[1]


class StopFlag:
    """The stop flag of a search: raised by `stop`, or when the time is up.

    `flag` is an array of two words: not 0 if it is up, and the time (core/clock.py) for `is_late`.
    Where compiled code has no clock, a thread raises the flag.
    """

    def __init__(self) -> None:
        self.flag = np.array([0, NEVER], np.int64)
        self._began = 0.0

    def reset(self) -> None:
        """Lower the flag: before slow preparations, so that a stop during them is heard."""
        self.flag[:] = 0, NEVER

    @contextmanager
    def running(self, seconds: float | None) -> Iterator[None]:
        """Raise the flag after `seconds`, and in any case on leaving."""
        self._began = perf_counter()
        timer = None
        if seconds is not None and CLOCK is not None:
            self.flag[1] = now() + int(seconds * 1e9)
        elif seconds is not None:
            timer = Timer(seconds, self.stop)
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer:
                timer.cancel()
            self.stop()

    def stop(self) -> None:
        self.flag[0] = 1

    @property
    def stopped(self) -> bool:
        return bool(self.flag[0])

    @property
    def elapsed(self) -> float:
        return perf_counter() - self._began
