"""What an external program may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """Limits of a program. Who goes beyond one is stopped and has lost."""

    start: float = 10.0  # seconds until it is ready
    move: float = 60.0  # seconds for a move where no clock sets a limit
    megabytes: int = 2048  # of memory, its children included
    output: int = 1_000_000  # bytes that it may print for one move
    errors: int = 100_000  # bytes kept of what it prints on stderr; the rest is dropped
