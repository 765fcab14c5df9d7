"""A match being played on one screen: everything a front end shows and asks for.

A session has one owner, the thread of its front end. Touches may come from any thread and wait in
a queue; the moves of engines, which think in the background, wait in the same queue. The session
changes only in `handle` and `handle_next`, which take one event from the queue, and in the owner's
other calls. So the screen always matches the session.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial

from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import Reason
from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.players import PlayerError, best_engine
from palamedes.ui.session.advice import Adviser, EngineFor, Evaluator
from palamedes.ui.session.autosave import Autosave
from palamedes.ui.session.background import Event, nothing
from palamedes.ui.session.clock import SessionClock, TimeControl
from palamedes.ui.session.display import Display
from palamedes.ui.session.engine_turn import EngineTurn
from palamedes.ui.session.events import EventQueue
from palamedes.ui.session.offers import DECLINED, Offers
from palamedes.ui.session.scene import Offer, Scene
from palamedes.ui.session.seats import (
    PEOPLE,
    Seats,
    are_remote,
    close_players,
    engine_to_move,
    person_at,
)


class Session:
    """A match, the players at its two seats, their time, offers and advice.

    Only the owner may call the methods, except `touch`. They raise PalamedesError if what they
    ask for is not possible now.
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
        """`notify` is called, from any thread, when an event waits to be handled."""
        self.seats = seats
        self._autosave = autosave
        self.is_saved = False  # whether the game as it stands is offered again after a crash
        self._events = EventQueue(notify)
        self._engine_turn = EngineTurn(self._events.post, self._play, self._forfeit)
        self._adviser = Adviser(self._events.post, engine_for)
        self._evaluator = Evaluator(self._events.post, engine_for)
        self._offers = Offers(self._events.post, engine_for)
        self._background = (self._engine_turn, self._adviser, self._evaluator, self._offers)
        self._clock = SessionClock()
        self._display = Display()
        self._is_step = False  # whether to pause after the next move
        self._put(match, seats, control)

    # The screen

    def scene(self) -> Scene:
        """Everything to show now."""
        return self._display.scene(
            self.match,
            self.seats,
            self._clock,
            self._engine_turn,
            self._adviser,
            self._evaluator,
            self.offer,
        )

    @property
    def is_thinking(self) -> bool:
        """Whether an engine is thinking about its move."""
        return self._engine_turn.is_thinking

    @property
    def offer(self) -> Offer | None:
        """The draw offer or takeback request that waits for an answer."""
        return self._offers.pending

    def look(self, ply: int) -> None:
        """Show the position after `ply` moves; the match itself does not change."""
        self._display.look(self.match, ply)
        self._display.say("")

    # Events, one at a time

    def touch(self, spot: str) -> None:
        """Touch a spot, from any thread; the touch waits in the queue."""
        self._events.post(partial(self._touch, spot))

    def handle_next(self) -> bool:
        """Handle the next event; False if none waits."""
        return self.handle(0.0)

    def handle(self, seconds: float | None = None) -> bool:
        """Wait for the next event, at most `seconds`, and handle it; False if none came."""
        if self._clock.has_run_out(self.match):
            self._end(1 - self.match.position.turn, "timeout")
        for task in self._background:
            task.stop_again()
        return self._events.handle(seconds)

    def _touch(self, spot: str) -> None:
        try:
            self._check_can_move()
            code = self._display.hand.touch(self.match.position, spot)
        except PalamedesError as error:
            self._display.say(str(error), self.match.position.turn, is_refusal=True)
        else:
            self._display.say("")
            if code is not None:
                self._play(code)

    def _check_can_move(self) -> None:
        if reason := self._display.why_not_move(self.match, self.seats, self._clock):
            raise PalamedesError(reason)

    # Moves

    def move(self, typed: str) -> None:
        """Make a move that a person has typed, in any notation the game accepts."""
        code = self.match.position.move_code(typed)
        self._check_can_move()
        self._play(code)

    def let_go(self) -> None:
        """Forget the spots touched so far."""
        self._display.hand.let_go()
        self._display.say("")

    def _play(self, code: int, thought: Thought | None = None) -> None:
        self.match.play(code, round(self._clock.running(self.match), 3), thought)
        self._display.say("")
        self._clock.reset()
        if self._is_step:
            self.pause()
        self._begin_turn()

    def _begin_turn(self) -> None:
        """After every change of the match: drop what was about the position before it."""
        self._engine_turn.cancel()
        self._offers.forget()
        self._adviser.forget()
        self._display.look(self.match, len(self.match.turns))
        self._save()
        self._evaluator.evaluate(self.match)
        self._engine_turn.start(self.match, self.seats, self._clock)

    # Engines

    @property
    def pace(self) -> float:
        """Seconds for which people see the position before an engine's answer comes.

        They cost the engine no time on its clock. The pause begins with `ready`.
        """
        return self._engine_turn.pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._engine_turn.pace = seconds

    def prepare(self) -> None:
        """Get the engines ready in the background, so that their first moves come at once."""
        self._engine_turn.prepare(self.match, self.seats)

    def step(self) -> None:
        """Let the engine to move make one move, and pause again."""
        if self.match.result is not None:
            raise PalamedesError(_("The game is over."))
        if self.seats[self.match.position.turn].is_person:
            raise PalamedesError(_("It is not the computer's turn."))
        self.resume()
        self._engine_turn.skip_pause()
        self._is_step = True

    def restart_engine(self) -> None:
        """If it is an engine's turn but an error has stopped it, let it think again."""
        if not self.is_thinking:
            self._engine_turn.start(self.match, self.seats, self._clock)

    def move_now(self) -> None:
        """Make the engine that thinks move at once."""
        self._engine_turn.hurry()

    def _forfeit(self, error: PlayerError) -> None:
        self._end(1 - self.match.position.turn, error.reason, error.detail)

    # Undo and redo

    def undo(self, by: int | None = None) -> None:
        """Take moves back until it is a person's turn again.

        Between two people on two screens this asks the opponent; if they agree, it is then the
        turn of the player who asked: `by`, or else the one at this screen.
        """
        if not self.match.turns and self.match.verdict is None:
            raise PalamedesError(_("There is no move to undo."))
        if are_remote(self.seats):
            self._make_offer(Offer("undo", 1 - int(self.seats[1].remote) if by is None else by))
        else:
            self._take_back(lambda: engine_to_move(self.match, self.seats))

    def redo(self) -> None:
        """Make the moves taken back again, until it is a person's turn."""
        if are_remote(self.seats):
            raise PalamedesError(_("You can't redo moves in an online game."))
        player, spent = self.match.position.turn, self._clock.running(self.match)
        self.match.redo()
        while engine_to_move(self.match, self.seats) and self.match.can_redo:
            self.match.redo()
        self._continue_from_here(player, spent)

    def _take_back(self, is_more_needed: Callable[[], bool]) -> None:
        """Take one move back, and more while more are needed."""
        player, spent = self.match.position.turn, self._clock.running(self.match)
        self.match.undo()
        while is_more_needed() and self.match.turns:
            self.match.undo()
        self._continue_from_here(player, spent)

    def _continue_from_here(self, player: int, spent: float) -> None:
        """The match goes on elsewhere; `player` was to move and has spent some seconds on that.

        Only the time of the moves taken back comes back, so these seconds stay spent.
        """
        self._display.say("")
        self._clock.reset(spent if player == self.match.position.turn else 0.0)
        if self._clock.has_run_out(self.match):
            self._clock.reset()  # a loss on time is taken back to play on
        if not any(seat.is_person for seat in self.seats):
            self.pause()  # or the next engine move would undo the takeback at once
        self._begin_turn()

    # Offers and ends

    def resign(self, by: int | None = None) -> None:
        """Resign, for the person who plays or the player to move."""
        self._end(1 - self.speaker(by), "resignation")

    def offer_draw(self, by: int | None = None) -> None:
        """Offer a draw. A person is to `answer`; an engine answers by itself."""
        by = self.speaker(by)
        if self.offer == Offer("draw", 1 - by):  # both want it
            self.answer(True)
            return
        self._make_offer(Offer("draw", by))
        if not self.seats[1 - by].is_person:
            self._offers.ask_engine(self.match, self.answer)

    def _make_offer(self, offer: Offer) -> None:
        self._offers.make(offer)
        self._display.say("")

    def answer(self, agrees: bool) -> None:
        """Accept or decline the pending offer, for the player who was asked."""
        offer = self._offers.take()
        self._display.say("")
        if not agrees:
            self._display.say(_(DECLINED[offer.kind]), offer.by)
        elif offer.kind == "draw":
            self._end(None, "agreement")
        else:
            self._take_back(lambda: self.match.position.turn != offer.by)

    def speaker(self, by: int | None = None) -> int:
        """The player who wants to end the game: the only person, or the player to move."""
        if self.match.result is not None:
            raise PalamedesError(_("The game is over."))
        person = person_at(self.seats, self.match.position.turn)
        return person if by is None else by

    def end_abandoned(self, by: int) -> None:
        """End the game that the opponent has left; until both have moved, nobody wins."""
        self._end(self.speaker(by) if len(self.match.turns) > 1 else None, "abandonment")

    def _end(self, winner: int | None, reason: Reason, detail: str = "") -> None:
        self._clock.stop(self.match)
        self.match.end(winner, reason, detail)
        self._clock.is_paused = False
        self._display.say(detail)
        self._begin_turn()

    # Time

    @property
    def control(self) -> TimeControl | None:
        """The time control; None without a clock."""
        return self._clock.control

    @property
    def seconds_left(self) -> float | None:
        """Until the player to move runs out of time; None if no clock runs."""
        return self._clock.seconds_left(self.match)

    @property
    def seconds_spent(self) -> float:
        """On the move to come."""
        return self._clock.running(self.match)

    def charge_at_most(self, seconds: float) -> None:
        """The person to move could see the board for no longer than some seconds until now."""
        clock, is_person = self._clock, self.seats[self.match.position.turn].is_person
        if is_person and clock.is_running(self.match) and clock.running(self.match) > seconds:
            clock.reset(seconds)

    def charged_at_most(self, seconds: float) -> AbstractContextManager[None]:
        """The same for whoever moves inside this block, and for nothing else."""
        return self._clock.at_most(seconds)

    def ready(self, spent: float = 0.0) -> None:
        """The board can be seen as it stands: from now on the clock runs.

        The move to come has already taken `spent` seconds. If an engine is to answer, its pause
        begins.
        """
        self._clock.ready(spent)
        self._engine_turn.seen()

    def pause(self) -> None:
        """Stop the clock and the engine that thinks."""
        if self.match.result is None and not self._clock.is_paused:
            self._clock.stop(self.match)
            self._clock.is_paused = True
            self._engine_turn.cancel()
            self.let_go()
        self._is_step = False

    def resume(self) -> None:
        """End a pause."""
        if self._clock.is_paused:
            self._clock.resume()
            self._display.say("")
            self._engine_turn.start(self.match, self.seats, self._clock)

    # Advice

    def hint(self) -> None:
        """Ask for a hint: the first time where to look, the second time for the move."""
        self._check_can_move()
        say = partial(self._display.say, to=self.match.position.turn)
        self._adviser.ask(self.match, self._display.hand, say)

    def forget_hint(self) -> None:
        """Remove the hint."""
        self._adviser.forget()
        self._display.say("")

    def gauge(self, wanted: bool) -> None:
        """Start or stop evaluating every position."""
        self._evaluator.is_wanted = wanted
        self._evaluator.evaluate(self.match)

    # Matches, seats and files

    def begin(self, match: Match, seats: Seats, control: TimeControl | None = None) -> None:
        """Start or continue another match; only moves from now on take time from the clock."""
        made = len(match.turns)
        self._put(match, seats, None if control is None else replace(control, since=made))

    def _put(self, match: Match, seats: Seats, control: TimeControl | None) -> None:
        self.match, self._clock.control = match, control
        self._clock.is_paused = self._is_step = False
        self._display.say("")
        self._clock.reset()
        self._seat(seats)

    def reseat(self, seats: Seats) -> None:
        """Let other players continue the match, or the same ones with sides swapped."""
        if self.match.result is not None:
            raise PalamedesError(_("The game is over."))
        self.match.counts = self.match.counts and not self.match.turns
        self._seat(seats)

    def _seat(self, seats: Seats) -> None:
        self._engine_turn.change_seats(self.seats, seats)
        self.seats = seats
        self.match.players = (seats[0].title, seats[1].title)
        self._begin_turn()

    def _save(self) -> None:
        if self._autosave is None:
            return
        try:
            self._autosave.save(self.match, self.seats, self.control)
            self.is_saved = True
        except OSError as error:
            self.is_saved = False
            text = _("Autosave failed: {reason}")
            self._display.say(text.format(reason=error.strerror or error), is_refusal=True)

    def close(self, keep: bool = False) -> None:
        """End the session. With `keep`, a game in progress is offered again at the next start."""
        for task in self._background:
            task.close()
        close_players(self.seats)
        if self._autosave is not None:
            is_open = bool(self.match.turns) and self.match.result is None
            self._autosave.close(keep and is_open)
            self._autosave = None
