"""Limits of external programs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """Limits of a program. A program that exceeds one is killed and loses the game."""

    start: float = 10.0  # seconds to get ready
    move: float = 60.0  # seconds per move if no clock sets a limit
    megabytes: int = 2048  # of memory, including child processes
    output: int = 1_000_000  # bytes printed per move
    errors: int = 100_000  # bytes of stderr that are kept; exceeding this is not an error
