"""How late moves come: what players keep back of a time limit, by what they have seen before.

A search that is to take 0.07 s takes a little longer, and on a busy machine more: every process has
to wait now and then, for 12 to 18 ms at a load of about five on two cores. So the largest overrun
seen lately, times SAFETY, is kept back from the next limits (`Allowance.thinking_time`).
"""

from time import perf_counter

SAFETY = 3.0  # rare pauses are longer than the usual ones
FADING = 0.97  # per move: an overrun counts half after 23 moves
LARGEST = 1.0  # seconds; whatever took longer, such as a suspended computer, is no habit
TRIAL = 0.05  # seconds


class Overruns:
    """The overruns of recent moves. The players of a process share one: it is the machine's."""

    def __init__(self) -> None:
        self._largest = 0.0

    def note(self, seconds: float) -> None:
        """Note by how much a move took longer than its thinking time; negative if it did not."""
        self._largest = max(self._largest * FADING, min(seconds, LARGEST))

    def measure(self) -> None:
        """Before any move was seen: compute for TRIAL seconds, and note the longest pause."""
        if self._largest:
            return
        longest, last = 0.0, perf_counter()
        end = last + TRIAL
        while last < end:
            time = perf_counter()
            longest, last = max(longest, time - last), time
        self.note(longest)

    @property
    def reserve(self) -> float:
        """The seconds to keep back."""
        return self._largest * SAFETY


SEEN = Overruns()
