"""A game in progress: its session, which belongs to the event loop, and its listeners."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _, language, set_language
from palamedes.players import best_engine_spec
from palamedes.search.analysis import Analysis, Engine
from palamedes.ui.session import Seat, Seats, Session
from palamedes.ui.web.http.sockets import NOT_FOUND, TRY_LATER
from palamedes.ui.web.live.absence import Absence
from palamedes.ui.web.live.audience import Audience, GameListener
from palamedes.ui.web.live.closed_clocks import ClosedClock
from palamedes.ui.web.live.documents import thinking_message
from palamedes.ui.web.live.engine_queue import Client, QueuedEngine, QueuedPlayer
from palamedes.ui.web.live.first_sight import FirstSight
from palamedes.ui.web.live.permissions import shows_thinking
from palamedes.ui.web.live.rated_games import rated_spec
from palamedes.ui.web.live.rematch import Rematch
from palamedes.ui.web.live.resources import Resources
from palamedes.ui.web.messages.base import ErrorMessage, ServerMessage
from palamedes.ui.web.messages.game import PresenceMessage
from palamedes.ui.web.store import (
    GameChanges,
    OutdatedError,
    SavedVersion,
    StoredGame,
    changes_since,
)
from palamedes.ui.web.store.clocks import StoredClock
from palamedes.ui.web.store.leases import Lease
from palamedes.ui.web.store.stored_game import Side

log = logging.getLogger(__name__)
CLOSE_TIMEOUT = 3.0  # seconds to save a game that is closed
RETRY = 1.0  # seconds to wait after an error; each of the next three errors doubles it


class LiveGame:
    """One game. A move is shown only after it is saved.

    An unexpected error costs the event that caused it, never the game: it is logged, everybody
    gets an error message, and the game goes on.
    """

    def __init__(
        self,
        stored: StoredGame,
        resources: Resources,
        clock: ClosedClock | None = None,
        lease: Lease | None = None,
    ) -> None:
        """`clock` is what was kept of the game when it was closed."""
        self.stored, self._lease = stored, lease
        self.tournament_id = ""  # of the tournament it belongs to
        self.rematch = Rematch(stored)
        self._absence = Absence()
        self._resources = resources
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._audience = Audience(stored.id)
        self._first_sight = FirstSight(stored)
        self._is_closing = False
        self._language = language()  # of the player who acted last
        self._address = ""  # of the player, or of who watches a show
        self._are_engines_prepared = False
        self._failures = 0  # errors since the last round without one
        self.is_outdated = False  # whether the database has other moves: another server wrote them
        self._saved = SavedVersion.of(stored.match)
        self._runs_in_database = clock is not None and not clock.is_paused  # its clock
        self.session = Session(
            stored.match,
            self._seats(),
            stored.control,
            notify=self._wake,
            engine_for=self._engine_for,
        )
        self._start_clock(0.0 if clock is None else clock.spent_by_now)
        if self._is_exhibition or (clock is not None and clock.is_paused):
            self.session.pause()
        self._task = asyncio.create_task(self._run())

    def _wake(self) -> None:
        """Wake the loop: an event waits. Called from any thread, even after the server ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._woken.set)

    def _seats(self) -> Seats:
        first, second = (self._seat(player) for player in (0, 1))
        return first, second

    def _seat(self, player: int) -> Seat:
        side = self.stored.sides[player]
        if side.is_person:
            return Seat(name=side.name, remote=self.stored.is_remote)
        game = self.stored.match.game
        spec = rated_spec(game, side.spec) if self.stored.rated else side.spec
        engine = QueuedPlayer(self._resources.engines, game, spec, self._client)
        engine.report = self._report_thinking
        engine.is_untimed = self.stored.rated  # it may wait long for a desk on a busy server
        return Seat(side.spec, side.name, engine)

    def _engine_for(self, game: Game) -> Engine:
        """The engine for hints and draw offers."""
        spec = best_engine_spec(game, megabytes=8)
        return QueuedEngine(self._resources.analysis_engines, game, spec, self._client())

    def _client(self) -> Client:
        """For whom the engines of this game think. Called from their threads."""
        owner = next(filter(None, self.stored.owners), "")
        return Client(self._address, owner, self._is_exhibition)

    def _report_thinking(self, analysis: Analysis) -> None:
        """Show everybody what a thinking engine has found. The engine calls from its thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._broadcast_thinking, analysis)

    def _broadcast_thinking(self, analysis: Analysis) -> None:
        # It may have been stopped meanwhile.
        if self.session.is_thinking and shows_thinking(self.stored):
            self.broadcast(thinking_message(analysis))

    # Listeners

    def add_listener(self, listener: GameListener) -> None:
        """Show the game to a listener, from now on."""
        self._audience.add(listener)
        is_player = bool(self.stored.players_of(listener.visitor))
        if is_player:
            self._first_sight.add(listener)
        if self._is_exhibition or is_player:
            self._address = listener.address
        self.show_to(listener)
        if self._is_exhibition:
            self.session.resume()
        self._prepare_engines()
        self.broadcast_presence()

    def _prepare_engines(self) -> None:
        """Get the engines ready as soon as somebody sees the game, not at their first move."""
        if not self._are_engines_prepared and self.stored.match.result is None:
            self._are_engines_prepared = True
            self.session.prepare()

    def remove_listener(self, listener: GameListener) -> None:
        self._audience.discard(listener)
        if self._is_exhibition and not self._audience:
            self.session.pause()
        self.broadcast_presence()

    def show_to(self, listener: GameListener) -> None:
        """Show the scene to one listener: at once, or as soon as it is saved."""
        try:
            if self.is_saved:
                self._audience.show_to(listener, self.session.scene(), self.stored)
        except Exception as error:
            self._report_error(error)

    def show_again(self) -> None:
        """Show the scene to all listeners: something beside the match has changed."""
        self._woken.set()

    async def disconnect_all(self, reason: str, code: int = NOT_FOUND) -> None:
        """End all connections: the game does not exist any more, at least not like this."""
        await self._audience.disconnect(reason, code)

    def broadcast(self, message: ServerMessage) -> None:
        """Send a message to all listeners."""
        self._audience.send(message)

    def broadcast_text(self, text: str) -> None:
        self._audience.send_text(text)

    def broadcast_presence(self) -> None:
        """Between two people: tell both who is connected and who wants another game."""
        if not self.stored.is_remote and not self.rematch.id:
            return
        present = self._present_players()
        self._absence.note(present)
        first, second = (self._seconds_to_claim(player) for player in (0, 1))
        self.broadcast(
            PresenceMessage(present=present, rematch=self.rematch.data(), claim=(first, second))
        )

    def _present_players(self) -> list[int]:
        visitors = {listener.visitor for listener in self._audience} - {""}
        return [player for player in (0, 1) if self.stored.sides[player].owner in visitors]

    def _seconds_to_claim(self, player: int) -> float | None:
        return self._absence.seconds_to_claim(self.stored, self.session, player)

    @property
    def _is_exhibition(self) -> bool:
        """Whether only engines play. They pause while nobody watches."""
        return not any(side.is_person for side in self.stored.sides)

    @property
    def clock(self) -> ClosedClock | None:
        """What to keep of the clock while the game is closed.

        None if it has not started, or an engine is to move: it thinks again from the beginning.
        """
        session, left = self.session, self.session.seconds_left
        if session.control is None or session.is_thinking:
            return None
        if left is None and not session.scene().paused:
            return None
        return ClosedClock(session.seconds_spent, left, monotonic())

    @property
    def is_played(self) -> bool:
        """Whether the game is in progress, and somebody plays or watches."""
        return len(self._audience) > 0 and self.stored.match.result is None

    @property
    def is_idle(self) -> bool:
        """Whether the game can be closed. Its clock may run."""
        return self.is_outdated or not (self._audience or self.session.is_thinking)

    # Players

    def act(self, action: Callable[[Session], Any]) -> None:
        """Change the session, and pass on the error if the action raises one."""
        self._language = language()
        try:
            with self.session.charged_at_most(self._first_sight.seconds):
                if self.session.seconds_left == 0:
                    raise PalamedesError(_("The game is over."))
                action(self.session)
        except PalamedesError:
            raise  # nothing has changed, and a new scene would hide the reason
        except Exception:
            self._woken.set()
            raise
        self._woken.set()

    async def _hear_what_is_late(self) -> None:
        """When time is up: a move may be on the way, or the board may have been late."""
        await self._first_sight.catch_up()
        self.session.charge_at_most(self._first_sight.seconds)

    def claim(self, player: int) -> None:
        """End the game in favour of a player whose opponent has left."""
        self._absence.note(self._present_players())
        if self._seconds_to_claim(player) != 0:
            raise PalamedesError(_("Your opponent has not been away long enough."))
        self.act(lambda session: session.end_abandoned(by=player))

    def join(self, player: int, side: Side) -> None:
        """Let a person play a free side; the database is already changed."""
        self.stored.change_side(player, owner=side.owner, name=side.name, is_bot=side.is_bot)
        self._absence = Absence()  # who joins may take a moment to connect
        self.broadcast_presence()
        self.session.reseat(self._seats())
        self._start_clock()
        self._woken.set()

    def change_owner(self, old: str, new: str, name: str | None = None) -> None:
        """Give the sides of one owner to another, perhaps with another name."""
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

    def _start_clock(self, spent: float = 0.0) -> None:
        """Start the clock once both sides are taken; `spent` seconds have already passed."""
        if not self.stored.free:
            self.session.ready(spent)

    # The loop

    async def _run(self) -> None:
        """Handle events, save the changes and show them, until the game is closed and saved."""
        while not (self.is_outdated or (self._is_closing and self.is_saved)):
            try:
                await self._wait()
                if self._failures:
                    self._forgive_unsaved()
                    self.session.restart_engine()
                if self.session.seconds_left == 0:
                    await self._hear_what_is_late()
                is_shown = await self._show_own_move()
                is_changed = self._handle_events() or not self.is_saved
                await self._save()
                await self._note_clock()
            except OutdatedError as error:
                self.is_outdated = True
                self._report_error(error)
                await self.disconnect_all(str(error), TRY_LATER)
            except Exception as error:
                self._failures += 1
                self._report_error(error)
            else:
                self._failures = 0
                if is_changed or not is_shown:
                    self._show()
                    self._broadcast_absence()
                if self._audience.is_large:
                    await asyncio.sleep(self._audience.pause)

    async def _wait(self) -> None:
        """Wait until something has happened, or time is up."""
        seconds = self._seconds_to_wait()
        timer = None if seconds is None else self._loop.call_later(seconds, self._woken.set)
        await self._woken.wait()
        self._woken.clear()
        if timer is not None:
            timer.cancel()

    def _broadcast_absence(self) -> None:
        """After a change: tell a player whose opponent is away when the game can be claimed."""
        if self.stored.is_remote and len(self._present_players()) == 1:
            self.broadcast_presence()

    async def _show_own_move(self) -> bool:
        """Save and show a person's move before a fast engine answers it; False if there is none."""
        if self.is_saved or self._failures:
            return False
        await self._save()
        self._show()
        return True

    def _seconds_to_wait(self) -> float | None:
        """Seconds until the next try after an error, or until the clock runs out; None for ever."""
        if self._failures:
            return float(RETRY * 2 ** min(self._failures - 1, 3))
        left = self.session.seconds_left
        return None if left is None else left + 0.01

    def _handle_events(self) -> bool:
        """Handle all events that wait; False if none does. An error leaves the rest for later."""
        set_language(self._language)
        has_handled = False
        while self.session.handle_next():
            has_handled = True
        return has_handled

    def _report_error(self, error: Exception) -> None:
        """Log an error, with a traceback if it is unexpected, and tell everybody about it."""
        is_expected = isinstance(error, PalamedesError)
        if is_expected and self._is_closing and self.is_saved:
            return  # an engine was told to stop
        reason, trace = (error, None) if is_expected else ("unexpected error", error)
        log.error("game %s: %s", self.stored.id, reason, exc_info=trace)
        self.broadcast(ErrorMessage.about(error))

    def _show(self) -> None:
        """Show the scene to all listeners."""
        if not self._audience:
            return
        try:
            self._audience.show(self.session.scene(), self.stored)
        except Exception as error:
            self._report_error(error)

    @property
    def is_saved(self) -> bool:
        """Whether the database has all moves and the result."""
        return SavedVersion.of(self.stored.match) == self._saved

    async def _save(self) -> None:
        """Save all changes, including those that happen while the database writes."""
        while not self.is_saved:
            before, after = self._saved, SavedVersion.of(self.stored.match)
            await self._resources.save(self._under_lease(changes_since(self.stored, before)))
            self._forgive_unsaved()
            self._saved = after
            if before.result is None and after.result is not None:
                await self._resources.announce_end(self.stored)

    def _forgive_unsaved(self) -> None:
        """A move is not shown before it is saved: until then it costs the opponent no time."""
        if len(self.stored.match.turns) > len(self._saved.moves):
            self.session.charge_at_most(0.0)
            self._first_sight.begin()

    def _under_lease(self, changes: GameChanges) -> GameChanges:
        if self._lease is None:
            return changes
        clock = self._clock_to_store()
        self._runs_in_database = clock is not None and clock.left is not None
        return changes._replace(lease=self._lease, clock=clock)

    async def _note_clock(self) -> None:
        """Tell the process after this one if the clock has begun to run, or to stand still."""
        if self._lease is None or self.session.control is None:
            return
        clock = self._clock_to_store()
        runs = clock is not None and clock.left is not None
        if runs != self._runs_in_database:
            self._runs_in_database = runs
            await self._resources.note_clock(self.stored.id, self._lease, clock)

    def _clock_to_store(self) -> StoredClock | None:
        clock = self.clock
        return None if clock is None else StoredClock(self.stored.id, clock.spent, clock.left)

    async def give_up(self) -> None:
        """Another process may have the game: save nothing more."""
        self.is_outdated = True
        self._woken.set()
        await self.disconnect_all("", TRY_LATER)

    async def close(self) -> None:
        """Save the game, and end."""
        self._is_closing = True
        self._woken.set()
        await asyncio.wait([self._task], timeout=CLOSE_TIMEOUT)
        self._task.cancel()
        await self._loop.run_in_executor(None, self.session.close)
