"""Limits of external programs."""

from dataclasses import dataclass, replace

from palamedes.players.external.sandbox import SandboxChoice, isolation


@dataclass(frozen=True)
class Bounds:
    """Limits of a program. A program that exceeds one is killed and loses the game.

    sandbox: what it may see and touch (players/external/sandbox.py).
    keep_alive: whether it stays alive from game to game, paused between them; one that lost a game
    by a fault of its own is started anew.
    """

    start: float = 10.0  # seconds to get ready
    move: float = 60.0  # seconds per move if no clock sets a limit
    megabytes: int = 2048  # of memory, including child processes
    processes: int = 64  # that run at a time
    output: int = 1_000_000  # bytes printed per move
    errors: int = 100_000  # bytes of stderr that are kept; exceeding this is not an error
    sandbox: SandboxChoice = "off"
    keep_alive: bool = False


class _Process:
    """What holds for the whole process."""

    bounds = Bounds()


def usual_bounds() -> Bounds:
    """The limits of programs that nobody has set limits for."""
    return _Process.bounds


def set_usual_sandbox(choice: SandboxChoice) -> None:
    """Choose the sandbox of programs that play people, for this process.

    PalamedesError if it is required and not to be had.
    """
    isolation(choice)
    _Process.bounds = replace(_Process.bounds, sandbox=choice)
