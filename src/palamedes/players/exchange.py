"""The last words between the arena and a program: they tell its author what went wrong."""

from typing import NamedTuple

KEPT_LINES = 20
KEPT_CHARACTERS = 200  # of each line


class Exchange(NamedTuple):
    """What a program was asked last, what it printed, and how it ended.

    asked: the line whose answer the arena was waiting for.
    printed: its last complete lines on stdout, shortened.
    unfinished: what it printed after them, without an end of line.
    late: what it printed only when it was told to end.
    end: how its guard says it ended, such as `exit 1`; empty if it was killed.
    left: how many processes of its own it left running.
    """

    asked: str = ""
    printed: tuple[str, ...] = ()
    unfinished: str = ""
    late: str = ""
    end: str = ""
    left: int = 0
