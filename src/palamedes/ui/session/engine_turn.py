"""The engine whose turn it is: it thinks in the background, and its move comes as an event."""

from collections.abc import Callable

from palamedes.core.match import Match
from palamedes.players import Allowance, Choice, Player
from palamedes.ui.session.background import BackgroundTask, Event
from palamedes.ui.session.seats import Seats


class EngineTurn:
    """Lets one engine at a time think about its move."""

    def __init__(self, post: Callable[[Event], None]) -> None:
        self._task = BackgroundTask(post)
        self._prepared: set[Player] = set()

    @property
    def is_thinking(self) -> bool:
        return self._task.is_wanted

    def start(
        self,
        player: Player,
        match: Match,
        allowance: Allowance,
        chosen: Callable[[Choice], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Let a player think about a match, of which it gets a copy."""
        match, turn = match.copy(), match.position.turn

        def choose() -> Choice:
            if player not in self._prepared:
                player.prepare(match, turn)
                self._prepared.add(player)
            return player.choose(match, allowance)

        self._task.start(choose, player.stop, chosen, failed)

    def hurry(self) -> None:
        """Make the engine that thinks move at once."""
        self._task.hurry()

    def cancel(self) -> None:
        """Call the thinking off: no move will come of it."""
        self._task.cancel()

    def nag(self) -> None:
        self._task.nag()

    def change_seats(self, old: Seats, new: Seats) -> None:
        """Close the players who leave; those who stay are prepared anew."""
        self.cancel()
        staying = [seat.player for seat in new]
        for seat in old:
            if seat.player is not None and seat.player not in staying:
                seat.player.close()
        self._prepared.clear()

    def close(self) -> None:
        self._task.close()
