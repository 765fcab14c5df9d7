"""Players who leave a game between two people: after a while the opponent may claim it."""

from collections.abc import Collection
from time import monotonic

from palamedes.ui.session import Session
from palamedes.ui.web.store import StoredGame

# Seconds that a player may be away. Without a clock only while it is their turn: the opponent
# can go on meanwhile.
WAIT_WITH_CLOCK, WAIT_WITHOUT_CLOCK = 60.0, 300.0


class Absence:
    """Since when each player of a game has been away: at most since it was opened or joined."""

    def __init__(self) -> None:
        now = monotonic()
        self._since: list[float | None] = [now, now]  # None: connected

    def note(self, present: Collection[int]) -> None:
        """Remember who is connected now."""
        for player in (0, 1):
            if player in present:
                self._since[player] = None
            elif self._since[player] is None:
                self._since[player] = monotonic()

    def seconds_to_claim(self, stored: StoredGame, session: Session, player: int) -> float | None:
        """Seconds until a player may claim the game; None if the opponent has not left it."""
        since = self._since[1 - player]
        if since is None or stored.free or not stored.is_remote or stored.match.result is not None:
            return None
        away = monotonic() - since
        if stored.control is not None:
            return max(0.0, WAIT_WITH_CLOCK - away)
        if stored.match.position.turn == player:
            return None
        return max(0.0, WAIT_WITHOUT_CLOCK - min(away, session.seconds_spent))
