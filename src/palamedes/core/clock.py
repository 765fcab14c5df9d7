"""The clock that compiled code can read.

A thread that is to stop a search comes late on a busy machine, where it waits for a core: by 30 ms
while the search never paused. Starting it took 150 ms once.
"""

import time

NEVER = (1 << 63) - 1
CLOCK = getattr(time, "CLOCK_MONOTONIC", None)  # None on Windows


def now() -> int:
    """Nanoseconds since some moment, the same in Python and in compiled code; 0 without a clock."""
    return 0 if CLOCK is None else time.clock_gettime_ns(CLOCK)
