"""All live games, and the resources they share."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from time import monotonic, thread_time
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection, Request

from palamedes.cluster.connection import Cluster
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.http.disconnects import while_connected
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.http.limits import BusyError, SharedLimits, VisitorLimits, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import RESTARTING
from palamedes.ui.web.live.adaptive_games import AdaptiveGames
from palamedes.ui.web.live.closed_clocks import ClosedClock, ClosedClocks
from palamedes.ui.web.live.compiler import Compiler
from palamedes.ui.web.live.engine_queue import EngineQueue
from palamedes.ui.web.live.handed_over import HandedOver, LoadedGame
from palamedes.ui.web.live.live_game import LiveGame
from palamedes.ui.web.live.rated_games import RatedGames
from palamedes.ui.web.live.resources import EndListener, Resources
from palamedes.ui.web.messages.base import ServerMessage
from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.processes.membership import Membership
from palamedes.ui.web.processes.others import OtherProcesses
from palamedes.ui.web.store import GameStore, StoredGame, StoreError, UnreadableError
from palamedes.ui.web.store.clocks import ClockStore, StoredClock
from palamedes.ui.web.store.database_thread import DatabaseThread
from palamedes.ui.web.store.history import HistoryStore
from palamedes.ui.web.store.leases import LeasedGame, LeaseStore
from palamedes.ui.web.store.rate_limits import RateLimitStore
from palamedes.ui.web.store.stored_game import Side
from palamedes.ui.web.store.tournaments import TournamentStore

log = logging.getLogger(__name__)
MOST_ANALYSES = 200  # running or waiting for an engine
MOST_OF_ADDRESS = 16  # of these; more wait for their turn
MOST_READS = 500  # waiting, of an address: a school comes back at once when a process ends
READERS = 2  # threads; more would only take time from the event loop

Result = TypeVar("Result")


class ElsewhereError(PalamedesError):
    """Another process has the game."""

    def __init__(self, process: str) -> None:
        super().__init__(_("This game is not available right now."))
        self.process = process


class GameServer:
    """Holds the live games. A stored game becomes live when a visitor opens it.

    With several processes, each game lives in one of them, which has its lease.
    """

    def __init__(
        self,
        store: GameStore,
        engines: int,
        compiler: Compiler | None = None,
        membership: Membership | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self.resources = Resources(
            store,
            DatabaseThread(),
            EngineQueue(engines, compiler),
            EngineQueue(engines, compiler),
            None if membership is None else membership.leases,
            cluster,
        )
        self._compiler, self._membership = compiler, membership
        self.others = OtherProcesses(membership)
        self._hear_others()
        self.shared_limits = SharedLimits(None if membership is None else self._allows)
        self.store = store
        self.live_games: dict[str, LiveGame] = {}
        self._clocks = ClosedClocks()
        self._is_closing = False
        self.analysis_threads = FairThreads(MOST_ANALYSES, "analysis", most_running=MOST_OF_ADDRESS)
        self.question_threads = FairThreads(2, "questions")  # for what takes a moment
        self.puzzle_threads = FairThreads(1, "puzzles")
        self.reading_threads = FairThreads(READERS, "reading", MOST_READS, READERS - 1)
        history = HistoryStore(store.engine)
        self.rated = RatedGames(self.reading_threads, history, self.others)
        self.adaptive = AdaptiveGames(
            self.resources, self.reading_threads, self.analysis_threads, self._show_again
        )
        self._handed_over = HandedOver(
            store, self._clocks, self.reading_threads, self.others, membership
        )
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by game

    def _hear_others(self) -> None:
        """Do here what was asked of another process."""
        if self._membership is not None:
            self._membership.on_lost(self._give_up_all)

        async def join(message: Message) -> None:
            await self.join(message["game"], message["player"], Side(**message["side"]))

        async def change_owner(message: Message) -> None:
            self._change_owner(message["old"], message["new"], message["name"], message["game"])

        async def close(message: Message) -> None:
            await self._close_deleted(message["games"])

        async def broadcast(message: Message) -> None:
            if live := self.live_games.get(message["game"]):
                live.broadcast_text(message["text"])

        for kind, listener in (
            ("joined", join),
            ("owner", change_owner),
            ("deleted", close),
            ("broadcast", broadcast),
        ):
            self.others.on(kind, listener)

    async def _allows(self, name: str, key: str, burst: float, per_second: float) -> bool:
        count = RateLimitStore(self.store.engine).allows
        return bool(await self.on_disk(count, name, key, burst, per_second))

    async def restore_clocks(self) -> None:
        """Let the clocks go on that stood still since the server ended."""
        self._clocks.restore(await self.on_disk(ClockStore(self.store.engine).take))

    async def claim_running(self) -> None:
        """Look after the running clocks of games that no process has."""
        if self._leases is not None:
            self._clocks.restore(await self.on_disk(self._leases.claim_running))

    @property
    def _leases(self) -> LeaseStore | None:
        return self.resources.leases

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

    async def allows_new_game(self, visitor: HTTPConnection) -> bool:
        """Whether an address may begin one more game now; if so, it is counted."""
        limit = service(visitor, VisitorLimits).new_games
        return await self.shared_limits.allows("new_games", limit, address_of(visitor))

    async def create(self, stored: StoredGame) -> None:
        """Store a new game, and open it."""
        await self.on_disk(self.store.add, stored)
        await self._open_new(stored)

    async def create_if(self, add: Callable[[StoredGame], bool], stored: StoredGame) -> bool:
        """The same with a game that `add` stores, in a thread; False if it refuses to."""
        is_added = bool(await self.on_disk(add, stored))
        if is_added:
            await self._open_new(stored)
        return is_added

    async def create_rematch(self, stored: StoredGame, of: StoredGame) -> None:
        """The same with the rematch of a game, which leads to it from now on."""
        await self.on_disk(self.store.add_rematch, stored, of.id)
        of.rematch = stored.id
        await self._open_new(stored)

    async def _open_new(self, stored: StoredGame) -> None:
        """Open a new game; one between people goes to the process that a player connects to."""
        if self._leases is None:
            self._open(stored, None)
        elif stored.is_remote:
            await self._start_free_clock(stored)
        else:
            self._open(stored, await self.reading(None, self._take, stored.id))

    async def _start_free_clock(self, stored: StoredGame) -> None:
        """Let time run out in a game that nobody opens, once both sides are taken."""
        if self._leases is not None and stored.control is not None and not stored.free:
            clock = StoredClock(stored.id, 0.0, stored.control.total)
            await self.on_disk(self._leases.start_clock, clock)

    async def find(self, game_id: str, visitor: HTTPConnection | None = None) -> LiveGame | None:
        """The live game with this id, opened for a visitor if necessary; None if not found.

        Raises UnreadableError if it is damaged, ElsewhereError if another process has it.
        """
        async with self._lock(game_id):
            live = self.live_games.get(game_id)
            if live is not None and not live.is_outdated:
                return live
            loaded = await self._handed_over.find(game_id)
            loaded = loaded or await self.reading(visitor, self._load, game_id)
            if live is not None:
                await self._close_game(live)
            return None if loaded is None else self._open(*loaded)

    def _load(self, game_id: str) -> LoadedGame | None:
        """A game, read in a thread."""
        taken, stored = self._take(game_id), self.store.load(game_id)
        if stored is None:
            return None
        return LoadedGame(stored, taken, TournamentStore(self.store.engine).of_game(game_id))

    def _take(self, game_id: str) -> LeasedGame | None:
        """Take the lease of a game, where there are leases; ElsewhereError if another has it."""
        if self._leases is None:
            return None
        if self._is_closing:
            raise StoreError(_("The server is restarting."))
        taken = self._leases.take(game_id)
        if isinstance(taken, str):
            raise ElsewhereError(taken)
        return taken

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

    def _open(
        self, stored: StoredGame, taken: LeasedGame | None, tournament_id: str = ""
    ) -> LiveGame:
        clock, lease = self._clocks.take(stored.id), None
        if taken is not None:
            lease, kept = taken
            if clock is None and kept is not None:
                clock = ClosedClock(kept.spent, kept.left, monotonic())
        live = self.live_games[stored.id] = LiveGame(stored, self.resources, clock, lease)
        live.tournament_id = tournament_id
        return live

    def _show_again(self, game_id: str) -> None:
        """Show a game to everybody who has it open: more is known of it."""
        if live := self.live_games.get(game_id):
            live.show_again()

    async def join(self, game_id: str, player: int, side: Side) -> None:
        """Let a person play a free side; the database is already changed."""
        process = await self._process_with(game_id)
        if process == self.others.process:
            live = await self.find(game_id)
            if live is not None:
                live.join(player, side)
        elif process is not None:
            told = {"game": game_id, "player": player, "side": asdict(side)}
            await self.others.tell("joined", process, **told)
        elif stored := await self.find_stored(game_id):
            await self._start_free_clock(stored)

    async def _process_with(self, game_id: str) -> str | None:
        """The process that has a game: this one, another, or none."""
        if self._leases is None or game_id in self.live_games:
            return self.others.process
        return await self.reading(None, self._leases.process_with, game_id)

    async def broadcast(self, game_id: str, message: ServerMessage) -> None:
        """Send a message to everybody who is connected to a game."""
        text = message.to_json()
        if live := self.live_games.get(game_id):
            live.broadcast_text(text)
        else:
            await self.others.tell("broadcast", game=game_id, text=text)

    async def change_owner(
        self, old: str, new: str, name: str | None = None, game_id: str | None = None
    ) -> None:
        """Give the sides of one owner to another, in a game or in all.

        The database is already changed.
        """
        self._change_owner(old, new, name, game_id)
        await self.others.tell("owner", old=old, new=new, name=name, game=game_id)

    def _change_owner(self, old: str, new: str, name: str | None, game_id: str | None) -> None:
        self._handed_over.forget_all()
        for live in self.live_games.values():
            if game_id in (None, live.stored.id):
                live.change_owner(old, new, name)

    async def close_games(self, game_ids: Sequence[str]) -> None:
        """Close games that are about to be deleted."""
        await self._close_deleted(game_ids)
        await self.others.tell("deleted", games=game_ids)

    async def _close_deleted(self, game_ids: Sequence[str]) -> None:
        self._handed_over.forget(game_ids)
        for game_id in game_ids:
            if live := self.live_games.pop(game_id, None):
                await live.disconnect_all(_("This game was deleted."))
                await live.close()

    async def close_idle(self) -> None:
        """Close the games that nobody plays or watches; they stay in the database.

        Their clocks run on: see `end_run_out`. Without a clock, any process may have them.
        """
        for game_id, live in list(self.live_games.items()):
            async with self._lock(game_id):
                if live.is_idle and self.live_games.get(game_id) is live:
                    clock = live.clock
                    await self._close_game(live)
                    if clock is not None and live.is_saved:  # otherwise it is of another move
                        self._clocks.keep(game_id, clock)
                    elif self._leases is not None:
                        await self.on_disk(self._leases.release, [(game_id, None)])

    async def _give_up_all(self) -> None:
        """Close all games without saving: other processes have them."""
        self._clocks.forget_all()
        self._handed_over.forget_all()
        games, self.live_games = list(self.live_games.values()), {}
        for live in games:
            await live.give_up()
            await live.close()

    async def _close_game(self, live: LiveGame) -> None:
        self.live_games.pop(live.stored.id, None)
        await live.close()

    async def end_run_out(self) -> None:
        """Open the closed games in which time is up, so that they end."""
        for game_id in self._clocks.run_out():
            live = None
            with suppress(UnreadableError, ElsewhereError):
                live = await self.find(game_id)
            if live is None:  # it was deleted, is damaged, or another process has it
                self._clocks.take(game_id)

    async def hand_over(self) -> None:
        """Before the server ends: where there are other processes, they have all games at once.

        Only then are players told to connect again, so they find their games open.
        """
        if self._leases is None:
            return
        games = list(self.live_games.values())
        await self._close_all_games()
        for live in games:
            await live.disconnect_all("", RESTARTING)

    async def close(self) -> None:
        """Save and close all games, and end all waits for engines."""
        await self.adaptive.close()
        if self._compiler is not None:
            self._compiler.close()
        await self._close_all_games()
        if self._membership is not None:
            await self._membership.leave()
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
        self._is_closing = True
        self._handed_over.close()
        self.resources.engines.close()
        self.resources.analysis_engines.close()
        began, games = monotonic(), list(self.live_games.values())
        self.live_games.clear()
        clocks = [(live, len(live.stored.match.turns), live.clock) for live in games]
        await asyncio.gather(*(live.close() for live in games))
        for live, plies, clock in clocks:
            is_of_this_move = live.is_saved and len(live.stored.match.turns) == plies
            if clock is not None and is_of_this_move and live.stored.match.result is None:
                self._clocks.keep(live.stored.id, clock)
        try:
            await self._store_clocks(
                self._clocks.to_store(began), [live.stored.id for live in games]
            )
        except StoreError as error:
            log.error("the clocks of the games: %s", error)
        else:
            unfinished = [live.stored.id for live in games if live.stored.match.result is None]
            await self._handed_over.share(unfinished)

    async def _store_clocks(self, clocks: list[StoredClock], open_games: list[str]) -> None:
        if self._leases is None:
            await self.on_disk(ClockStore(self.store.engine).replace, clocks)
        else:
            free = {**dict.fromkeys(open_games), **{clock.game_id: clock for clock in clocks}}
            await self.on_disk(self._leases.release, list(free.items()))


def _timed(charge: Callable[[float], Any], work: Callable[..., Result], *arguments: Any) -> Result:
    """Do some work, and charge the seconds of a processor that it took, even if it fails."""
    began = thread_time()
    try:
        return work(*arguments)
    finally:
        charge(thread_time() - began)
