"""Engines that think beside the match: one gives hints, one evaluates positions."""

from collections.abc import Callable
from functools import partial

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.search.analysis import Analysis, Engine, Limits
from palamedes.search.review import Worth, worth_of, worth_of_result
from palamedes.search.score import ESTIMATE, score_text
from palamedes.ui.session.background import BackgroundTask, Event
from palamedes.ui.session.hand import Hand
from palamedes.ui.session.scene import Hint

EngineFor = Callable[[Game], Engine]
HINT_LIMITS = Limits(seconds=1.0)
EVALUATION_LIMITS = Limits(seconds=0.3)
CANDIDATES = 3  # spots in the first hint, if a single spot would already be the move


class BackgroundEngine:
    """An engine that analyses positions in the background, one at a time."""

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        self._task = BackgroundTask(post)
        self._make_engine = engine_for
        self._engine: tuple[Game, Engine] | None = None  # with the game it was made for

    @property
    def is_thinking(self) -> bool:
        return self._task.is_wanted

    def analyse(
        self, match: Match, limits: Limits, lines: int, deliver: Callable[[Analysis], None]
    ) -> None:
        """Search the position of a match, which is not over, and deliver what was found."""
        match = match.copy()

        def work() -> Analysis:
            return self._engine_for(match.game).analyse(match, limits, lines)

        self._task.start(work, self._stop, deliver)

    def _stop(self) -> None:
        if self._engine is not None:
            self._engine[1].stop()

    def _engine_for(self, game: Game) -> Engine:
        """The engine for a game, made in the background too: that takes a while."""
        if self._engine is None or self._engine[0] != game:
            self._engine = (game, self._make_engine(game))
        return self._engine[1]

    def cancel(self) -> None:
        """Stop the engine; its analysis is not delivered."""
        self._task.cancel()

    def stop_again(self) -> None:
        self._task.stop_again()

    def close(self) -> None:
        self._task.close()


class Adviser(BackgroundEngine):
    """Gives two hints about a position: first where to look, then the move."""

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        super().__init__(post, engine_for)
        self._analysis: Analysis | None = None
        self.hint: Hint | None = None

    def ask(self, match: Match, hand: Hand, say: Callable[[str], None]) -> None:
        """Give the next hint, perhaps later; `say` shows it as a sentence.

        Spots touched so far stay touched if the hint begins with them too.
        """
        position = match.position

        def found(analysis: Analysis) -> None:
            self._analysis = analysis
            if path_of(position, analysis.best.move)[: len(hand.path)] != hand.path:
                hand.let_go()
            self.hint = self._next_hint(position, analysis, hand.path)
            say(hint_sentence(self.hint))

        if self._analysis is not None:
            found(self._analysis)
            return
        if not self.is_thinking:
            self.analyse(match, HINT_LIMITS, CANDIDATES, found)
        say(_("Looking for a good move..."))

    def _next_hint(self, position: Position, analysis: Analysis, touched: tuple[str, ...]) -> Hint:
        if self.hint is None:
            return first_hint(position, analysis, touched)
        return second_hint(position, analysis)

    def forget(self) -> None:
        """Drop the hint: the position has changed."""
        self.cancel()
        self._analysis = self.hint = None


class Evaluator(BackgroundEngine):
    """Evaluates every position, while that is wanted."""

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        super().__init__(post, engine_for)
        self.is_wanted = False
        self.worth: Worth | None = None  # of the last position evaluated

    def evaluate(self, match: Match) -> None:
        """Evaluate the position of a match; until that is done, the old value stays."""
        self.cancel()
        if not self.is_wanted:
            self.worth = None
        elif match.result is not None:
            self.worth = worth_of_result(match)
        else:
            self.analyse(match, EVALUATION_LIMITS, 1, partial(self._evaluated, match))

    def _evaluated(self, match: Match, analysis: Analysis) -> None:
        self.worth = worth_of(match, analysis)


def first_hint(position: Position, analysis: Analysis, touched: tuple[str, ...] = ()) -> Hint:
    """Where to look: the next spot of the best move, or a few spots if it has only one."""
    paths = [path_of(position, line.move) for line in analysis.lines]
    if len(paths[0]) > 1:
        return Hint(paths[0][len(touched) :][:1])
    order = [spot.name for spot in position.game.view.geometry.spots]
    return Hint(tuple(sorted({path[0] for path in paths}, key=order.index)))


def second_hint(position: Position, analysis: Analysis) -> Hint:
    """The best move and its value."""
    best = analysis.best
    is_lost = best.score <= -ESTIMATE
    is_known = best.is_true or abs(best.score) >= ESTIMATE
    score = score_text(best.score, best.is_true) if is_known else ""
    return Hint(path_of(position, best.move), best.move, score, is_lost)


def hint_sentence(hint: Hint) -> str:
    """A hint as a sentence."""
    if hint.is_lost:
        text = _("{move} holds out longest ({score}).")
        return text.format(move=hint.move, score=hint.score)
    if hint.move and not hint.score:
        return _("Try {move}.").format(move=hint.move)
    if hint.move:
        return _("Try {move} ({score}).").format(move=hint.move, score=hint.score)
    if len(hint.spots) == 1:
        return _("Look at {spot}.").format(spot=hint.spots[0])
    return _("The best move is one of these: {spots}.").format(spots=", ".join(hint.spots))


def path_of(position: Position, move: str) -> tuple[str, ...]:
    code = position.move_code(move)
    return position.game.view.touches(position.state, code, position.turn)
