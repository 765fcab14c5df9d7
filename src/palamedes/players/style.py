"""Styles of play, the same for every game: a choice among moves that are nearly the best.

They look at how sharp the position after a move is: how many points an answer taken at random
would cost the other side, by the player's own evaluation. Who is aggressive wants the sharpest
position, where one answer matters and the others are mistakes; who is defensive the quietest;
who is unpredictable any of them, by chance. What is proven is not given away for a style.
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

SIGNS = {"aggressive": 1, "defensive": -1, "unpredictable": 0}  # of the sharpness that is wanted
# So much of what scores usually are may a style cost: 40 to 60 games at depth 3 show no loss of
# strength then, while with 0.1 two games in three were lost where many moves are nearly equal.
SHARE = 0.04
GAMES, SEED = 32, 1  # played at random to know what scores usually are
QUIET = 1e-9  # sharpnesses so near each other are the same


def check_style(name: str) -> None:
    """PalamedesError if there is no such style."""
    if name not in SIGNS:
        raise PalamedesError(
            _("unknown style {name!r}; there are: {known}").format(
                name=name[:40], known=", ".join(SIGNS)
            )
        )


class StyledPlayer(Player):
    """A player that searches, with a style."""

    def __init__(
        self,
        player: SearchingPlayer,
        style: str,
        evaluation: State,
        random: Random,
        unit: float = 0.0,
    ) -> None:
        """`unit` is what its scores usually are; nothing is what the evaluation's are."""
        self._player = player
        self._sign = SIGNS[style]
        self._evaluation = evaluation
        self._random = random
        self._unit = unit

    def prepare(self, match: Match, seat: int) -> None:
        self._player.prepare(match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        self._player.report = self.report
        unit = self._unit or usual_score(match.game, self._evaluation)
        margin = int(SHARE * unit)
        analysis = self._player.consider(match, allowance, margin)
        line = self._pick(match.position, worthy(analysis, margin))
        others = tuple(each for each in analysis.lines if each != line)
        return Choice(match.position.move_code(line.move), replace(analysis, lines=(line, *others)))

    def _pick(self, position: Position, lines: list[Variation]) -> Variation:
        """One of the lines that fit the style best, by chance."""
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
    """The lines among which a style may choose: where something is proven, the equal ones only."""
    best = analysis.best
    if abs(best.score) >= ESTIMATE or best.is_true:
        return [line for line in analysis.lines if line.score == best.score]
    return [line for line in analysis.lines if line.score >= max(best.score - margin, 1 - ESTIMATE)]


def sharpness(position: Position, evaluation: State) -> float:
    """How much an answer at random costs the side to move, in points from 0 to 2 on the average.

    The best answer is that of the evaluation, which looks one move ahead.
    """
    if position.result is not None:
        return 0.0
    unit = usual_score(position.game, evaluation)
    worths = [_worth(position.state.play(code), code, evaluation, unit) for code in position.codes]
    return max(worths) - sum(worths) / len(worths)


def _worth(state: State, code: int, evaluation: State, unit: float) -> float:
    """What the move that has led to a state seems worth, from -1 to 1."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return float((outcome == LOSS) - (outcome == WIN))
    return -tanh(int(evaluation.score(state, code)) / unit)


@lru_cache(typed=True)  # evaluations of other types may be equal as tuples
def usual_score(game: Game, evaluation: State) -> float:
    """How large the scores of an evaluation are in a game, 1 at least."""
    return max(1.0, float(typical_score(game.start, evaluation, GAMES, SEED)))
