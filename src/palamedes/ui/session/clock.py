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
            raise PalamedesError(_("the time on the clock must be more than 0 and at most a week"))

    def left(self, match: Match, running: float) -> tuple[float, float]:
        """What both players have left; `running` is spent on the move to come."""
        left = [self.total, self.total]
        for position, turn in list(zip(match.positions, match.turns, strict=False))[self.since :]:
            left[position.turn] += self.increment - (turn.seconds or 0.0)
        left[match.position.turn] -= running
        return max(left[0], 0.0), max(left[1], 0.0)


class SessionClock:
    """The time of a session: what is spent on the move to come, and what is left.

    It runs once people can see the board, while the match goes on and is not paused.
    """

    def __init__(self) -> None:
        self.control: TimeControl | None = None
        self.is_paused = False
        self._is_ready = False
        self.reset()

    def reset(self) -> None:
        """The next move begins."""
        self._spent = 0.0
        self._began = monotonic()

    def running(self, match: Match) -> float:
        """Seconds spent on the move to come."""
        return self._spent + (monotonic() - self._began if self.is_running(match) else 0.0)

    def is_running(self, match: Match) -> bool:
        return self._is_ready and not self.is_paused and match.result is None

    def left(self, match: Match) -> tuple[float, float] | None:
        """The seconds that both players have left, None if nobody counts them."""
        return None if self.control is None else self.control.left(match, self.running(match))

    def has_run_out(self, match: Match) -> bool:
        """Whether the player to move has no time left."""
        left = self.left(match)
        return left is not None and match.result is None and left[match.position.turn] <= 0

    def ready(self) -> None:
        """The board can be seen."""
        if not self._is_ready:
            self._is_ready = True
            self._began = monotonic()

    def stop(self, match: Match) -> None:
        """Stand where it stands now, whatever happens to the match."""
        self._spent, self._began = self.running(match), monotonic()

    def resume(self) -> None:
        """End a pause."""
        self.is_paused = False
        self._began = monotonic()
