"""All live games, and the resources they share."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from palamedes.core.language import _
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.live.compiler import Compiler
from palamedes.ui.web.live.engine_queue import EngineQueue
from palamedes.ui.web.live.live_game import EndListener, LiveGame, Resources
from palamedes.ui.web.live.rated_games import RatedGames
from palamedes.ui.web.store import GameStore, StoredGame
from palamedes.ui.web.store.database_thread import DatabaseThread
from palamedes.ui.web.store.history import HistoryStore

MOST_ANALYSES = 200  # running or waiting for an engine
MOST_PAUSED = 10_000  # closed games whose pause is remembered


class GameServer:
    """Holds the live games. A stored game becomes live when a visitor opens it."""

    def __init__(self, store: GameStore, engines: int, compiler: Compiler | None = None) -> None:
        self.resources = Resources(
            store,
            DatabaseThread(),
            EngineQueue(engines, compiler),
            EngineQueue(engines, compiler),
        )
        self._compiler = compiler
        self.store = store
        self.live_games: dict[str, LiveGame] = {}
        self._paused: OrderedDict[str, bool] = OrderedDict()  # games that were closed in a pause
        self.rated = RatedGames(self.on_disk, HistoryStore(store.engine))
        self.analysis_threads = FairThreads(MOST_ANALYSES, "analysis")
        self.question_threads = FairThreads(2, "questions")  # for what takes a moment
        self.puzzle_threads = FairThreads(1, "puzzles")
        self._opening = asyncio.Lock()

    async def on_disk(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call `work(*arguments)` in the thread of the database, in the order of the calls."""
        return await self.resources.database.run(work, *arguments)

    def on_end(self, listener: EndListener) -> None:
        """Call a listener for every game that ends from now on, after the game is saved."""
        self.resources.end_listeners.append(listener)

    async def create(self, stored: StoredGame) -> LiveGame:
        """Store a new game, and open it."""
        await self.on_disk(self.store.add, stored)
        return self._open(stored)

    async def find(self, game_id: str) -> LiveGame | None:
        """The live game with this id, opened if necessary; None if not found."""
        async with self._opening:
            if game_id in self.live_games:
                return self.live_games[game_id]
            stored = await self.on_disk(self.store.load, game_id)
            return None if stored is None else self._open(stored)

    async def find_stored(self, game_id: str) -> StoredGame | None:
        """The game with this id as it stands, without opening it; None if not found."""
        if game_id in self.live_games:
            return self.live_games[game_id].stored
        stored: StoredGame | None = await self.on_disk(self.store.load, game_id)
        return stored

    def _open(self, stored: StoredGame) -> LiveGame:
        is_paused = self._paused.pop(stored.id, False)
        live = self.live_games[stored.id] = LiveGame(stored, self.resources, is_paused)
        return live

    def change_owner(self, old: str, new: str, name: str | None = None) -> None:
        """Give the sides of one owner to another; the database is already changed."""
        for live in self.live_games.values():
            live.change_owner(old, new, name)

    async def close_games(self, game_ids: Iterable[str]) -> None:
        """Close games that are about to be deleted."""
        for game_id in game_ids:
            if live := self.live_games.pop(game_id, None):
                await live.disconnect_all(_("This game was deleted."))
                await live.close()

    async def close_idle(self) -> None:
        """Close the games that nobody plays or watches; they stay in the database."""
        for game_id, live in list(self.live_games.items()):
            async with self._opening:  # it must not be opened again before the last move is saved
                if live.is_idle and game_id in self.live_games:
                    del self.live_games[game_id]
                    self._remember_pause(live)
                    await live.close()

    def _remember_pause(self, live: LiveGame) -> None:
        """Remember that a clock stands still, so that the game opens in the same pause."""
        if live.stored.control is not None and live.is_paused:
            self._paused[live.stored.id] = True
            if len(self._paused) > MOST_PAUSED:
                self._paused.popitem(last=False)

    async def close(self) -> None:
        """Save and close all games, and end all waits for engines."""
        if self._compiler is not None:
            self._compiler.close()
        self.resources.engines.close()
        self.resources.analysis_engines.close()
        await asyncio.gather(*(live.close() for live in self.live_games.values()))
        for threads in (self.analysis_threads, self.question_threads, self.puzzle_threads):
            threads.close()
        self.resources.database.close()
        self.store.close()
