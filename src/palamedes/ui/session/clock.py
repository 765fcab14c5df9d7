"""The time of both players. It is computed from the moves, so a takeback gives time back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match, Turn
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

    def after(self, turn: Turn, left: float) -> float:
        """The seconds that a move leaves to its player, who had `left` before it."""
        return left + self.increment - (turn.seconds or 0.0)


class _Known(NamedTuple):
    """What both players had left after some plies of a match, of which `last` was the last."""

    control: TimeControl | None
    plies: int
    last: Turn | None
    left: tuple[float, float]


class SessionClock:
    """The time of a session: what is spent on the move to come, and what is left.

    It runs as soon as people can see the board, until the match is over, except in a pause and
    while it is held.
    """

    def __init__(self) -> None:
        self.control: TimeControl | None = None
        self.is_paused = False
        self._is_ready = False
        self._known = _Known(None, 0, None, (0.0, 0.0))
        self._most = inf
        self.reset()

    def reset(self, spent: float = 0.0) -> None:
        """The next move begins; its player has already spent some seconds."""
        self._spent = spent
        self._began = monotonic()
        self._is_held = False

    def running(self, match: Match) -> float:
        """Seconds spent on the move to come."""
        spent = self._spent + (monotonic() - self._began if self.is_running(match) else 0.0)
        return min(spent, self._most)

    @contextmanager
    def at_most(self, seconds: float) -> Iterator[None]:
        """Whoever moves inside this block has not spent more than some seconds."""
        self._most = seconds
        try:
            yield
        finally:
            self._most = inf

    def is_running(self, match: Match) -> bool:
        stopped = self.is_paused or self._is_held
        return self._is_ready and not stopped and match.result is None

    def left(self, match: Match) -> tuple[float, float] | None:
        """The seconds that both players have left; None without a time control."""
        if self.control is None:
            return None
        left = list(self._left_before(match, self.control))
        left[match.position.turn] -= self.running(match)
        return max(left[0], 0.0), max(left[1], 0.0)

    def _left_before(self, match: Match, control: TimeControl) -> tuple[float, float]:
        """The seconds that both players had before the move to come.

        It goes on from what was known before, if that is still part of the match: a long game
        asks for it at every move.
        """
        known, turns = self._known, match.turns
        if (
            known.control is not control
            or len(turns) < known.plies
            or (known.plies and turns[known.plies - 1] is not known.last)
        ):
            known = _Known(control, 0, None, (control.total, control.total))
        if known.plies < len(turns):
            left = list(known.left)
            for ply in range(known.plies, len(turns)):
                player = match.turn_at(ply)
                if ply >= control.since:
                    left[player] = control.after(turns[ply], left[player])
            known = _Known(control, len(turns), turns[-1], (left[0], left[1]))
        self._known = known
        return known.left

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
