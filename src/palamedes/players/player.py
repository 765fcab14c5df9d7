"""Players that run in this process."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from time import perf_counter

from palamedes.core.match import Match
from palamedes.search.analysis import Analysis, Engine, Limits, Line
from palamedes.search.exact import ExactSearch


@dataclass(frozen=True)
class Choice:
    """A move, and what the player saw if it looked."""

    code: int
    analysis: Analysis | None = None


class Player(ABC):
    """Chooses a legal move whenever it is its turn."""

    @abstractmethod
    def choose(self, match: Match) -> Choice:
        """A move for the player to move; the match is not over."""

    def stop(self) -> None:  # noqa: B027 - most players answer at once
        """Make a `choose` that is running in another thread return soon."""


class RandomPlayer(Player):
    """Any legal move."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, match: Match) -> Choice:
        return Choice(self._random.choice(match.position.codes))


class ExactPlayer(Player):
    """One of the moves that are best at a fixed depth, by chance."""

    def __init__(self, search: ExactSearch, random: Random) -> None:
        self._search = search
        self._random = random

    def choose(self, match: Match) -> Choice:
        before = perf_counter()
        found = self._search.best_moves(match.position)
        code = self._random.choice(found.codes)
        text = match.position.move_text(code)
        line = Line(text, found.score, (text,))
        seconds = perf_counter() - before
        return Choice(code, Analysis((line,), self._search.depth, found.nodes, seconds))

    def stop(self) -> None:
        self._search.stop()


class EnginePlayer(Player):
    """The best move an engine finds within limits."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self._engine = engine
        self._limits = limits

    def choose(self, match: Match) -> Choice:
        analysis = self._engine.analyse(match, self._limits)
        return Choice(match.position.move_code(analysis.best.move), analysis)

    def stop(self) -> None:
        self._engine.stop()


class Careless(Player):
    """Another player with a handicap: so large a share of its moves is random."""

    def __init__(self, player: Player, error: float, random: Random) -> None:
        self._player = player
        self._error = error
        self._random = random

    def choose(self, match: Match) -> Choice:
        if self._random.random() < self._error:
            return Choice(self._random.choice(match.position.codes))
        return self._player.choose(match)

    def stop(self) -> None:
        self._player.stop()
