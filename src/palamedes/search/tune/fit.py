"""The fit: weights with which an evaluation predicts the results of games best.

The expected result is a logistic function of the evaluation, 1 / (1 + exp(-rate * score)). Weights
are pulled towards their old values, so that a weight the games say nothing about does not change.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PULL = 0.03  # per position, towards the old weights; a position's variance is at most 0.25
ROUNDS = 50  # of Newton's method; it converges within ten
SETTLED = 1e-9


@dataclass(frozen=True)
class TrainingSet:
    """Positions of finished games, for the side to move."""

    features: Floats  # what each weight counts: a row per position, a column per weight
    foreseen: Floats  # the score of a search there
    scores: Floats  # the result of the game: 1 a win, 0.5 a draw, 0 a loss
    games: NDArray[np.int64]  # the game each position is from

    def of_games(self, wanted: NDArray[np.bool_]) -> "TrainingSet":
        """The positions of the games whose place in `wanted` is true."""
        rows = wanted[self.games]
        return TrainingSet(
            self.features[rows], self.foreseen[rows], self.scores[rows], self.games[rows]
        )


def fit_weights(sample: TrainingSet, weights: Floats) -> Floats:
    """Better weights, in the same units.

    The target is half the result of the game and half what the search expected, which depends less
    on luck.
    """
    rate = fit_rate(sample, weights)
    expected = _logistic(rate * sample.foreseen)
    spread = sample.features.std(axis=0)
    spread[spread == 0] = 1.0  # a constant feature: only the pull decides
    scaled = sample.features / spread
    before = weights * spread * rate
    pull = PULL * len(scaled) * np.eye(len(weights))
    target = (sample.scores + expected) / 2
    fitted: Floats = _newton(scaled, target, before, pull) / spread / rate
    return fitted


def fit_rate(sample: TrainingSet, weights: Floats) -> float:
    """The rate with which these weights predict the results best."""
    scores = sample.features @ weights
    unit = scores.std() or 1.0
    column = (scores / unit)[:, None]
    return float(_newton(column, sample.scores, np.ones(1), np.zeros((1, 1)))[0]) / float(unit)


def error_of(sample: TrainingSet, weights: Floats, rate: float) -> float:
    """The mean cross entropy per position, in nats; lower is better."""
    chance = np.clip(_logistic(rate * (sample.features @ weights)), 1e-9, 1 - 1e-9)
    surprise = sample.scores * np.log(chance) + (1 - sample.scores) * np.log(1 - chance)
    return float(-surprise.mean())


def _newton(rows: Floats, scores: Floats, before: Floats, pull: Any) -> Floats:
    """Minimise the cross entropy plus the pull back to `before`, which is convex."""
    weights = before.copy()
    for _round in range(ROUNDS):
        chance = _logistic(rows @ weights)
        slope = rows.T @ (chance - scores) + pull @ (weights - before)
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + pull
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        weights = weights - step
        if np.abs(step).max() < SETTLED:
            break
    return weights


def _logistic(values: Floats) -> Floats:
    return 1.0 / (1.0 + np.exp(-np.clip(values, -60, 60)))
