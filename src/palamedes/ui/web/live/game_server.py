"""All live games, and the resources they share."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic, thread_time
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection, Request

from palamedes.core.language import _
from palamedes.ui.web.http.disconnects import while_connected
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.http.limits import BusyError, VisitorLimits, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.adaptive_games import AdaptiveGames
from palamedes.ui.web.live.closed_clocks import ClosedClocks
from palamedes.ui.web.live.compiler import Compiler
from palamedes.ui.web.live.engine_queue import EngineQueue
from palamedes.ui.web.live.live_game import LiveGame
from palamedes.ui.web.live.rated_games import RatedGames
from palamedes.ui.web.live.resources import EndListener, Resources
from palamedes.ui.web.store import GameStore, StoredGame, StoreError, UnreadableError
from palamedes.ui.web.store.clocks import ClockStore
from palamedes.ui.web.store.database_thread import DatabaseThread
from palamedes.ui.web.store.history import HistoryStore

log = logging.getLogger(__name__)
MOST_ANALYSES = 200  # running or waiting for an engine
MOST_OF_ADDRESS = 16  # of these; more wait for their turn
READERS = 2  # threads; more would only take time from the event loop

Result = TypeVar("Result")


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
        self._clocks = ClosedClocks()
        self.analysis_threads = FairThreads(MOST_ANALYSES, "analysis", most_running=MOST_OF_ADDRESS)
        self.question_threads = FairThreads(2, "questions")  # for what takes a moment
        self.puzzle_threads = FairThreads(1, "puzzles")
        self.reading_threads = FairThreads(READERS, "reading", most_running=READERS - 1)
        self.rated = RatedGames(self.reading_threads, HistoryStore(store.engine))
        self.adaptive = AdaptiveGames(
            self.resources, self.reading_threads, self.analysis_threads, self._show_again
        )
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by game

    async def restore_clocks(self) -> None:
        """Let the clocks go on that stood still since the server ended."""
        self._clocks.restore(await self.on_disk(ClockStore(self.store.engine).take))

    async def on_disk(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Write: call `work(*arguments)` in the thread of the database, in the order of the calls.

        Every move waits for this thread, so nothing else happens there.
        """
        return await self.resources.database.run(work, *arguments)

    async def reading(
        self, visitor: HTTPConnection | None, work: Callable[..., Result], *arguments: Any
    ) -> Result:
        """Read or compute: call `work(*arguments)` in a thread that addresses share in turns.

        It sees all writes that were awaited before. The time it takes is charged to the address of
        the visitor; without a visitor, the server itself asks. Raises BusyError after too much.
        """
        if visitor is None:
            return await self.reading_threads.run("", work, *arguments)
        limit, address = service(visitor, VisitorLimits).reading, address_of(visitor)
        loop = asyncio.get_running_loop()

        def charge(seconds: float) -> None:  # even if the visitor does not wait for the end
            loop.call_soon_threadsafe(limit.charge, address, seconds)

        def check() -> None:
            if not limit.allows(address, 0.0):
                raise BusyError(_("Too many requests. Please wait a moment."))

        check()
        found = self.reading_threads.run(address, _timed, charge, work, *arguments, check=check)
        return await (while_connected(visitor, found) if isinstance(visitor, Request) else found)

    def on_end(self, listener: EndListener) -> None:
        """Call a listener for every game that ends from now on, after the game is saved."""
        self.resources.end_listeners.append(listener)

    async def create(self, stored: StoredGame) -> LiveGame:
        """Store a new game, and open it."""
        await self.on_disk(self.store.add, stored)
        return self._open(stored)

    async def create_if(
        self, add: Callable[[StoredGame], bool], stored: StoredGame
    ) -> LiveGame | None:
        """The same with a game that `add` stores, in a thread; None if it refuses to."""
        return self._open(stored) if await self.on_disk(add, stored) else None

    async def create_rematch(self, stored: StoredGame, of: StoredGame) -> LiveGame:
        """The same with the rematch of a game, which leads to it from now on."""
        await self.on_disk(self.store.add_rematch, stored, of.id)
        of.rematch = stored.id
        return self._open(stored)

    async def find(self, game_id: str, visitor: HTTPConnection | None = None) -> LiveGame | None:
        """The live game with this id, opened for a visitor if necessary; None if not found.

        Raises UnreadableError if it is damaged.
        """
        async with self._lock(game_id):
            live = self.live_games.get(game_id)
            if live is not None and not live.is_outdated:
                return live
            stored = await self.reading(visitor, self.store.load, game_id)
            if live is not None:
                await self._close_game(live)
            return None if stored is None else self._open(stored)

    async def find_stored(
        self, game_id: str, visitor: HTTPConnection | None = None
    ) -> StoredGame | None:
        """The game with this id as it is saved, without opening it; None if not found.

        Raises UnreadableError if it is damaged.
        """
        live = self.live_games.get(game_id)
        if live is not None and live.is_saved:
            return live.stored
        return await self.reading(visitor, self.store.load, game_id)

    def _lock(self, game_id: str) -> asyncio.Lock:
        """Held while a game is opened or closed: it is not read before its last move is saved."""
        return self._locks.setdefault(game_id, asyncio.Lock())

    def _open(self, stored: StoredGame) -> LiveGame:
        clock = self._clocks.take(stored.id)
        live = self.live_games[stored.id] = LiveGame(stored, self.resources, clock)
        return live

    def _show_again(self, game_id: str) -> None:
        """Show a game to everybody who has it open: more is known of it."""
        if live := self.live_games.get(game_id):
            live.show_again()

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
        """Close the games that nobody plays or watches; they stay in the database.

        Their clocks run on: see `end_run_out`.
        """
        for game_id, live in list(self.live_games.items()):
            async with self._lock(game_id):
                if live.is_idle and self.live_games.get(game_id) is live:
                    clock = live.clock
                    await self._close_game(live)
                    if clock is not None and live.is_saved:  # otherwise it is of another move
                        self._clocks.keep(game_id, clock)

    async def _close_game(self, live: LiveGame) -> None:
        self.live_games.pop(live.stored.id, None)
        await live.close()

    async def end_run_out(self) -> None:
        """Open the closed games in which time is up, so that they end."""
        for game_id in self._clocks.run_out():
            live = None
            with suppress(UnreadableError):
                live = await self.find(game_id)
            if live is None:  # it was deleted, or is damaged
                self._clocks.take(game_id)

    async def close(self) -> None:
        """Save and close all games, and end all waits for engines."""
        await self.adaptive.close()
        if self._compiler is not None:
            self._compiler.close()
        self.resources.engines.close()
        self.resources.analysis_engines.close()
        await self._close_all_games()
        for threads in (
            self.analysis_threads,
            self.question_threads,
            self.puzzle_threads,
            self.reading_threads,
        ):
            threads.close()
        self.resources.database.close()
        self.store.close()

    async def _close_all_games(self) -> None:
        """Save and close all games, and store their clocks as they stand at the beginning."""
        games, began = list(self.live_games.values()), monotonic()
        clocks = [(live, len(live.stored.match.turns), live.clock) for live in games]
        await asyncio.gather(*(live.close() for live in games))
        for live, plies, clock in clocks:
            is_of_this_move = live.is_saved and len(live.stored.match.turns) == plies
            if clock is not None and is_of_this_move and live.stored.match.result is None:
                self._clocks.keep(live.stored.id, clock)
        try:
            await self.on_disk(ClockStore(self.store.engine).replace, self._clocks.to_store(began))
        except StoreError as error:
            log.error("the clocks of the games: %s", error)


def _timed(charge: Callable[[float], Any], work: Callable[..., Result], *arguments: Any) -> Result:
    """Do some work, and charge the seconds of a processor that it took, even if it fails."""
    began = thread_time()
    try:
        return work(*arguments)
    finally:
        charge(thread_time() - began)
