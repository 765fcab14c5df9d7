"""Openings: those of the plan, or random ones.

Random ones are the same for the same random seed, and about even by a short search.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

from palamedes.arena.plan import Opening, Plan
from palamedes.core.game import Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.position_file import read_positions
from palamedes.games import find_game
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.evaluations import default_evaluation
from palamedes.search.score import ESTIMATE

CANDIDATES = 3  # lines of which the most even is taken; more while all of them are decided
NODES = 600  # of the search that evaluates a line
TRIES = 20  # to find a line that neither ends nor decides the game
CACHED = 64  # openings


def openings_of(plan: Plan) -> Callable[[int], Opening]:
    """The opening of each number: of the plan's own lines, over and over, or a random one."""
    if lines := plan.lines:
        return lambda number: lines[number % len(lines)]
    found = Openings(find_game(plan.game), plan.terms.history, plan.openings, plan.seed)
    return lambda number: Opening(moves=found.line(number))


def read_openings(path: Path, game: Game, history: HistoryRules) -> tuple[Opening, ...]:
    """The openings of a file (core/position_file.py), at least one, fully checked."""
    found = read_positions(path, game, history, find_game)
    return tuple(Opening.of(each.match) for each in found)


class Openings:
    """Any number of opening lines."""

    def __init__(self, game: Game, history: HistoryRules, plies: int, seed: int) -> None:
        self._game = game
        self._history = history
        self._plies = plies
        self._seed = seed
        self.line = lru_cache(CACHED)(self._find)  # the two games of a pair share an opening

    def _find(self, number: int) -> tuple[str, ...]:
        """The moves of opening `number`."""
        if self._plies == 0:
            return ()
        random = Random(f"{self._game.id} {self._plies} {self._seed} {number}")
        found: list[tuple[int, Match]] = []
        while len(found) < CANDIDATES or (found[0][0] >= ESTIMATE and len(found) < TRIES):
            line = self._random_line(random)
            found = sorted([*found, (_advantage(line), line)], key=lambda each: each[0])
        return tuple(turn.move for turn in found[0][1].turns)

    def _random_line(self, random: Random) -> Match:
        """A game after `plies` random moves, or after fewer if the game always ends before."""
        start = Position.start(self._game)
        for length in range(self._plies, 0, -1):
            for _try in range(TRIES):
                match = Match(start, self._history)
                while match.result is None and len(match.turns) < length:
                    match.play(random.choice(match.position.codes))
                if match.result is None:
                    return match
        return Match(start, self._history)


def _advantage(match: Match) -> int:
    """How far from even a game is, by a search with an empty table: same game, same answer."""
    engine = AlphaBeta(default_evaluation(match.game), megabytes=1)
    return abs(engine.analyse(match, Limits(nodes=NODES)).best.score)
