"""The time of both players. What is left follows from the moves: taking one back gives it back."""

from dataclasses import dataclass
from time import monotonic

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match

LONGEST = 7 * 86_400.0  # seconds


@dataclass(frozen=True)
class TimeControl:
    """Seconds for all moves of a player, and what they grow by with every move.

    Only the moves from number `since` on, counted from 0, were made under it.
    """

    total: float
    increment: float = 0.0
    since: int = 0

    def __post_init__(self) -> None:
        if not (0 < self.total <= LONGEST and 0 <= self.increment <= LONGEST and self.since >= 0):
            raise PalamedesError(_("a clock needs some time, and at most a week"))

    def left(self, match: Match, running: float) -> tuple[float, float]:
        """What both players have left; `running` is spent on the move to come."""
        left = [self.total, self.total]
        for position, turn in list(zip(match.positions, match.turns, strict=False))[self.since :]:
            left[position.turn] += self.increment - (turn.seconds or 0.0)
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

    def stop(self, spent: float) -> None:
        """Stand at so many seconds."""
        self._spent = spent

    def go_on(self) -> None:
        self._began = monotonic()
