"""How much time a player has used, and when that is too much.

On a busy machine a program may have to wait for a core, which is not its fault. So a move is late
only if the time on the wall and the processor time of the player both exceed the limit; or if it
takes more than PATIENCE times the limit and GRACE, as somebody who sleeps uses no processor time.
"""

from collections.abc import Callable
from time import perf_counter

PATIENCE, GRACE = 4.0, 1.0


class TimeUse:
    """The time used since this was made. `cpu` tells all processor time that was ever used."""

    def __init__(self, cpu: Callable[[], float]) -> None:
        self._cpu = cpu
        self._cpu_before = cpu()
        self._began = perf_counter()

    def seconds(self) -> float:
        return perf_counter() - self._began

    def is_over(self, limit: float) -> bool:
        """Whether more time was used than the limit, by no fault of the machine."""
        seconds = self.seconds()
        if seconds <= limit:
            return False
        return seconds > PATIENCE * limit + GRACE or self._cpu() - self._cpu_before > limit
