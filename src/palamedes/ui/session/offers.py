"""Draw offers and takeback requests, and the answers to them."""

from collections.abc import Callable

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _
from palamedes.core.match import Match
from palamedes.search.analysis import Analysis, Limits
from palamedes.search.review import worth_of
from palamedes.ui.session.advice import BackgroundEngine, EngineFor
from palamedes.ui.session.background import Event
from palamedes.ui.session.scene import Offer

EARLY = 10  # before this many moves an engine accepts a draw only if it is exact
OFFER_LIMITS = Limits(seconds=0.3)
DECLINED = {
    "draw": N_("Your draw offer was declined."),
    "undo": N_("Your takeback request was declined."),
}


class Offers:
    """The offer that waits for an answer; there is at most one.

    A person answers with `take`. An engine answers by itself: it accepts a draw if it expects
    no more than that.
    """

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        self.pending: Offer | None = None
        self._engine = BackgroundEngine(post, engine_for)

    def make(self, offer: Offer) -> None:
        """Let an offer wait; raises PalamedesError while one of the other player waits."""
        if self.pending is not None and self.pending.by != offer.by:
            raise PalamedesError(_("Answer your opponent's request first."))
        self.pending = offer

    def ask_engine(self, match: Match, answer: Callable[[bool], None]) -> None:
        """Let an engine decide about the pending draw offer; `answer` is called with the reply."""

        def decide(analysis: Analysis) -> None:
            if self.pending is not None:
                worth = worth_of(match, analysis)
                is_early = len(match.turns) < EARLY and not worth.is_true
                answer(not is_early and worth.of(1 - self.pending.by) <= 0.5)

        self._engine.analyse(match, OFFER_LIMITS, 1, decide)

    def take(self) -> Offer:
        """Remove the pending offer and return it; raises PalamedesError if none is pending."""
        if self.pending is None:
            raise PalamedesError(_("There is no request to answer."))
        offer, self.pending = self.pending, None
        return offer

    def forget(self) -> None:
        """Drop the offer: the position has changed."""
        self._engine.cancel()
        self.pending = None

    def stop_again(self) -> None:
        self._engine.stop_again()

    def close(self) -> None:
        self._engine.close()
