"""Growing pauses between attempts."""

from random import random
from threading import Event

FIRST, LONGEST = 0.5, 30.0  # seconds


class Backoff:
    """Waits longer after each failure in a row, and never as long as somebody else."""

    def __init__(self, stopped: Event) -> None:
        """No pause goes on once `stopped` is set."""
        self._stopped, self._pause = stopped, FIRST

    def succeed(self) -> None:
        self._pause = FIRST

    def wait(self) -> None:
        self._stopped.wait(self._pause * (0.5 + random()))  # or all would come back at once
        self._pause = min(2 * self._pause, LONGEST)
