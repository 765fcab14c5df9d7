"""Styles of play for all games: a choice among moves that are nearly the best.

The choice depends on how sharp the position after a move is: the cost of a random answer, by the
player's own evaluation. An aggressive player wants the sharpest position, where one answer is good
and the others are mistakes; a defensive player wants the quietest; an unpredictable player chooses
at random. No style gives a proven result away.
"""

from dataclasses import replace
from functools import lru_cache
from math import tanh
from random import Random

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game, State
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import LOSS, ONGOING, WIN
from palamedes.players.player import FREE, Allowance, Choice, Player, SearchingPlayer
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.mcts.engine import typical_score
from palamedes.search.score import ESTIMATE

SIGNS = {"aggressive": 1, "defensive": -1, "unpredictable": 0}  # of the wanted sharpness
# What a style may cost, as a share of a typical score. With 0.04, `step6` and `hard` of morris and
# teeko and `step6` of ultimate score 43 to 55 % against themselves without it (100 games each). But
# `hard` of ultimate scores 21 to 30 %: its typical score is large, and the margin with it.
SHARE = 0.04
GAMES, SEED = 32, 1  # random games, and their random seed, that tell a typical score
QUIET = 1e-9  # a smaller difference in sharpness counts as none


def check_style(name: str) -> None:
    """PalamedesError if the style does not exist."""
    if name not in SIGNS:
        raise PalamedesError(
            _("unknown style {name!r}; choose from {known}").format(
                name=name[:40], known=", ".join(SIGNS)
            )
        )


class StyledPlayer(Player):
    """A searching player that chooses among its best moves by a style."""

    def __init__(
        self,
        player: SearchingPlayer,
        style: str,
        evaluation: State,
        random: Random,
        unit: float = 0.0,
    ) -> None:
        """`unit` is a typical score of the player; 0 means that of the evaluation."""
        self._player = player
        self._sign = SIGNS[style]
        self._evaluation = evaluation
        self._random = random
        self._unit = unit

    def prepare(self, match: Match, seat: int) -> None:
        self._player.prepare(match, seat)
        usual_score(match.game, self._evaluation)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        self._player.report = self.report
        unit = self._unit or usual_score(match.game, self._evaluation)
        margin = int(SHARE * unit)
        analysis = self._player.consider(match, allowance, margin)
        line = self._pick(match.position, worthy(analysis, margin))
        others = tuple(each for each in analysis.lines if each != line)
        return Choice(match.position.move_code(line.move), replace(analysis, lines=(line, *others)))

    def _pick(self, position: Position, lines: list[Variation]) -> Variation:
        """One of the lines that fit the style best, at random."""
        if len(lines) == 1 or self._sign == 0:
            return self._random.choice(lines)
        wanted = [
            self._sign * sharpness(position.play(line.move), self._evaluation) for line in lines
        ]
        most = max(wanted) - QUIET
        return self._random.choice(
            [line for line, each in zip(lines, wanted, strict=True) if each >= most]
        )

    def stop(self) -> None:
        self._player.stop()

    def close(self) -> None:
        self._player.close()


def worthy(analysis: Analysis, margin: int) -> list[Variation]:
    """The lines a style may choose from; if the best is proven, only lines of equal score."""
    best = analysis.best
    if abs(best.score) >= ESTIMATE or best.is_true:
        return [line for line in analysis.lines if line.score == best.score]
    return [line for line in analysis.lines if line.score >= max(best.score - margin, 1 - ESTIMATE)]


def sharpness(position: Position, evaluation: State) -> float:
    """How much a random answer costs the side to move on average, from 0 to 2.

    Answers are compared by the evaluation of the positions they lead to.
    """
    if position.result is not None:
        return 0.0
    unit = usual_score(position.game, evaluation)
    worths = [_worth(position.state.play(code), code, evaluation, unit) for code in position.codes]
    return max(worths) - sum(worths) / len(worths)


def _worth(state: State, code: int, evaluation: State, unit: float) -> float:
    """The value of the move that led to a state, from -1 to 1."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return float((outcome == LOSS) - (outcome == WIN))
    return -tanh(int(evaluation.score(state, code)) / unit)


@lru_cache(typed=True)  # evaluations of different types may be equal as tuples
def usual_score(game: Game, evaluation: State) -> float:
    """The typical size of an evaluation's scores in a game, at least 1."""
    return max(1.0, float(typical_score(game.start, evaluation, GAMES, SEED)))
