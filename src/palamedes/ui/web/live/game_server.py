"""Games in play: each has a session, which the event loop owns, and people who look at it."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Protocol

from palamedes.core.game import Game
from palamedes.core.language import language, set_language
from palamedes.core.match import Match
from palamedes.search.analysis import Analysis, Engine
from palamedes.ui.session import HUMAN, Scene, Seat, Seats, Session
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.live.documents import Document, thinking_document
from palamedes.ui.web.live.engine_queue import QueuedEngine, QueuedPlayer
from palamedes.ui.web.live.house import House
from palamedes.ui.web.store import GameStore, StoredGame, StoreError, changes_since


class GameListener(Protocol):
    """Somebody who looks at a game."""

    @property
    def visitor(self) -> str: ...

    def show(self, scene: Scene) -> None: ...

    def say(self, document: Document) -> None: ...


log = logging.getLogger(__name__)
FAREWELL = 3.0  # seconds to keep what waits when a room is closed
RETRY = 1.0  # seconds until a move that could not be kept is tried again
SLOWEST = 3600.0  # seconds until a room without a clock looks around again


class LiveGame:
    """One game. Nothing is shown to anybody before it is kept."""

    def __init__(self, stored: StoredGame, house: House) -> None:
        self.stored = stored
        self._house = house
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._listeners: set[GameListener] = set()
        self._is_closing = False
        self._language = language()  # of who did something last
        self._again: set[int] = set()  # who wants to play another game,
        self.next = ""  # and that game, once it is there
        self._written = [turn.move for turn in stored.match.turns]
        self._ended = stored.match.result
        self.session = Session(
            stored.match,
            self._seats(),
            stored.control,
            notify=self._wake,
            engine_for=self._engine,
        )
        self._start_clock()
        if self._is_show:
            self.session.pause()
        self._task = asyncio.create_task(self._run())

    def _wake(self) -> None:
        """Something has come, from any thread. The server may have ended meanwhile."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._woken.set)

    def _seats(self) -> Seats:
        first, second = (self._seat(player) for player in (0, 1))
        return first, second

    def _seat(self, player: int) -> Seat:
        spec, name = self.stored.specs[player], self.stored.names[player]
        if spec == HUMAN:
            return Seat(name=name, remote=self.stored.is_apart)
        engine = QueuedPlayer(self._house.pool, self.stored.match.game, spec)
        engine.report = self._report
        return Seat(spec, name, engine)

    def _report(self, seen: Analysis) -> None:
        """Tell everybody what an engine sees while it thinks; it calls from its own thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell_thought, thinking_document(seen))

    def _tell_thought(self, thought: Document) -> None:
        if self.session.is_thinking:  # it may have been called off
            self.tell(thought)

    def _engine(self, game: Game) -> Engine:
        spec = "perfect" if game.layers is not None else "alphabeta"
        return QueuedEngine(self._house.studies, game, f"{spec}:hash=8")

    # Who is there

    def seats_of(self, visitor: str) -> tuple[int, ...]:
        """Where somebody sits; nowhere is a watcher."""
        return tuple(player for player in (0, 1) if self.stored.owners[player] == visitor)

    def listen(self, listener: GameListener) -> None:
        self._listeners.add(listener)
        if self._is_show:
            self.session.go_on()
        self._introduce()

    def leave(self, listener: GameListener) -> None:
        self._listeners.discard(listener)
        if self._is_show and not self._listeners:
            self.session.pause()
        self._introduce()

    def _introduce(self) -> None:
        """Where people play apart: who is at the board now, and who would like another game."""
        if not self.stored.is_apart and not self.next:
            return
        visitors = {listener.visitor for listener in self._listeners} - {""}
        present = [player for player, owner in enumerate(self.stored.owners) if owner in visitors]
        again = {"by": sorted(self._again), "id": self.next}
        self.tell({"type": "company", "present": present, "rematch": again})

    def tell(self, document: Document) -> None:
        """Say something to everybody."""
        for listener in list(self._listeners):
            listener.say(document)

    @property
    def _is_show(self) -> bool:
        """Whether only engines play: they do so while somebody looks."""
        return HUMAN not in self.stored.specs

    @property
    def is_deserted(self) -> bool:
        """Whether nothing goes on here; a clock that runs goes on without anybody."""
        is_timed = self.stored.control is not None and self.stored.match.result is None
        return not (self._listeners or self.session.is_thinking or is_timed)

    # What happens

    def act(self, action: Callable[[Session], Any]) -> None:
        """Do something to the session; PalamedesError if it makes no sense."""
        self._language = language()
        try:
            action(self.session)
        finally:
            self._woken.set()

    def sit(self, player: int, owner: str, name: str) -> None:
        """Somebody has taken a free seat: the store says so."""
        owners, names = list(self.stored.owners), list(self.stored.names)
        owners[player], names[player] = owner, name
        self.stored.owners, self.stored.names = (owners[0], owners[1]), (names[0], names[1])
        self._introduce()
        self.session.reseat(self._seats())
        self._start_clock()
        self._woken.set()

    def hand_over(self, old: str, new: str, name: str | None = None) -> None:
        """What somebody owns here is another's from now on, perhaps under another name."""
        if old not in self.stored.owners:
            return
        was_apart, owners, names = self.stored.is_apart, list(self.stored.owners), self.stored.names
        for player in self.seats_of(old):
            owners[player] = new
            if name is not None:
                names = (name, names[1]) if player == 0 else (names[0], name)
        self.stored.owners = (owners[0], owners[1])
        if (names, was_apart) != (self.stored.names, self.stored.is_apart):
            self.stored.names = names
            self._seat_anew()
        self._woken.set()

    def _seat_anew(self) -> None:
        if self.stored.match.result is None:
            self.session.reseat(self._seats())
        else:
            self.stored.match.players = self.stored.names

    def _start_clock(self) -> None:
        """Time counts once everybody is there."""
        if not self.stored.free:
            self.session.ready()

    def wants_again(self, player: int) -> StoredGame | None:
        """Somebody wants another game, sides changed: that game, once all people want it."""
        self._again.add(player)
        if self.stored.is_apart and len(self._again) < 2:
            self._introduce()
            return None
        self._again.clear()
        stored = self.stored
        return StoredGame(
            new_id(),
            Match(stored.match.start, stored.match.history),
            stored.specs[::-1],
            stored.names[::-1],
            stored.owners[::-1],
            stored.control,
            datetime.now(UTC),
            stored.rated,
        )

    def wants_no_more(self) -> None:
        """Somebody declines to play another game."""
        self._again.clear()
        self._introduce()

    def goes_on_in(self, game_id: str) -> None:
        """Another game has begun: who comes back here can go there."""
        self.next = game_id
        self._introduce()

    async def _run(self) -> None:
        """Let the session go on whenever something has come; keep and show what came of it."""
        while not self._is_closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._patience())
            self._woken.clear()
            self._go_on()
            await self._keep()
            scene = self.session.scene()
            for listener in list(self._listeners):
                listener.show(scene)

    def _go_on(self) -> None:
        """Handle all that waits. A mistake of ours costs one event, not the room."""
        set_language(self._language)
        while True:
            try:
                if not self.session.step():
                    return
            except Exception as error:
                log.exception("game %s", self.stored.id)
                self.tell({"type": "error", "message": str(error)})

    def _patience(self) -> float:
        """Seconds until a clock has run out."""
        left = self.session.seconds_left
        return SLOWEST if left is None else left + 0.01

    @property
    def is_stored(self) -> bool:
        """Whether the store has everything that has happened."""
        return (self._moves(), self.stored.match.result) == (self._written, self._ended)

    def _moves(self) -> list[str]:
        return [turn.move for turn in self.stored.match.turns]

    async def _keep(self) -> None:
        """Keep what has changed, and what changes meanwhile; while that cannot be, people wait."""
        while not self.is_stored:
            moves, ended = self._moves(), self.stored.match.result
            news = changes_since(self.stored, _common(moves, self._written))
            try:
                await self._house.on_disk(self._house.store.write, news)
            except StoreError as error:
                log.error("game %s: %s", self.stored.id, error)
                self.tell({"type": "error", "message": str(error)})
                await asyncio.sleep(RETRY)
                continue
            is_news = self._ended is None and ended is not None
            self._written, self._ended = moves, ended
            if is_news:
                await self._house.announce_end(self.stored)

    async def close(self) -> None:
        """Keep what waits, and end."""
        self._is_closing = True
        self._woken.set()
        await asyncio.wait([self._task], timeout=FAREWELL)
        self._task.cancel()
        await self._loop.run_in_executor(None, self.session.close)


def _common(one: list[str], other: list[str]) -> int:
    """How many moves two lists begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((ply for ply, (a, b) in pairs if a != b), min(len(one), len(other)))


class GameServer(House):
    """All rooms that are open; others are opened when somebody comes."""

    def __init__(self, store: GameStore, engines: int) -> None:
        super().__init__(store, engines)
        self.live_games: dict[str, LiveGame] = {}
        self._opening = asyncio.Lock()

    async def create(self, stored: StoredGame) -> LiveGame:
        await self.on_disk(self.store.add, stored)
        return self._open(stored)

    async def find(self, game_id: str) -> LiveGame | None:
        async with self._opening:
            if game_id in self.live_games:
                return self.live_games[game_id]
            stored = await self.on_disk(self.store.load, game_id)
            return None if stored is None else self._open(stored)

    async def look_at(self, game_id: str) -> StoredGame | None:
        """A game as it stands, for somebody who only reads."""
        if game_id in self.live_games:
            return self.live_games[game_id].stored
        stored: StoredGame | None = await self.on_disk(self.store.load, game_id)
        return stored

    def _open(self, stored: StoredGame) -> LiveGame:
        live = self.live_games[stored.id] = LiveGame(stored, self)
        return live

    def hand_over(self, old: str, new: str, name: str | None = None) -> None:
        """Somebody owns things by another name for them, as the store says already."""
        for live in self.live_games.values():
            live.hand_over(old, new, name)

    async def forget(self, game_ids: Iterable[str]) -> None:
        """Close the rooms of games that are about to be deleted."""
        for game_id in game_ids:
            if live := self.live_games.pop(game_id, None):
                await live.close()

    async def tidy(self) -> None:
        """Close the rooms in which nothing goes on; their games are kept."""
        for game_id, live in list(self.live_games.items()):
            async with self._opening:  # nobody opens it again before the last move is kept
                if live.is_deserted and game_id in self.live_games:
                    del self.live_games[game_id]
                    await live.close()

    async def close(self) -> None:
        """Keep everything, and end; who waits for an engine waits in vain."""
        self.send_away()
        await asyncio.gather(*(live.close() for live in self.live_games.values()))
        self.shut()
