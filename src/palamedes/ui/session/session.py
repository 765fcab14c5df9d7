"""A match being played at one screen: everything a front end shows and asks for.

A session has one owner, the thread of its front end. Touches may come from any thread and wait in
a queue; the moves of engines, which think in the background, wait in the same queue. The session
changes only in `handle` and `handle_next`, which take one event from the queue, and in the owner's
other calls. So what is shown can never differ from what is.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue

from palamedes.core.errors import PalamedesError
from palamedes.core.history import Reason
from palamedes.core.language import N_, _
from palamedes.core.match import Match, Thought
from palamedes.players import FREE, Allowance, Choice, PlayerError, best_engine
from palamedes.ui.session.advice import Adviser, EngineFor, Gauge, hint_sentence
from palamedes.ui.session.autosave import Autosave
from palamedes.ui.session.background import Event, nothing
from palamedes.ui.session.clock import SessionClock, TimeControl
from palamedes.ui.session.engine_turn import EngineTurn
from palamedes.ui.session.hand import Hand
from palamedes.ui.session.offers import Offers
from palamedes.ui.session.scene import Offer, Scene, board_at, board_during_move
from palamedes.ui.session.seats import PEOPLE, Seats
from palamedes.ui.texts.games import player_name

DECLINED = {
    "draw": N_("Your draw offer was declined."),
    "undo": N_("Your takeback request was declined."),
}


class Session:
    """A match, the players at its two seats, their time, offers and advice.

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
        """`notify` is called, from any thread, when an event waits to be handled."""
        self.seats = seats
        self._autosave = autosave
        self._is_saved = False
        self._notify = notify
        self._queue: SimpleQueue[Event] = SimpleQueue()
        self._engine_turn = EngineTurn(self._post)
        self._adviser = Adviser(self._post, engine_for)
        self._gauge = Gauge(self._post, engine_for)
        self._offers = Offers(self._post, engine_for)
        self._background = (self._engine_turn, self._adviser, self._gauge, self._offers)
        self._hand = Hand()
        self._clock = SessionClock()
        self._shown = 0  # the number of moves before the position that is shown
        self._message, self._message_number = "", 0
        self._message_for: int | None = None
        self._put(match, seats, control)

    # What there is to see

    def scene(self) -> Scene:
        """The session as it is now."""
        match, turn, touched = self.match, self.match.position.turn, self._hand.path
        board = board_at(match, self._shown)
        can_move = not self._why_not()
        return Scene(
            board=board_during_move(board, match.position, touched) if touched else board,
            names=(player_name(match.players, 0), player_name(match.players, 1)),
            turn=turn,
            phase=match.game.view.phase(match.position.state, turn, touched),
            touched=touched,
            open=frozenset(match.position.next_spots(touched) if can_move else ()),
            ply=self._shown,
            plies=len(match.turns),
            result=match.result,
            thinking=turn if self.is_thinking else None,
            paused=self._clock.is_paused,
            message=self._message,
            message_number=self._message_number,
            message_for=self._message_for,
            hint=self._adviser.hint,
            worth=self._gauge.worth if self._shown == len(match.turns) else None,
            measuring=self._gauge.is_looking,
            offer=self.offer,
            clocks=self._clock.left(match),
            can_undo=bool(match.turns) or match.verdict is not None,
            can_redo=match.can_redo,
        )

    @property
    def is_thinking(self) -> bool:
        """Whether an engine thinks about its move."""
        return self._engine_turn.is_thinking

    @property
    def offer(self) -> Offer | None:
        """The draw offer or takeback request that waits for an answer."""
        return self._offers.pending

    def look(self, ply: int) -> None:
        """Show the position after `ply` moves; the match itself does not change."""
        self._shown = max(0, min(ply, len(self.match.turns)))
        self.let_go()

    # Events, one at a time

    def touch(self, spot: str) -> None:
        """Touch a spot, from any thread: the touch is handled in its turn."""
        self._post(partial(self._touch, spot))

    def _post(self, event: Event) -> None:
        self._queue.put(event)
        self._notify()

    def handle_next(self) -> bool:
        """Handle the next event that waits; False if none does."""
        return self.handle(0.0)

    def handle(self, seconds: float | None = None) -> bool:
        """Wait for the next event, at most `seconds`, and handle it; False if none came."""
        self._check_clock()
        for task in self._background:
            task.nag()
        try:
            event = self._queue.get(block=seconds != 0.0, timeout=seconds or None)
        except Empty:
            return False
        event()
        return True

    def _touch(self, spot: str) -> None:
        try:
            self._check_can_move()
            code = self._hand.touch(self.match.position, spot)
        except PalamedesError as error:
            self._say(str(error), self.match.position.turn)
        else:
            self._say("")
            if code is not None:
                self._play(code)

    def _check_can_move(self) -> None:
        if reason := self._why_not():
            raise PalamedesError(reason)

    def _why_not(self) -> str:
        """Why no person can move now; empty if one can."""
        if self._shown != len(self.match.turns):
            return _("This is an earlier position. Go to the last move to play.")
        if self.match.result is not None:
            return _("The game is over.")
        if self._clock.is_paused:
            return _("The game is paused.")
        if not self.seats[self.match.position.turn].is_person:
            return _("It is not your turn.")
        return ""

    def _say(self, message: str, to: int | None = None) -> None:
        """Show a message, to one player or to all. The same message again has another number."""
        self._message, self._message_for = message, to
        self._message_number += bool(message)

    # Moves

    def move(self, typed: str) -> None:
        """Make the move that a person has typed, in any notation the game accepts."""
        code = self.match.position.move_code(typed)
        self._check_can_move()
        self._play(code)

    def let_go(self) -> None:
        """Forget the spots touched so far."""
        self._hand.let_go()
        self._say("")

    def _play(self, code: int, thought: Thought | None = None) -> None:
        self.match.play(code, round(self._clock.running(self.match), 3), thought)
        self._say("")
        self._clock.reset()
        self._begin_turn()

    def _begin_turn(self) -> None:
        """After every change of the match: forget what was about the position before it."""
        self._engine_turn.cancel()
        self._offers.forget()
        self._adviser.forget()
        self._hand.let_go()
        self._shown = len(self.match.turns)
        self._save()
        self._gauge.measure(self.match)
        self._start_engine()

    def _start_engine(self) -> None:
        """Let the engine whose turn it is think, if it is one's turn."""
        player = self.seats[self.match.position.turn].player
        if player is not None and self.match.result is None and not self._clock.is_paused:
            allowance = self._allowance()
            self._engine_turn.start(player, self.match, allowance, self._chosen, self._failed)

    def move_now(self) -> None:
        """Make the engine that thinks move at once."""
        self._engine_turn.hurry()

    def _allowance(self) -> Allowance:
        control = self._clock.control
        if control is None:
            return FREE
        return Allowance(left=self._clock.left(self.match), increment=control.increment)

    def _chosen(self, choice: Choice) -> None:
        seen = choice.analysis
        thought = Thought(seen.depth, seen.nodes, seen.best.score) if seen else None
        self._play(choice.code, thought)

    def _failed(self, error: BaseException) -> None:
        """A player forfeits by a PlayerError. Any other error is a mistake of ours."""
        if not isinstance(error, PlayerError):
            raise error
        self._end(1 - self.match.position.turn, error.reason, error.detail)

    # Back and forth

    def undo(self, by: int | None = None) -> None:
        """Take moves back until it is a person's turn again.

        Between two people at two screens this asks the other one; once they agree, it is the
        turn of the player who asked: `by`, or else the one at this screen.
        """
        if not self.match.turns and self.match.verdict is None:
            raise PalamedesError(_("There is no move to undo."))
        if self._is_remote:
            self._make_offer(Offer("undo", 1 - int(self.seats[1].remote) if by is None else by))
        else:
            self._take_back(self._is_for_engine)

    def redo(self) -> None:
        """Make the moves taken back again, until it is a person's turn."""
        if self._is_remote:
            raise PalamedesError(_("You can't redo moves in an online game."))
        self.match.redo()
        while self._is_for_engine() and self.match.can_redo:
            self.match.redo()
        self._go_on_from_here()

    def _take_back(self, is_more_needed: Callable[[], bool]) -> None:
        """Take one move back, and more while more are needed."""
        self.match.undo()
        while is_more_needed() and self.match.turns:
            self.match.undo()
        self._go_on_from_here()

    def _go_on_from_here(self) -> None:
        self._clock.reset()
        if not any(seat.is_person for seat in self.seats):
            self.pause()  # or the next engine move would undo the takeback at once
        self._begin_turn()

    def _is_for_engine(self) -> bool:
        """Whether a person waits while an engine is to move."""
        people = [seat.is_person for seat in self.seats]
        return any(people) and not people[self.match.position.turn]

    @property
    def _is_remote(self) -> bool:
        """Whether somebody plays at another screen."""
        return any(seat.remote for seat in self.seats)

    # Offers and ends

    def resign(self, by: int | None = None) -> None:
        """Resign, for the person who plays or the player to move."""
        self._end(1 - self.speaker(by), "resignation")

    def offer_draw(self, by: int | None = None) -> None:
        """Offer a draw: a person is to `answer`, an engine does so by itself."""
        by = self.speaker(by)
        self._make_offer(Offer("draw", by))
        if not self.seats[1 - by].is_person:
            self._offers.ask_engine(self.match, self.answer)

    def _make_offer(self, offer: Offer) -> None:
        self._offers.make(offer)
        self._say("")

    def answer(self, agrees: bool) -> None:
        """Accept or decline the pending offer, for the player who was asked."""
        offer = self._offers.take()
        self._say("")
        if not agrees:
            self._say(_(DECLINED[offer.kind]), offer.by)
        elif offer.kind == "draw":
            self._end(None, "agreement")
        else:
            self._take_back(lambda: self.match.position.turn != offer.by)

    def speaker(self, by: int | None = None) -> int:
        """The player who wants to end the game: the only person, or the player to move."""
        if self.match.result is not None:
            raise PalamedesError(_("The game is over."))
        people = [player for player in (0, 1) if self.seats[player].is_person]
        if not people:
            raise PalamedesError(_("There is no human player in this game."))
        if by is not None:
            return by
        return people[0] if len(people) == 1 else self.match.position.turn

    def _end(self, winner: int | None, reason: Reason, detail: str = "") -> None:
        self._clock.stop(self.match)
        self.match.end(winner, reason, detail)
        self._clock.is_paused = False
        self._say(detail)
        self._begin_turn()

    # Time

    @property
    def control(self) -> TimeControl | None:
        """The time control; None without a clock."""
        return self._clock.control

    @property
    def seconds_left(self) -> float | None:
        """Until the player to move runs out of time; None if no clock runs."""
        left = self._clock.left(self.match) if self._clock.is_running(self.match) else None
        return None if left is None else left[self.match.position.turn]

    def ready(self) -> None:
        """The board can be seen: from now on the clock runs."""
        self._clock.ready()

    def _check_clock(self) -> None:
        if self._clock.has_run_out(self.match):
            self._end(1 - self.match.position.turn, "timeout")

    def pause(self) -> None:
        """Stop the clock and the engine that thinks."""
        if self.match.result is None and not self._clock.is_paused:
            self._clock.stop(self.match)
            self._clock.is_paused = True
            self._engine_turn.cancel()
            self.let_go()

    def resume(self) -> None:
        """End a pause."""
        if self._clock.is_paused:
            self._clock.resume()
            self._say("")
            self._start_engine()

    # Advice

    def hint(self) -> None:
        """Ask for advice: the first time where to look, the second time for the move."""
        self._check_can_move()
        if self._adviser.ask(self.match, self._advised):
            self._say(_("Looking for a good move..."), self.match.position.turn)

    def _advised(self, path: tuple[str, ...]) -> None:
        """Show a hint. Spots touched so far stay touched if the hint begins with them too."""
        if path[: len(self._hand.path)] != self._hand.path:
            self._hand.let_go()
        hint = self._adviser.advise(self.match.position, self._hand.path)
        self._say(hint_sentence(hint), self.match.position.turn)

    def forget_hint(self) -> None:
        """Show the hint no longer."""
        self._adviser.forget()
        self._say("")

    def gauge(self, wanted: bool) -> None:
        """Start or stop evaluating every position."""
        self._gauge.is_wanted = wanted
        self._gauge.measure(self.match)

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
        """Let others play on from where the match stands, or the same with sides swapped."""
        if self.match.result is not None:
            raise PalamedesError(_("The game is over."))
        self._seat(seats)

    def _seat(self, seats: Seats) -> None:
        self._engine_turn.change_seats(self.seats, seats)
        self.seats = seats
        self.match.players = (seats[0].title, seats[1].title)
        self._begin_turn()

    @property
    def is_saved(self) -> bool:
        """Whether the game as it stands would be offered again after a crash."""
        return self._is_saved

    def _save(self) -> None:
        if self._autosave is None:
            return
        try:
            self._autosave.save(self.match, self.seats, self.control)
            self._is_saved = True
        except OSError as error:
            self._is_saved = False
            text = _("Autosave failed: {reason}")
            self._say(text.format(reason=error.strerror or error))

    def close(self, keep: bool = False) -> None:
        """End the session. With `keep`, a game in progress is offered again at the next start."""
        for task in self._background:
            task.close()
        for seat in self.seats:
            if seat.player is not None:
                seat.player.close()
        if self._autosave is not None:
            is_open = bool(self.match.turns) and self.match.result is None
            self._autosave.close(keep and is_open)
            self._autosave = None
