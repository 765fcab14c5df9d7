"""The clocks of closed games: a game takes 40 kB of memory, its clock a hundredth of that."""

from collections import OrderedDict
from time import monotonic
from typing import NamedTuple

MOST_PAUSED = 10_000  # clocks that stand still; those that run are forgotten when time is up


class ClosedClock(NamedTuple):
    """The clock of a game, as it was when the game was closed."""

    spent: float  # seconds on the move to come
    left: float | None  # seconds until the player to move runs out of time; None in a pause
    closed: float  # when, by `monotonic`

    @property
    def is_paused(self) -> bool:
        return self.left is None

    @property
    def has_run_out(self) -> bool:
        return self.left is not None and monotonic() - self.closed >= self.left

    @property
    def spent_by_now(self) -> float:
        return self.spent if self.is_paused else self.spent + monotonic() - self.closed


class ClosedClocks:
    """The clocks of closed games, by game. Without a pause they run on."""

    def __init__(self) -> None:
        self._paused: OrderedDict[str, ClosedClock] = OrderedDict()
        self._running: dict[str, ClosedClock] = {}

    def keep(self, game_id: str, clock: ClosedClock) -> None:
        if not clock.is_paused:
            self._running[game_id] = clock
            return
        self._paused[game_id] = clock
        if len(self._paused) > MOST_PAUSED:
            self._paused.popitem(last=False)

    def take(self, game_id: str) -> ClosedClock | None:
        """Forget the clock of a game, and return it; None if there is none."""
        return self._running.pop(game_id, None) or self._paused.pop(game_id, None)

    def run_out(self) -> list[str]:
        """The games in which time is up."""
        return [game_id for game_id, clock in self._running.items() if clock.has_run_out]
