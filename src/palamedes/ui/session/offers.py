"""Draw offers and takeback requests: what one player asks the other, and the answer."""

from collections.abc import Callable

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.search.analysis import Analysis, Limits
from palamedes.search.review import worth_of
from palamedes.ui.session.advice import EngineFor, Observer
from palamedes.ui.session.background import Event
from palamedes.ui.session.scene import Offer

EARLY = 10  # moves before which an engine accepts a draw only if it knows the game is one
GLANCE = Limits(seconds=0.3)


class Offers:
    """The offer that waits for an answer; there is one at a time.

    A person answers by `take`, an engine by itself: it accepts a draw if it expects no more.
    """

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        self.pending: Offer | None = None
        self._engine = Observer(post, engine_for)

    def make(self, offer: Offer) -> None:
        self.pending = offer

    def ask_engine(self, match: Match, answer: Callable[[bool], None]) -> None:
        """Let an engine think about the pending draw offer; `answer` hears what it says."""

        def decide(analysis: Analysis) -> None:
            if self.pending is not None:
                worth = worth_of(match, analysis)
                is_early = len(match.turns) < EARLY and not worth.is_true
                answer(not is_early and worth.of(1 - self.pending.by) <= 0.5)

        self._engine.look(match, GLANCE, 1, decide)

    def take(self) -> Offer:
        """The pending offer, which is answered now; PalamedesError if there is none."""
        if self.pending is None:
            raise PalamedesError(_("There is no request to answer."))
        offer, self.pending = self.pending, None
        return offer

    def forget(self) -> None:
        """The position has changed: nothing is offered any more."""
        self._engine.leave()
        self.pending = None

    def nag(self) -> None:
        self._engine.nag()

    def close(self) -> None:
        self._engine.close()
