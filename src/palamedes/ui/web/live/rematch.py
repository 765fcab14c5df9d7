"""The next game between the players of a game that is over."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

from palamedes.core.match import Match
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.live.rated_games import drawn_sides
from palamedes.ui.web.messages.game import RematchData
from palamedes.ui.web.store import StoredGame


class Rematch:
    """Who wants another game, until it has begun."""

    def __init__(self, stored: StoredGame) -> None:
        self._stored = stored
        self.starting = asyncio.Lock()  # several tabs may ask at once
        self._wanted: set[int] = set()

    @property
    def id(self) -> str:
        """The id of the other game; "" until it has begun."""
        return self._stored.rematch

    def data(self) -> RematchData:
        return RematchData(by=sorted(self._wanted), id=self.id)

    def want(self, player: int) -> StoredGame | None:
        """Note that a player wants another game; returns that game once both want it."""
        self._wanted.add(player)
        if self._stored.is_remote and len(self._wanted) < 2:
            return None
        self._wanted.clear()
        return _next_game(self._stored)

    def decline(self) -> None:
        self._wanted.clear()


def _next_game(stored: StoredGame) -> StoredGame:
    """The same game with sides exchanged; against a rated level they are drawn by lot."""
    match, (first, second) = stored.match, stored.sides
    is_drawn = stored.rated and stored.has_engine
    return replace(
        stored,
        id=new_id(),
        match=Match(match.start, match.history),
        sides=drawn_sides((second, first)) if is_drawn else (second, first),
        created=datetime.now(UTC),
        challenge="",
        rematch="",
        strength=None,
    )
