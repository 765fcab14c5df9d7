"""How many cores there are to work with."""

import os


def usable_cores() -> int:
    """The cores that this process may use: fewer than the machine has, where it is confined."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
