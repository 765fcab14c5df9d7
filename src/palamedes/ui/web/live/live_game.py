"""A game in play: its session, which the event loop owns, and everybody who looks at it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from palamedes.core.game import Game
from palamedes.core.language import language, set_language
from palamedes.core.match import Match
from palamedes.players import best_engine_spec
from palamedes.search.analysis import Analysis, Engine
from palamedes.ui.session import Scene, Seat, Seats, Session
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.live.documents import thinking_message
from palamedes.ui.web.live.engine_queue import EngineQueue, QueuedEngine, QueuedPlayer
from palamedes.ui.web.messages.base import Answer, ErrorMessage
from palamedes.ui.web.messages.game import CompanyMessage, RematchData, ThinkingMessage
from palamedes.ui.web.store import GameStore, StoredGame, StoreError, changes_since
from palamedes.ui.web.store.database_thread import DatabaseThread

log = logging.getLogger(__name__)
CLOSING = 3.0  # seconds to save what is unsaved when a game is closed
RETRY = 1.0  # seconds until a move that could not be saved is tried again
SLOWEST = 3600.0  # seconds between two looks at a game without a clock

EndListener = Callable[[StoredGame], Awaitable[None]]


class GameListener(Protocol):
    """Somebody who looks at a game."""

    @property
    def visitor(self) -> str: ...

    def show(self, scene: Scene) -> None: ...

    def say(self, message: Answer) -> None: ...


@dataclass
class Resources:
    """What all live games share."""

    store: GameStore
    database: DatabaseThread
    engines: EngineQueue  # for opponents: they do not wait for people who analyse
    analysis_engines: EngineQueue
    end_listeners: list[EndListener] = field(default_factory=list)  # told of every finished game

    async def announce_end(self, stored: StoredGame) -> None:
        """Tell everybody who wants to know that a game is over; their errors are not the game's."""
        for listener in self.end_listeners:
            try:
                await listener(stored)
            except Exception:
                log.exception("the end of game %s", stored.id)


class LiveGame:
    """One game. A move is shown only after it is saved.

    An unexpected error while an event is handled costs that event, never the game.
    """

    def __init__(self, stored: StoredGame, resources: Resources) -> None:
        self.stored = stored
        self.rematch_id = ""  # the next game, once there is one
        self._rematch_wanted: set[int] = set()  # players who want another game
        self._resources = resources
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._listeners: set[GameListener] = set()
        self._is_closing = False
        self._language = language()  # of whoever acted last
        self._saved_moves = [turn.move for turn in stored.match.turns]
        self._saved_result = stored.match.result
        self.session = Session(
            stored.match,
            self._seats(),
            stored.control,
            notify=self._wake,
            engine_for=self._engine_for,
        )
        self._start_clock()
        if self._is_exhibition:
            self.session.pause()
        self._task = asyncio.create_task(self._run())

    def _wake(self) -> None:
        """An event waits. Called from any thread, perhaps after the server has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._woken.set)

    def _seats(self) -> Seats:
        first, second = (self._seat(player) for player in (0, 1))
        return first, second

    def _seat(self, player: int) -> Seat:
        side = self.stored.sides[player]
        if side.is_person:
            return Seat(name=side.name, remote=self.stored.is_remote)
        engine = QueuedPlayer(self._resources.engines, self.stored.match.game, side.spec)
        engine.report = self._report
        return Seat(side.spec, side.name, engine)

    def _engine_for(self, game: Game) -> Engine:
        """The engine for hints and draw offers."""
        return QueuedEngine(
            self._resources.analysis_engines, game, best_engine_spec(game, megabytes=8)
        )

    def _report(self, seen: Analysis) -> None:
        """Tell everybody what an engine sees while it thinks; it calls from its own thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell_thought, thinking_message(seen))

    def _tell_thought(self, thought: ThinkingMessage) -> None:
        if self.session.is_thinking:  # it may have been called off
            self.tell(thought)

    # Listeners

    def listen(self, listener: GameListener) -> None:
        self._listeners.add(listener)
        if self._is_exhibition:
            self.session.resume()
        self._tell_company()

    def leave(self, listener: GameListener) -> None:
        self._listeners.discard(listener)
        if self._is_exhibition and not self._listeners:
            self.session.pause()
        self._tell_company()

    def tell(self, message: Answer) -> None:
        """Say something to everybody."""
        for listener in list(self._listeners):
            listener.say(message)

    def _tell_company(self) -> None:
        """Between two people: tell who is at the board now, and who wants another game."""
        if not self.stored.is_remote and not self.rematch_id:
            return
        visitors = {listener.visitor for listener in self._listeners} - {""}
        present = [player for player in (0, 1) if self.stored.sides[player].owner in visitors]
        rematch = RematchData(by=sorted(self._rematch_wanted), id=self.rematch_id)
        self.tell(CompanyMessage(present=present, rematch=rematch))

    @property
    def _is_exhibition(self) -> bool:
        """Whether only engines play: they pause while nobody watches."""
        return not any(side.is_person for side in self.stored.sides)

    @property
    def is_idle(self) -> bool:
        """Whether the game can be closed. A running clock goes on with nobody there."""
        is_timed = self.stored.control is not None and self.stored.match.result is None
        return not (self._listeners or self.session.is_thinking or is_timed)

    # What players do

    def act(self, action: Callable[[Session], Any]) -> None:
        """Do something to the session; PalamedesError if it makes no sense."""
        self._language = language()
        try:
            action(self.session)
        finally:
            self._woken.set()

    def join(self, player: int, owner: str, name: str) -> None:
        """Somebody plays a side that was free; the database says so already."""
        self.stored.change_side(player, owner=owner, name=name)
        self._tell_company()
        self.session.reseat(self._seats())
        self._start_clock()
        self._woken.set()

    def change_owner(self, old: str, new: str, name: str | None = None) -> None:
        """Give what one visitor plays here to another, perhaps under another name."""
        before, was_remote = self.stored.names, self.stored.is_remote
        for player in self.stored.players_of(old):
            changes = {"owner": new} if name is None else {"owner": new, "name": name}
            self.stored.change_side(player, **changes)
        if (self.stored.names, self.stored.is_remote) != (before, was_remote):
            self._rename_players()
        self._woken.set()

    def _rename_players(self) -> None:
        if self.stored.match.result is None:
            self.session.reseat(self._seats())
        else:
            self.stored.match.players = self.stored.names

    def _start_clock(self) -> None:
        """The clock runs once both players are there."""
        if not self.stored.free:
            self.session.ready()

    # Another game

    def want_rematch(self, player: int) -> StoredGame | None:
        """Note that a player wants another game: that game, once everybody wants it."""
        self._rematch_wanted.add(player)
        if self.stored.is_remote and len(self._rematch_wanted) < 2:
            self._tell_company()
            return None
        self._rematch_wanted.clear()
        match, (first, second) = self.stored.match, self.stored.sides
        return replace(
            self.stored,
            id=new_id(),
            match=Match(match.start, match.history),
            sides=(second, first),
            created=datetime.now(UTC),
            challenge="",
        )

    def decline_rematch(self) -> None:
        self._rematch_wanted.clear()
        self._tell_company()

    def set_rematch(self, game_id: str) -> None:
        """The next game has begun: this one leads there from now on."""
        self.rematch_id = game_id
        self._tell_company()

    # The loop

    async def _run(self) -> None:
        """Handle what has come, save what came of it, and show it, until the game is closed."""
        while not self._is_closing:
            try:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), self._patience())
                self._woken.clear()
                self._handle_events()
                await self._save()
                self._show()
            except Exception as error:
                self._excuse(error)
                await asyncio.sleep(RETRY)

    def _patience(self) -> float:
        """Seconds until a clock runs out."""
        left = self.session.seconds_left
        return SLOWEST if left is None else left + 0.01

    def _handle_events(self) -> None:
        """Handle everything that waits; an error in one event does not stop the others."""
        set_language(self._language)
        while True:
            try:
                if not self.session.handle_next():
                    return
            except Exception as error:
                self._excuse(error)

    def _excuse(self, error: Exception) -> None:
        log.error("game %s", self.stored.id, exc_info=error)
        self.tell(ErrorMessage(message=str(error)))

    def _show(self) -> None:
        scene = self.session.scene()
        for listener in list(self._listeners):
            listener.show(scene)

    @property
    def is_saved(self) -> bool:
        """Whether the database has everything that has happened."""
        saved = self._saved_moves, self._saved_result
        return (self._moves(), self.stored.match.result) == saved

    def _moves(self) -> list[str]:
        return [turn.move for turn in self.stored.match.turns]

    async def _save(self) -> None:
        """Save what has changed, and what changes meanwhile, however long the database takes."""
        while not self.is_saved:
            moves, result = self._moves(), self.stored.match.result
            changes = changes_since(self.stored, _common(moves, self._saved_moves))
            try:
                await self._resources.database.run(self._resources.store.write, changes)
            except StoreError as error:
                log.error("game %s: %s", self.stored.id, error)
                self.tell(ErrorMessage(message=str(error)))
                await asyncio.sleep(RETRY)
                continue
            has_ended = self._saved_result is None and result is not None
            self._saved_moves, self._saved_result = moves, result
            if has_ended:
                await self._resources.announce_end(self.stored)

    async def close(self) -> None:
        """Save what is unsaved, and end."""
        self._is_closing = True
        self._woken.set()
        await asyncio.wait([self._task], timeout=CLOSING)
        self._task.cancel()
        await self._loop.run_in_executor(None, self.session.close)


def _common(one: Iterable[str], other: Iterable[str]) -> int:
    """The number of moves with which both lists begin."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
