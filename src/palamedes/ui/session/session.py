"""One game at one screen: play, and what people ask for beside it."""

from collections.abc import Callable

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.search.analysis import Analysis
from palamedes.search.review import worth_of
from palamedes.ui.session.advice import GLANCE, hint_sentence
from palamedes.ui.session.play import Play
from palamedes.ui.session.scene import Offer

EARLY = 10  # moves before which no engine thinks that the game is played


class Session(Play):
    """Everything a front end offers: moves, takebacks, resignation, draws, advice."""

    # Back and forth

    def undo(self, by: int | None = None) -> None:
        """Take moves back until it is a person's turn again.

        Where people play from two places, the other one has to agree, and it is the turn of the
        asker afterwards. `by` is who asks: if it is not said, the one who sits here.
        """
        if not self.match.turns and self.match.verdict is None:
            raise PalamedesError(_("there is no move to take back"))
        if any(seat.remote for seat in self.seats):
            self._ask(Offer("undo", 1 - int(self.seats[1].remote) if by is None else by))
        else:
            self._take_back(self._is_for_engine)

    def _take_back(self, is_enough_missing: Callable[[], bool]) -> None:
        """Take a move back, and more as long as that is not enough."""
        self.match.undo()
        while is_enough_missing() and self.match.turns:
            self.match.undo()
        self._clock.reset()
        self._stand_still()
        self._begin_turn()

    def redo(self) -> None:
        """Make the moves taken back again, until it is a person's turn."""
        if any(seat.remote for seat in self.seats):
            raise PalamedesError(_("who sits elsewhere makes his moves himself"))
        self.match.redo()
        while self._is_for_engine() and self.match.can_redo:
            self.match.redo()
        self._clock.reset()
        self._stand_still()
        self._begin_turn()

    def _is_for_engine(self) -> bool:
        """Whether a person waits while an engine is to move."""
        people = [seat.is_person for seat in self.seats]
        return any(people) and not people[self.match.position.turn]

    def _stand_still(self) -> None:
        """Where no person plays, going back would be undone at once by the next move."""
        if not any(seat.is_person for seat in self.seats):
            self.pause()

    # Ends

    def resign(self, by: int | None = None) -> None:
        """Give the game up, for the person who plays or the player to move."""
        self._end(1 - self.speaker(by), "resignation")

    def offer_draw(self, by: int | None = None) -> None:
        """Ask the other player for a draw: a person is to `answer`, an engine does so itself."""
        by = self.speaker(by)
        self._ask(Offer("draw", by))
        if not self.seats[1 - by].is_person:
            self._umpire.look(self.match, GLANCE, 1, self._answer_of_engine)

    def _ask(self, offer: Offer) -> None:
        """Ask the other player for something; what was answered before is no longer of interest."""
        self._offer = offer
        self._say("")

    def answer(self, agrees: bool) -> None:
        """The answer of the player who was asked for something."""
        if self._offer is None:
            raise PalamedesError(_("nobody has asked for anything"))
        offer, self._offer = self._offer, None
        self._say("")
        if not agrees:
            self._say(_("The other player does not agree."), offer.by)
        elif offer.kind == "draw":
            self._end(None, "agreement")
        else:
            self._take_back(lambda: self.match.position.turn != offer.by)

    def _answer_of_engine(self, analysis: Analysis) -> None:
        """An engine agrees on a draw where it can expect no more, and has tried or knows it."""
        if self._offer is not None:
            worth = worth_of(self.match, analysis)
            is_early = len(self.match.turns) < EARLY and not worth.is_true
            self.answer(not is_early and worth.of(1 - self._offer.by) <= 0.5)

    def speaker(self, by: int | None = None) -> int:
        """Who wants to end the game: the only person, or the player to move."""
        if self.match.result is not None:
            raise PalamedesError(_("the game is over"))
        people = [player for player in (0, 1) if self.seats[player].is_person]
        if not people:
            raise PalamedesError(_("no person plays here"))
        if by is not None:
            return by
        return people[0] if len(people) == 1 else self.match.position.turn

    # Advice

    def hint(self) -> None:
        """Ask for advice: the first time where to begin, the second time for the move."""
        self._check_touch()
        if self._adviser.ask(self.match, self._advised):
            self._say(_("Looking for a good move..."), self.match.position.turn)

    def _advised(self, path: tuple[str, ...]) -> None:
        """A move that is begun goes on if the hint begins so too."""
        if path[: len(self._hand.path)] != self._hand.path:
            self._hand.let_go()
        hint = self._adviser.advise(self.match.position, self._hand.path)
        self._say(hint_sentence(hint), self.match.position.turn)

    def forget_hint(self) -> None:
        """Nobody wants advice any more."""
        self._adviser.forget()
        self._say("")

    def gauge(self, wanted: bool) -> None:
        """Begin or end to say what every position is worth."""
        self._gauge.is_wanted = wanted
        self._gauge.measure(self.match)
