"""Random openings, the same for the same seed, and fair as far as a short search can tell."""

from functools import lru_cache
from random import Random

from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.players import default_evaluation
from palamedes.search.analysis import Limits
from palamedes.search.deepening import AlphaBeta

CANDIDATES = 4  # lines of which the fairest is taken
NODES = 300  # of the search that judges them
TRIES = 20  # to find a line of a length that does not end the game
KEPT = 64  # openings remembered


class Openings:
    """Lines to begin games with, as many as one asks for."""

    def __init__(self, game: Game, plies: int, seed: int) -> None:
        self._game = game
        self._plies = plies
        self._seed = seed
        self.line = lru_cache(KEPT)(self._find)  # most are asked for twice, one soon after

    def _find(self, number: int) -> tuple[str, ...]:
        """The moves of an opening."""
        if self._plies == 0:
            return ()
        random = Random(f"{self._game.id} {self._plies} {self._seed} {number}")
        lines = [_random_line(self._game, self._plies, random) for _ in range(CANDIDATES)]
        fairest = min(lines, key=_advantage)
        return tuple(turn.move for turn in fairest.turns)


def _random_line(game: Game, plies: int, random: Random) -> Match:
    """A game after so many random moves, or fewer where all lines end the game before."""
    for length in range(plies, 0, -1):
        for _try in range(TRIES):
            match = Match.of(game)
            while match.result is None and len(match.turns) < length:
                match.play(random.choice(match.position.codes))
            if match.result is None:
                return match
    return Match.of(game)


def _advantage(match: Match) -> int:
    """How far from even a game is, by a search that remembers nothing of others."""
    engine = AlphaBeta(default_evaluation(match.game), megabytes=1)
    return abs(engine.analyse(match, Limits(nodes=NODES)).best.score)
