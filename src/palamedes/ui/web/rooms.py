"""Games in play: each has a session, which the event loop owns, and people who look at it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Protocol

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.search.analysis import Analysis, Engine
from palamedes.ui.session import HUMAN, Scene, Seat, Seats, Session
from palamedes.ui.web.documents import Document, thinking_document
from palamedes.ui.web.pool import Pool, PooledEngine, PooledPlayer
from palamedes.ui.web.store import Kept, Store, StoreError
from palamedes.ui.web.visitors import new_id


class Listener(Protocol):
    """Somebody who looks at a game."""

    def show(self, scene: Scene) -> None: ...

    def say(self, document: Document) -> None: ...


RETRY = 1.0  # seconds until a move that could not be kept is tried again
SLOWEST = 3600.0  # seconds until a room without a clock looks around again


class Room:
    """One game. Nothing is shown to anybody before it is kept."""

    def __init__(self, kept: Kept, hall: "Hall") -> None:
        self.kept = kept
        self._hall, self._pool, self._studies = hall, hall.pool, hall.studies
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._listeners: set[Listener] = set()
        self._again: set[int] = set()  # who wants to play another game
        self._written = [turn.move for turn in kept.match.turns]
        self._ended = kept.match.result
        self.session = Session(
            kept.match,
            self._seats(),
            kept.control,
            notify=self._wake,
            engine_for=self._engine,
        )
        self._start_clock()
        self._task = asyncio.create_task(self._run())

    def _wake(self) -> None:
        """Something has come, from any thread. The server may have ended meanwhile."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._woken.set)

    def _seats(self) -> Seats:
        first, second = (self._seat(player) for player in (0, 1))
        return first, second

    def _seat(self, player: int) -> Seat:
        spec, name = self.kept.specs[player], self.kept.names[player]
        if spec == HUMAN:
            return Seat(name=name, remote=self.kept.is_apart)
        engine = PooledPlayer(self._pool, self.kept.match.game, spec)
        engine.report = self._report
        return Seat(spec, player=engine)

    def _report(self, seen: Analysis) -> None:
        """Tell everybody what an engine sees while it thinks; it calls from its own thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.tell, thinking_document(seen))

    def _engine(self, game: Game) -> Engine:
        spec = "perfect" if game.layers is not None else "alphabeta"
        return PooledEngine(self._studies, game, f"{spec}:hash=8")

    # Who is there

    def seats_of(self, visitor: str) -> tuple[int, ...]:
        """Where somebody sits; nowhere is a watcher."""
        return tuple(player for player in (0, 1) if self.kept.owners[player] == visitor)

    def listen(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def tell(self, document: Document) -> None:
        """Say something to everybody."""
        for listener in list(self._listeners):
            listener.say(document)

    @property
    def is_deserted(self) -> bool:
        return not self._listeners and self.session.scene().thinking is None

    # What happens

    def act(self, action: Callable[[Session], Any]) -> None:
        """Do something to the session; PalamedesError if it makes no sense."""
        try:
            action(self.session)
        finally:
            self._woken.set()

    def sit(self, player: int, owner: str, name: str) -> None:
        """Somebody has taken a free seat: the store says so."""
        owners, names = list(self.kept.owners), list(self.kept.names)
        owners[player], names[player] = owner, name
        self.kept.owners, self.kept.names = (owners[0], owners[1]), (names[0], names[1])
        self.session.reseat(self._seats())
        self._start_clock()
        self._woken.set()

    def _start_clock(self) -> None:
        """Time counts once everybody is there."""
        if not self.kept.free:
            self.session.ready()

    def wants_again(self, player: int) -> Kept | None:
        """Somebody wants another game, sides changed: that game, once all people want it."""
        self._again.add(player)
        if self.kept.is_apart and len(self._again) < 2:
            return None
        self._again.clear()
        kept = self.kept
        return Kept(
            new_id(),
            Match(kept.match.start, kept.match.history),
            kept.specs[::-1],
            kept.names[::-1],
            kept.owners[::-1],
            kept.control,
            datetime.now(UTC),
        )

    async def _run(self) -> None:
        """Let the session go on whenever something has come; keep and show what came of it."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._patience())
            self._woken.clear()
            try:
                while self.session.step():
                    pass
            except PalamedesError:
                continue
            while not await self._is_kept():
                await asyncio.sleep(RETRY)
            scene = self.session.scene()
            for listener in list(self._listeners):
                listener.show(scene)

    def _patience(self) -> float:
        """Seconds until a clock may have run out."""
        if self.kept.control is None or self.kept.match.result is not None:
            return SLOWEST
        return min(self.session.scene().clocks or (SLOWEST,)) + 0.01

    async def _is_kept(self) -> bool:
        """Keep what has changed; where that cannot be done now, people are told, and wait."""
        try:
            await self._keep()
        except StoreError as error:
            self.tell({"type": "error", "message": str(error)})
            return False
        return True

    async def _keep(self) -> None:
        match = self.kept.match
        moves = [turn.move for turn in match.turns]
        if moves == self._written and match.result == self._ended:
            return
        same = next(
            (n for n, (a, b) in enumerate(zip(moves, self._written, strict=False)) if a != b),
            min(len(moves), len(self._written)),
        )
        await self._hall.on_disk(self._hall.store.write, self.kept, same)
        self._written, self._ended = moves, match.result

    async def close(self) -> None:
        self._task.cancel()
        await self._loop.run_in_executor(None, self.session.close)


class Hall:
    """All rooms that are open; others are opened when somebody comes."""

    def __init__(self, store: Store, engines: int) -> None:
        self.store = store
        self.pool = Pool(engines)  # for games,
        self.studies = Pool(engines)  # which need not wait for those who analyse
        self.rooms: dict[str, Room] = {}
        self._disk = ThreadPoolExecutor(1, "store")
        self._opening = asyncio.Lock()

    async def create(self, kept: Kept) -> Room:
        await self.on_disk(self.store.add, kept)
        return self._open(kept)

    async def find(self, game_id: str) -> Room | None:
        async with self._opening:
            if game_id in self.rooms:
                return self.rooms[game_id]
            kept = await self.on_disk(self.store.load, game_id)
            return None if kept is None else self._open(kept)

    async def on_disk(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do something with the store, in the order in which it is asked for."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._disk, work, *arguments)

    def _open(self, kept: Kept) -> Room:
        room = self.rooms[kept.id] = Room(kept, self)
        return room

    async def tidy(self) -> None:
        """Close the rooms in which nobody is; their games are kept."""
        for game_id, room in list(self.rooms.items()):
            if room.is_deserted:
                del self.rooms[game_id]
                await room.close()

    async def close(self) -> None:
        for room in self.rooms.values():
            await room.close()
        self._disk.shutdown()
        self.store.close()
