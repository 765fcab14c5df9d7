"""A match being played at one screen: touches, moves, engines, time.

A session has one owner, the thread of its front end. Touches may come from anywhere and wait in a
queue; answers of engines, which think in the background, wait in the same queue. Nothing changes
but by `step` and `wait`, which handle one of them at a time, and by the owner's other calls: what
is shown and what is so can never part.
"""

from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue

from palamedes.core.errors import PalamedesError
from palamedes.core.history import Reason
from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.players import FREE, Allowance, Choice, Player, PlayerError, best_engine
from palamedes.ui.session.advice import Adviser, EngineFor, Gauge, Observer
from palamedes.ui.session.autosave import Autosave
from palamedes.ui.session.background import BackgroundTask, Event, nothing
from palamedes.ui.session.clock import SessionClock, TimeControl
from palamedes.ui.session.hand import Hand
from palamedes.ui.session.scene import Offer, Scene, begun, board_at
from palamedes.ui.session.seats import PEOPLE, Seats
from palamedes.ui.texts.games import player_name


class Play:
    """A match and those who play it.

    All calls but `touch` are for the owner, and raise PalamedesError where they make no sense.
    """

    def __init__(
        self,
        match: Match,
        seats: Seats = PEOPLE,
        control: TimeControl | None = None,
        autosave: Autosave | None = None,
        notify: Event = nothing,
        engine_for: EngineFor = best_engine,
    ) -> None:
        """`notify` is called, from any thread, when there is something for `step` to handle."""
        self.seats = seats
        self._autosave = autosave
        self._notify = notify
        self._queue: SimpleQueue[Event] = SimpleQueue()
        self._mover = BackgroundTask(self._post)
        self._adviser = Adviser(self._post, engine_for)
        self._gauge = Gauge(self._post, engine_for)
        self._umpire = Observer(self._post, engine_for)  # answers offers for engines
        self._hand = Hand()
        self._clock = SessionClock()
        self._shown = 0
        self._message, self._message_number = "", 0
        self._message_for: int | None = None
        self._is_kept = False
        self._offer: Offer | None = None
        self._prepared: set[Player] = set()
        self._put(match, seats, control)

    # What there is to see

    def scene(self) -> Scene:
        """The moment."""
        match, turn, touched = self.match, self.match.position.turn, self._hand.path
        board = board_at(match, self._shown)
        return Scene(
            board=begun(board, match.position, touched) if touched else board,
            names=(player_name(match.players, 0), player_name(match.players, 1)),
            turn=turn,
            phase=match.game.view.phase(match.position.state, turn, touched),
            touched=touched,
            open=frozenset() if self._why_not() else frozenset(match.position.next_spots(touched)),
            ply=self._shown,
            plies=len(match.turns),
            result=match.result,
            thinking=turn if self._mover.is_wanted else None,
            paused=self._clock.is_paused,
            message=self._message,
            message_number=self._message_number,
            message_for=self._message_for,
            hint=self._adviser.hint,
            worth=self._gauge.worth if self._shown == len(match.turns) else None,
            measuring=self._gauge.is_looking,
            offer=self._offer,
            clocks=self._clock.left(match),
            can_undo=bool(match.turns) or match.verdict is not None,
            can_redo=match.can_redo,
        )

    @property
    def is_thinking(self) -> bool:
        """Whether an engine thinks about its move."""
        return self._mover.is_wanted

    def look(self, ply: int) -> None:
        """Show the position after so many moves; the match itself is not changed."""
        self._shown = max(0, min(ply, len(self.match.turns)))
        self.let_go()

    # Events, one at a time

    def touch(self, spot: str) -> None:
        """Touch a spot, from any thread: it is heard in its turn."""
        self._post(partial(self._touch, spot))

    def _post(self, event: Event) -> None:
        self._queue.put(event)
        self._notify()

    def step(self) -> bool:
        """Handle the next touch or answer that waits; False if there is none."""
        return self.wait(0.0)

    def wait(self, seconds: float | None = None) -> bool:
        """Handle the next touch or answer, for which this waits; False if none has come."""
        self._look_at_clock()
        for thinker in (self._mover, self._adviser, self._gauge, self._umpire):
            thinker.nag()
        try:
            event = self._queue.get(block=seconds != 0.0, timeout=seconds or None)
        except Empty:
            return False
        event()
        return True

    def _touch(self, spot: str) -> None:
        try:
            self._check_touch()
            code = self._hand.touch(self.match.position, spot)
        except PalamedesError as error:
            self._say(str(error), self.match.position.turn)
        else:
            self._say("")
            if code is not None:
                self._make(code)

    def _check_touch(self) -> None:
        if complaint := self._why_not():
            raise PalamedesError(complaint)

    def _say(self, message: str, to: int | None = None) -> None:
        """Answer what was done, by a player perhaps; the same answer again has another number."""
        self._message, self._message_for = message, to
        self._message_number += bool(message)

    def _why_not(self) -> str:
        """Why no person can move now, if none can."""
        if self._shown != len(self.match.turns):
            return _("this is an earlier position: go to the last one to play on")
        if self.match.result is not None:
            return _("the game is over")
        if self._clock.is_paused:
            return _("the game is paused")
        if not self.seats[self.match.position.turn].is_person:
            return _("it is not your turn")
        return ""

    # Moves

    def move(self, typed: str) -> None:
        """Make the move that a person has typed, in any notation the game accepts."""
        code = self.match.position.move_code(typed)
        self._check_touch()
        self._make(code)

    def let_go(self) -> None:
        """Give up the move that is begun."""
        self._hand.let_go()
        self._say("")

    def _make(self, code: int, thought: Thought | None = None) -> None:
        self.match.play(code, round(self._clock.running(self.match), 3), thought)
        self._say("")
        self._clock.reset()
        self._begin_turn()

    def _begin_turn(self) -> None:
        """After every change of the match: forget what was about the position before it."""
        self._mover.cancel()
        self._umpire.leave()
        self._adviser.forget()
        self._hand.let_go()
        self._offer = None
        self._shown = len(self.match.turns)
        self._keep()
        self._gauge.measure(self.match)
        self._go()

    def _go(self) -> None:
        """Let whoever is to move think, if it is not a person."""
        player = self.seats[self.match.position.turn].player
        if player is not None and self.match.result is None and not self._clock.is_paused:
            self._let_think(player)

    # Engines

    def move_now(self) -> None:
        """Make the engine that thinks move at once."""
        self._mover.hurry()

    def _let_think(self, player: Player) -> None:
        turn, match, allowance = self.match.position.turn, self.match.copy(), self._allowance()

        def choose() -> Choice:
            if player not in self._prepared:
                player.prepare(match, turn)
                self._prepared.add(player)
            return player.choose(match, allowance)

        self._mover.start(choose, player.stop, self._chosen, self._failed)

    def _allowance(self) -> Allowance:
        control = self._clock.control
        if control is None:
            return FREE
        return Allowance(left=self._clock.left(self.match), increment=control.increment)

    def _chosen(self, choice: Choice) -> None:
        seen = choice.analysis
        thought = Thought(seen.depth, seen.nodes, seen.best.score) if seen else None
        self._make(choice.code, thought)

    def _failed(self, error: BaseException) -> None:
        """An engine has lost by its behaviour. Anything but a PlayerError is a mistake of ours."""
        if not isinstance(error, PlayerError):
            raise error
        self._end(1 - self.match.position.turn, error.reason, error.detail)

    # Time

    @property
    def control(self) -> TimeControl | None:
        """How much time there is, None for as much as everybody wants."""
        return self._clock.control

    @property
    def seconds_left(self) -> float | None:
        """Until the player to move has no time left; None if no clock runs."""
        left = self._clock.left(self.match) if self._clock.is_running(self.match) else None
        return None if left is None else left[self.match.position.turn]

    def ready(self) -> None:
        """The board can be seen: from now on time counts."""
        self._clock.ready()

    def _look_at_clock(self) -> None:
        if self._clock.has_run_out(self.match):
            self._end(1 - self.match.position.turn, "timeout")

    def pause(self) -> None:
        """Stop the clock and all thinking."""
        if self.match.result is None and not self._clock.is_paused:
            self._clock.stop(self.match)
            self._clock.is_paused = True
            self._mover.cancel()
            self.let_go()

    def go_on(self) -> None:
        """End a pause."""
        if self._clock.is_paused:
            self._clock.go_on()
            self._say("")
            self._go()

    def _end(self, winner: int | None, reason: Reason, detail: str = "") -> None:
        self._clock.stop(self.match)
        self.match.end(winner, reason, detail)
        self._clock.is_paused = False
        self._say(detail)
        self._begin_turn()

    # Matches, seats and files

    def begin(self, match: Match, seats: Seats, control: TimeControl | None = None) -> None:
        """Put another match on the board; under a clock, only moves from now on take time."""
        made = len(match.turns)
        self._put(match, seats, None if control is None else replace(control, since=made))

    def _put(self, match: Match, seats: Seats, control: TimeControl | None) -> None:
        self.match, self._clock.control = match, control
        self._clock.is_paused = False
        self._say("")
        self._clock.reset()
        self._seat(seats)

    def reseat(self, seats: Seats) -> None:
        """Let others play on from where the match stands, or the same with sides changed."""
        if self.match.result is not None:
            raise PalamedesError(_("the game is over"))
        self._seat(seats)

    def _seat(self, seats: Seats) -> None:
        self._mover.cancel()
        staying = [seat.player for seat in seats]
        for seat in self.seats:
            if seat.player is not None and seat.player not in staying:
                seat.player.close()
        self.seats = seats
        self.match.players = (seats[0].title, seats[1].title)
        self._prepared.clear()
        self._begin_turn()

    @property
    def is_kept(self) -> bool:
        """Whether the game as it stands would be offered again after a crash."""
        return self._is_kept

    def _keep(self) -> None:
        if self._autosave is None:
            return
        try:
            self._autosave.keep(self.match, self.seats, self.control)
            self._is_kept = True
        except OSError as error:
            self._is_kept = False
            text = _("The game cannot be kept: {reason}")
            self._say(text.format(reason=error.strerror or error))

    def close(self, keep: bool = False) -> None:
        """End the session. With `keep`, a game that has begun and goes on is offered again."""
        for thinker in (self._mover, self._adviser, self._gauge, self._umpire):
            thinker.close()
        for seat in self.seats:
            if seat.player is not None:
                seat.player.close()
        if self._autosave is not None:
            is_open = bool(self.match.turns) and self.match.result is None
            self._autosave.close(keep and is_open)
            self._autosave = None
