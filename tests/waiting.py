"""Waiting for what is certain to happen, however busy the machine is."""

import time

PATIENCE = 240.0  # seconds: a busy machine may have to compile first; free cores need a small part


def wait_until(condition, seconds=PATIENCE, what="it never happened"):
    """Ask again and again until a condition is true; the answer that was true."""
    ends = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < ends, what() if callable(what) else what
        time.sleep(0.02)
    return found
