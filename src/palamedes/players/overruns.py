"""How late moves come: what players keep back of a time limit, by what they have seen before.

A search that is to take 0.07 s takes longer: a thread starts, a timer wakes up, the interpreter
finishes its turn, and on a busy machine all of them wait for a core. So the largest overrun seen
lately, times SAFETY, is kept back from the next limits (`Allowance.thinking_time`).
"""

SAFETY = 1.5  # the next overrun may be larger than all before
FADING = 0.97  # per move: an overrun counts half after 23 moves
LARGEST = 1.0  # seconds; whatever took longer, such as a suspended computer, is no habit


class Overruns:
    """The overruns of recent moves. The players of a process share one: it is the machine's."""

    def __init__(self) -> None:
        self._largest = 0.0

    def note(self, seconds: float) -> None:
        """Note by how much a move took longer than its thinking time; not at all if negative."""
        self._largest = max(self._largest * FADING, min(seconds, LARGEST))

    @property
    def reserve(self) -> float:
        """The seconds to keep back."""
        return self._largest * SAFETY


SEEN = Overruns()
