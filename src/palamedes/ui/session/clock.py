"""The time of both players. It is computed from the moves, so a takeback gives time back."""

from dataclasses import dataclass
from time import monotonic

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import FREE, Allowance

LONGEST = 7 * 86_400.0  # seconds


@dataclass(frozen=True)
class TimeControl:
    """Seconds for all moves of a player, and seconds added per move.

    Only the moves from number `since` on, counted from 0, take time.
    """

    total: float
    increment: float = 0.0
    since: int = 0

    def __post_init__(self) -> None:
        if not (0 < self.total <= LONGEST and 0 <= self.increment <= LONGEST and self.since >= 0):
            raise PalamedesError(_("the time on the clock must be more than 0 and at most a week"))

    def left(self, match: Match, running: float) -> tuple[float, float]:
        """The seconds that both players have left; `running` are spent on the move to come."""
        left = [self.total, self.total]
        for position, turn in list(zip(match.positions, match.turns, strict=False))[self.since :]:
            left[position.turn] += self.increment - (turn.seconds or 0.0)
        left[match.position.turn] -= running
        return max(left[0], 0.0), max(left[1], 0.0)


class SessionClock:
    """The time of a session: what is spent on the move to come, and what is left.

    It runs as soon as people can see the board, until the match is over, except in a pause and
    while it is held.
    """

    def __init__(self) -> None:
        self.control: TimeControl | None = None
        self.is_paused = False
        self._is_ready = False
        self.reset()

    def reset(self, spent: float = 0.0) -> None:
        """The next move begins; its player has already spent some seconds."""
        self._spent = spent
        self._began = monotonic()
        self._is_held = False

    def running(self, match: Match) -> float:
        """Seconds spent on the move to come."""
        return self._spent + (monotonic() - self._began if self.is_running(match) else 0.0)

    def is_running(self, match: Match) -> bool:
        stopped = self.is_paused or self._is_held
        return self._is_ready and not stopped and match.result is None

    def left(self, match: Match) -> tuple[float, float] | None:
        """The seconds that both players have left; None without a time control."""
        return None if self.control is None else self.control.left(match, self.running(match))

    def seconds_left(self, match: Match) -> float | None:
        """The seconds until the player to move runs out of time; None if no clock runs."""
        left = self.left(match) if self.is_running(match) else None
        return None if left is None else left[match.position.turn]

    def allowance(self, match: Match) -> Allowance:
        """The time that a player may use for the move to come."""
        if self.control is None:
            return FREE
        return Allowance(left=self.left(match), increment=self.control.increment)

    def has_run_out(self, match: Match) -> bool:
        """Whether the player to move has no time left."""
        left = self.left(match)
        return left is not None and match.result is None and left[match.position.turn] <= 0

    def ready(self, spent: float = 0.0) -> None:
        """Start to run, after some seconds that are spent: the board can be seen."""
        if not self._is_ready:
            self._is_ready = True
            self._spent += spent
            self._began = monotonic()

    def stop(self, match: Match) -> None:
        """Stop at the present time, whatever happens to the match."""
        self._spent, self._began = self.running(match), monotonic()

    def hold(self, match: Match) -> None:
        """Stop for what is not thinking: an engine gets ready, or its answer waits to be shown."""
        self.stop(match)
        self._is_held = True

    def release(self) -> None:
        """Run again after `hold`."""
        self._is_held = False
        self._began = monotonic()

    def resume(self) -> None:
        """End a pause."""
        self.is_paused = False
        self.release()
