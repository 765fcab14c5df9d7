"""The clock: compiled code can read it, and a thread can say that one runs.

A thread that is to stop a search comes late on a busy machine, where it waits for a core: by 30 ms
while the search never paused. Starting it took 150 ms once.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

NEVER = (1 << 63) - 1
CLOCK = getattr(time, "CLOCK_MONOTONIC", None)  # None on Windows


def now() -> int:
    """Nanoseconds since some moment, the same in Python and in compiled code; 0 without a clock."""
    return 0 if CLOCK is None else time.clock_gettime_ns(CLOCK)


class _ThreadClock(local):
    """Whether the time of this thread is measured: it must not wait for the compiler."""

    is_running = False


thread_clock = _ThreadClock()


@contextmanager
def on_the_clock(is_running: bool = True) -> Iterator[None]:
    """Within this, no part becomes a kernel in this thread: interpreting it takes less time now."""
    before = thread_clock.is_running
    thread_clock.is_running = is_running or before
    try:
        yield
    finally:
        thread_clock.is_running = before
