"""Games against the adaptive player: the rating it begins with, and how strong it has played."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.players.adaptive import ADAPTIVE, played_strength
from palamedes.players.desk import Desk
from palamedes.players.evidence import points_against_adaptive
from palamedes.players.spec import STRONGEST, adaptive_rating
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.live.engine_queue import Client, Ticket
from palamedes.ui.web.live.resources import Resources
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.adaptive_profiles import AdaptiveEnd, AdaptiveProfiles

log = logging.getLogger(__name__)
PATIENCE = 5.0  # seconds that a rematch waits for the result of the game before


class AdaptiveGames:
    """Finds the ratings for new games, and counts those that are over.

    How strong it has played takes a small search for each of its moves, so it is found in the
    background, with the engines for analyses, and shown a moment after the result.
    """

    def __init__(
        self,
        resources: Resources,
        reading: FairThreads,
        searching: FairThreads,
        show: Callable[[str], None],
    ) -> None:
        """`reading` and `searching` are threads; `show` shows a game again, by its id."""
        self.profiles = AdaptiveProfiles(resources.store.engine)
        self._resources, self._show = resources, show
        self._reading, self._searching = reading, searching
        self._measuring: dict[str, asyncio.Task[None]] = {}  # by the id of the game
        self._is_closed = False

    async def spec_for(self, owner: str, game: Game) -> str:
        """The adaptive player for an owner, with the rating that fits what is known by now."""
        known = await self._reading.run(owner, self.profiles.known, owner, game)
        return f"{ADAPTIVE}:rating={min(max(known.rating, 0.0), STRONGEST):.0f}"

    async def renewed(self, rematch: StoredGame, of: StoredGame) -> StoredGame:
        """A rematch with the rating after the game before, if it is against the adaptive player."""
        seat = adaptive_seat(rematch)
        if seat is not None:
            if task := self._measuring.get(of.id):
                await asyncio.wait([task], timeout=PATIENCE)
            owner = rematch.sides[1 - seat].owner or ""
            spec = await self.spec_for(owner, rematch.match.game)
            rematch.change_side(seat, spec=spec)
        return rematch

    async def count(self, stored: StoredGame) -> None:
        """Begin to find out how strong it has played in a finished game."""
        seat = adaptive_seat(stored)
        if seat is None or self._is_closed:
            return
        points = None if stored.challenge else points_against_adaptive(stored.match, 1 - seat)
        match = stored.match.copy()
        task = asyncio.create_task(self._measure(stored, match, seat, points))
        self._measuring[stored.id] = task
        task.add_done_callback(lambda _done: self._measuring.pop(stored.id, None))

    async def _measure(
        self, stored: StoredGame, match: Match, seat: int, points: float | None
    ) -> None:
        try:
            owner = stored.sides[1 - seat].owner or ""
            spec = stored.sides[seat].spec
            strength = await self._searching.run(owner, self._strength, match, seat, spec, owner)
            if strength is None:
                return
            end = AdaptiveEnd(stored.id, match.game, 1 - seat, strength, points)
            await self._resources.database.run(self.profiles.note, end)
        except Exception:  # it is counted after the next start
            log.exception("the strength in game %s", stored.id)
        else:
            stored.strength = strength
            self._show(stored.id)

    def _strength(self, match: Match, seat: int, spec: str, owner: str) -> float | None:
        queue, rating = self._resources.analysis_engines, adaptive_rating(match.game, spec)
        if queue.compiler is not None:
            queue.compiler.prepare_player(match.game, spec)
        if rating is None:
            return None

        def find_at(desk: Desk) -> float:
            strength: float = desk.call(played_strength, match, seat, rating)
            return strength

        return queue.think(Ticket(Client(owner=owner)), find_at)

    async def close(self) -> None:
        """Stop: what is not counted yet is counted after the next start."""
        self._is_closed = True
        for task in list(self._measuring.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def adaptive_seat(stored: StoredGame) -> int | None:
    """The side of the adaptive player in a game against a person; None in any other game."""
    for seat, side in enumerate(stored.sides):
        is_adaptive = adaptive_rating(stored.match.game, side.spec) is not None
        if is_adaptive and stored.sides[1 - seat].is_person:
            return seat
    return None
