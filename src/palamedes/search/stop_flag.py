"""Stopping a search: a flag in an array that compiled code reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter

import numpy as np


class StopFlag:
    """The stop flag of a search: raised by `stop`, or when the time is up."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.int64)
        self._began = 0.0

    def reset(self) -> None:
        """Lower the flag: before slow preparations, so that a stop during them is heard."""
        self.flag[0] = 0

    @contextmanager
    def running(self, seconds: float | None) -> Iterator[None]:
        """Raise the flag after `seconds`, and in any case on leaving."""
        self._began = perf_counter()
        timer = None if seconds is None else Timer(seconds, self.stop)
        if timer:
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
