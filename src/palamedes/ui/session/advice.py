"""Engines beside the board: one gives hints, one says what positions are worth."""

from collections.abc import Callable

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.search.analysis import Analysis, Engine, Limits
from palamedes.search.review import Worth, worth_of, worth_of_result
from palamedes.search.score import plies_to_loss, score_text
from palamedes.ui.session.background import BackgroundTask, Event
from palamedes.ui.session.scene import Hint

EngineFor = Callable[[Game], Engine]
ADVICE = Limits(seconds=1.0)
GLANCE = Limits(seconds=0.3)
CANDIDATES = 3  # spots in the first step of a hint, where one alone would be the move


class Observer:
    """An engine that looks at a match in the background, at one position after the other."""

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        self._thinker = BackgroundTask(post)
        self._make = engine_for
        self._engine: tuple[Game, Engine] | None = None  # the game it knows

    @property
    def is_looking(self) -> bool:
        return self._thinker.is_wanted

    def look(
        self, match: Match, limits: Limits, lines: int, tell: Callable[[Analysis], None]
    ) -> None:
        """Search the position of a match, which is not over, and tell what was seen."""
        seen = match.copy()
        self._thinker.start(
            lambda: self._engine_for(seen.game).analyse(seen, limits, lines), self._stop, tell
        )

    def _stop(self) -> None:
        if self._engine is not None:
            self._engine[1].stop()

    def _engine_for(self, game: Game) -> Engine:
        """The engine for a game, made where it works: making it takes a while."""
        if self._engine is None or self._engine[0] != game:
            self._engine = (game, self._make(game))
        return self._engine[1]

    def leave(self) -> None:
        """Look no longer."""
        self._thinker.cancel()

    def nag(self) -> None:
        self._thinker.nag()

    def close(self) -> None:
        self._thinker.close()


class Adviser(Observer):
    """Gives a hint about a position in two steps."""

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        super().__init__(post, engine_for)
        self._analysis: Analysis | None = None
        self.hint: Hint | None = None

    def ask(self, match: Match, tell: Callable[[tuple[str, ...]], None]) -> bool:
        """Find advice; `tell` hears the best move's path then. True if that takes a while."""
        position = match.position

        def found(analysis: Analysis) -> None:
            self._analysis = analysis
            tell(path_of(position, analysis.best.move))

        if self._analysis is not None:
            found(self._analysis)
            return False
        if not self.is_looking:
            self.look(match, ADVICE, CANDIDATES, found)
        return True

    def advise(self, position: Position, touched: tuple[str, ...]) -> Hint:
        """Go a step further with the advice that was found, for a hand that has touched spots."""
        assert self._analysis is not None
        if self.hint is None:
            self.hint = first_hint(position, self._analysis, touched)
        else:
            self.hint = second_hint(position, self._analysis)
        return self.hint

    def forget(self) -> None:
        """The position is another one."""
        self.leave()
        self._analysis = self.hint = None


class Gauge(Observer):
    """Says what every position is worth, while somebody wants to know."""

    def __init__(self, post: Callable[[Event], None], engine_for: EngineFor) -> None:
        super().__init__(post, engine_for)
        self.is_wanted = False
        self.worth: Worth | None = None  # of the last position looked at

    def measure(self, match: Match) -> None:
        """Look at the position of a match; until that is done, what was known stays."""
        self.leave()
        if not self.is_wanted:
            self.worth = None
        elif match.result is not None:
            self.worth = worth_of_result(match)
        else:
            self.look(match, GLANCE, 1, lambda analysis: self._measured(match, analysis))

    def _measured(self, match: Match, analysis: Analysis) -> None:
        self.worth = worth_of(match, analysis)


def first_hint(position: Position, analysis: Analysis, touched: tuple[str, ...] = ()) -> Hint:
    """Where to begin: the first spot of the best move, or a few spots if it is the only one.

    Where the best move is begun already, the spot to go on with.
    """
    paths = [path_of(position, line.move) for line in analysis.lines]
    if len(paths[0]) > 1:
        return Hint(paths[0][len(touched) :][:1])
    places = [spot.name for spot in position.game.view.geometry.spots]
    return Hint(tuple(sorted({path[0] for path in paths}, key=places.index)))


def second_hint(position: Position, analysis: Analysis) -> Hint:
    """The best move, and what it is worth."""
    best = analysis.best
    is_lost = plies_to_loss(best.score) is not None
    score = score_text(best.score, best.is_true)
    return Hint(path_of(position, best.move), best.move, score, is_lost)


def hint_sentence(hint: Hint) -> str:
    """A hint as people read it."""
    if hint.is_lost:
        text = _("{move} holds out longest ({score}).")
        return text.format(move=hint.move, score=hint.score)
    if hint.move:
        return _("Try {move} ({score}).").format(move=hint.move, score=hint.score)
    if len(hint.spots) == 1:
        return _("Look at {spot}.").format(spot=hint.spots[0])
    return _("The best move is one of these: {spots}.").format(spots=", ".join(hint.spots))


def path_of(position: Position, move: str) -> tuple[str, ...]:
    code = position.move_code(move)
    return position.game.view.touches(position.state, code, position.turn)
