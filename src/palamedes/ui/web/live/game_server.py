"""All games in play, and what they share."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from palamedes.ui.web.live.engine_queue import EngineQueue
from palamedes.ui.web.live.live_game import EndListener, LiveGame, Resources
from palamedes.ui.web.live.rated import RatedGames
from palamedes.ui.web.store import GameStore, StoredGame
from palamedes.ui.web.store.database_thread import DatabaseThread
from palamedes.ui.web.store.history import HistoryStore

MOST_ANALYSES = 200  # at work or waiting for an engine


class GameServer:
    """The live games. A stored game becomes live when somebody opens it."""

    def __init__(self, store: GameStore, engines: int) -> None:
        self.resources = Resources(
            store, DatabaseThread(), EngineQueue(engines), EngineQueue(engines)
        )
        self.store = store
        self.live_games: dict[str, LiveGame] = {}
        self.rated = RatedGames(self.on_disk, HistoryStore(store.engine))
        self.analysis_threads = ThreadPoolExecutor(MOST_ANALYSES, "analysis")
        self._opening = asyncio.Lock()

    async def on_disk(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do something with the database, in the order asked for."""
        return await self.resources.database.run(work, *arguments)

    def on_end(self, listener: EndListener) -> None:
        """Tell a listener of every game that ends from now on, after it is saved."""
        self.resources.end_listeners.append(listener)

    async def create(self, stored: StoredGame) -> LiveGame:
        """Save a new game, and open it."""
        await self.on_disk(self.store.add, stored)
        return self._open(stored)

    async def find(self, game_id: str) -> LiveGame | None:
        """The live game with this id, opened if need be; None if it was never played here."""
        async with self._opening:
            if game_id in self.live_games:
                return self.live_games[game_id]
            stored = await self.on_disk(self.store.load, game_id)
            return None if stored is None else self._open(stored)

    async def look_at(self, game_id: str) -> StoredGame | None:
        """A game as it stands, without opening it."""
        if game_id in self.live_games:
            return self.live_games[game_id].stored
        stored: StoredGame | None = await self.on_disk(self.store.load, game_id)
        return stored

    def _open(self, stored: StoredGame) -> LiveGame:
        live = self.live_games[stored.id] = LiveGame(stored, self.resources)
        return live

    def change_owner(self, old: str, new: str, name: str | None = None) -> None:
        """Give what one visitor plays to another, as the database says already."""
        for live in self.live_games.values():
            live.change_owner(old, new, name)

    async def forget(self, game_ids: Iterable[str]) -> None:
        """Close games that are about to be deleted."""
        for game_id in game_ids:
            if live := self.live_games.pop(game_id, None):
                await live.close()

    async def close_idle(self) -> None:
        """Close the games that nobody plays or watches now; the database has them."""
        for game_id, live in list(self.live_games.items()):
            async with self._opening:  # nobody opens it again before the last move is saved
                if live.is_idle and game_id in self.live_games:
                    del self.live_games[game_id]
                    await live.close()

    async def close(self) -> None:
        """Save everything, and end. Whoever waits for an engine is turned away."""
        self.resources.engines.close()
        self.resources.analysis_engines.close()
        await asyncio.gather(*(live.close() for live in self.live_games.values()))
        self.analysis_threads.shutdown()
        self.resources.database.close()
        self.store.close()
