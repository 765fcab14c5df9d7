"""The processor time of a program and of all that it has started."""

import os
from pathlib import Path

from palamedes.players.external.guard import descendants


class CpuMeter:
    """Adds up the processor time of everything that a guard has started.

    A process that has ended is in the sum of its parent, if that has waited for it, or else only in
    what was seen of it before. Neither sum is ever too large, and the larger one counts, so that
    nobody hides time in children that it does not wait for.
    """

    def __init__(self, guard: int) -> None:
        self._guard = guard
        self._seen: dict[tuple[int, int], int] = {}  # ticks, by process and the time of its start
        self._most = 0

    def seconds(self) -> float:
        """The time so far; it never falls."""
        waited = sum(_stat(self._guard)[2:4])
        for pid in descendants(self._guard):
            user, system, *of_children, start = _stat(pid)
            waited += user + system + sum(of_children)
            self._seen[pid, start] = user + system
        self._most = max(self._most, waited, sum(self._seen.values()))
        return self._most / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[int]:
    """User and system time of a process and of its ended children, in ticks; then its start."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return [0] * 5
    words = text[text.rindex(")") :].split()
    return [int(word) for word in (*words[12:16], words[20])]
