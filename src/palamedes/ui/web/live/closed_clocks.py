"""The clocks of closed games: a game takes 40 kB of memory, its clock a hundredth of that."""

from collections import OrderedDict
from collections.abc import Iterable
from time import monotonic
from typing import NamedTuple

from palamedes.ui.web.store.clocks import StoredClock

MOST_PAUSED = 10_000  # clocks that stand still; those that run are forgotten when time is up
TO_COME_BACK = 20.0  # seconds after a restart in which clocks wait for their players


class ClosedClock(NamedTuple):
    """The clock of a game, as it was when the game was closed."""

    spent: float  # seconds on the move to come
    left: float | None  # seconds until the player to move runs out of time; None in a pause
    closed: float  # when, by `monotonic`; until then it stands still

    @property
    def is_paused(self) -> bool:
        return self.left is None

    @property
    def has_run_out(self) -> bool:
        return self.left is not None and monotonic() - self.closed >= self.left

    @property
    def spent_by_now(self) -> float:
        return self.spent_by(monotonic())

    def spent_by(self, moment: float) -> float:
        return self.spent + (0.0 if self.is_paused else max(0.0, moment - self.closed))


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

    def forget_all(self) -> None:
        self._paused.clear()
        self._running.clear()

    def run_out(self) -> list[str]:
        """The games in which time is up."""
        return [game_id for game_id, clock in self._running.items() if clock.has_run_out]

    def to_store(self, moment: float) -> list[StoredClock]:
        """All clocks as they stood at a moment, for the next process of the server."""
        stored = []
        for game_id, clock in {**self._paused, **self._running}.items():
            spent = clock.spent_by(moment)
            left = None if clock.left is None else clock.left - (spent - clock.spent)
            stored.append(StoredClock(game_id, spent, left))
        return stored

    def restore(self, clocks: Iterable[StoredClock]) -> None:
        """Keep the clocks that the process before has stored.

        While no server runs, nobody can move, so the time from then until now does not count.
        """
        begins = monotonic() + TO_COME_BACK
        for game_id, spent, left in clocks:
            self.keep(game_id, ClosedClock(spent, left, begins))
