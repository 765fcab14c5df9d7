"""The time of both players. What is left follows from the moves: taking one back gives it back."""

from dataclasses import dataclass
from time import monotonic

from palamedes.core.match import Match


@dataclass(frozen=True)
class TimeControl:
    """Seconds for all moves of a player, and what they grow by with every move."""

    total: float
    increment: float = 0.0

    def left(self, match: Match, running: float) -> tuple[float, float]:
        """What both players have left; `running` is spent on the move to come."""
        left = [self.total, self.total]
        for position, turn in zip(match.positions, match.turns, strict=False):
            left[position.turn] += self.increment - (turn.seconds or 0.0)
        if match.result is None:
            left[match.position.turn] -= running
        return max(left[0], 0.0), max(left[1], 0.0)


class Stopwatch:
    """The seconds spent on the move to come."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begin at nothing; a watch that stands still stays so."""
        self._spent = 0.0
        self._began = monotonic()

    def seconds(self, runs: bool = True) -> float:
        return self._spent + (monotonic() - self._began if runs else 0.0)

    def stop(self) -> None:
        self._spent = self.seconds()

    def go_on(self) -> None:
        self._began = monotonic()
