"""Elo from results, with error bars, for two players or for several.

Games come in pairs: the same opening twice, sides swapped. The two results of a pair depend on each
other, as each player wins a lopsided opening once. Error bars therefore come from the spread of
pairs (five outcomes: "pentanomial"), not from the spread of single games.

Elo is logistic: a player with a score p (0 to 1) is 400 log10(p / (1 - p)) ahead. Normalised Elo
measures the advantage in standard deviations of one game: it tells how many games it takes to see
the advantage, whatever the share of draws.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import erf, exp, inf, log, log10, sinh, sqrt

import numpy as np
import numpy.typing as npt

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, by its outcome: LL, LD, DD or WL, WD, WW
HALVES = (0.0, 0.5, 1.0)  # of a single game: loss, draw, win
CONFIDENCE = 1.959964  # standard deviations on either side of a 95 % interval
PER_NAT = 400 / log(10)  # Elo of one unit of log-odds
PER_DEVIATION = 800 / log(10)  # normalised Elo of one standard deviation of a game
FEW = 4  # results; the spread of fewer cannot be trusted
PRIOR = 0.5  # drawn games against an average player, added for every player

Vector = list[float]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Tally:
    """The results of one player against another.

    pairs: how many pairs of games ended LL, LD, DD or WL, WD, WW.
    singles: how many games without a partner were lost, drawn, won.
    """

    pairs: tuple[float, ...] = (0, 0, 0, 0, 0)
    singles: tuple[float, ...] = (0, 0, 0)

    @property
    def games(self) -> float:
        return 2 * sum(self.pairs) + sum(self.singles)

    @property
    def points(self) -> float:
        return 2 * dot(self.pairs, VALUES) + dot(self.singles, HALVES)

    def spread(self, score: float) -> float:
        """The sum of squared deviations of points from those expected by a score per game.

        It estimates the variance of the total. The two games of a pair deviate together.
        """
        pairs = (4 * (value - score) ** 2 for value in VALUES)
        singles = ((value - score) ** 2 for value in HALVES)
        return dot(self.pairs, pairs) + dot(self.singles, singles)

    @property
    def widened(self) -> "Tally":
        """The tally that error bars are computed from.

        If all results are equal, or there are fewer than FEW, their spread says nothing. Then half
        a pair of each outcome is added, which gives wide error bars that shrink as games are
        played. A tally without games stays as it is.
        """
        counts = (*self.pairs, *self.singles)
        values = zip((*VALUES, *HALVES), counts, strict=True)
        seen = {value for value, count in values if count}
        if not seen or (len(seen) > 1 and sum(counts) >= FEW):
            return self
        return Tally(tuple(count + 0.5 for count in self.pairs), self.singles)


@dataclass(frozen=True)
class Estimate:
    """The strength of one player relative to another; all None without games.

    elo is infinite for a score of 0 or 1. error is half of the 95 % interval, infinite if the
    interval reaches a score of 0 or 1. los is the likelihood of superiority, from 0 to 1.
    """

    score: float | None = None
    elo: float | None = None
    error: float | None = None
    normalised: float | None = None
    los: float | None = None


def estimate(tally: Tally) -> Estimate:
    """Elo, error and likelihood of superiority, by the normal approximation.

    Unpaired games count as independent. Below about ten pairs the errors are somewhat too small.
    """
    if not tally.games:
        return Estimate()
    score = tally.points / tally.games
    wide = tally.widened
    middle = wide.points / wide.games
    deviation = sqrt(wide.spread(middle)) / wide.games  # of the score
    low, high = (elo_of(middle + sign * CONFIDENCE * deviation) for sign in (-1, 1))
    return Estimate(
        score,
        elo_of(score),
        (high - low) / 2 if abs(elo_of(score)) < inf else inf,
        _normalised(tally, score),
        _normal((middle - 0.5) / deviation),
    )


def elo_of(score: float) -> float:
    """The logistic Elo of a score; infinite for 0 and below, and for 1 and above."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def _normalised(tally: Tally, score: float) -> float:
    """The advantage in standard deviations of one game, scaled to Elo."""
    if score == 0.5:
        return 0.0
    deviation = sqrt(tally.spread(score) / tally.games)
    return PER_DEVIATION * (score - 0.5) / deviation if deviation else (score - 0.5) * inf


# Ratings of several players from all their games together.

Tallies = Mapping[tuple[int, int], Tally]  # by the indices of two players, from the first's view


@dataclass(frozen=True)
class RatingTable:
    """Elo of several players, 0 on average.

    wide: the same from the widened tallies; covariance: how these ratings vary.
    """

    elo: Vector
    wide: Vector
    covariance: Array

    def error(self, player: int) -> float:
        """Half of the 95 % interval of a rating, relative to the average of all players.

        With two players, each has half of the uncertainty of their difference.
        """
        return CONFIDENCE * sqrt(self.covariance[player, player])

    def los(self, one: int, other: int) -> float:
        """The probability that one player is stronger than the other.

        As in `estimate`, it is the probability that the score p between the two is above one half.
        With d their difference in log-odds, the deviation of p - 1/2 is that of d times p (1 - p),
        and with p = 1 / (1 + exp(-d)) the quotient is sinh(d) over the deviation of d.
        """
        both = self.covariance[np.ix_((one, other), (one, other))]
        variance = both[0, 0] - both[0, 1] - both[1, 0] + both[1, 1]
        quotient = PER_NAT * sinh((self.wide[one] - self.wide[other]) / PER_NAT)
        return _normal(quotient / sqrt(variance)) if variance > 0 else 0.5


def rate(players: int, tallies: Tallies) -> RatingTable:
    """Maximum-likelihood ratings (Bradley-Terry); a draw is half a win and half a loss.

    For every player, PRIOR drawn games against an average player are added, so that a score of
    100 % stays finite.

    Errors come from a sandwich estimator: the likelihood says how ratings depend on points, and
    the spread of points is measured on the pairs of games as they ended, or on single games if they
    have no partner. Nothing is assumed about draws or about the two games of a pair.
    """
    wide = {meeting: tally.widened for meeting, tally in tallies.items()}
    strengths = _likeliest(players, wide)
    covariance = _covariance(strengths, wide)
    return RatingTable(_elo(_likeliest(players, tallies)), _elo(strengths), covariance)


def _elo(strengths: Array) -> Vector:
    """The Elo of strengths in log-odds, 0 on average."""
    ratings: Vector = (PER_NAT * (strengths - strengths.mean())).tolist()
    return ratings


def _likeliest(players: int, tallies: Tallies) -> Array:
    """The strengths, in log-odds, that maximise the likelihood, by Newton's method."""
    strengths = np.zeros(players)
    for _iteration in range(100):
        change = np.linalg.solve(*_derivatives(strengths, tallies))
        longest = float(np.abs(change).max())
        strengths += change / max(longest, 1.0)  # far from the maximum a whole step may overshoot
        if longest < 1e-10:
            break
    return strengths


def _derivatives(strengths: Array, tallies: Tallies) -> tuple[Array, Array]:
    """The negated second derivatives of the log-likelihood at `strengths`, and the first ones."""
    expected_of_average = np.array([_logistic(strength) for strength in strengths])
    slope = PRIOR * (0.5 - expected_of_average)
    curvature = np.diag(PRIOR * expected_of_average * (1 - expected_of_average))
    for (one, other), tally in tallies.items():
        expected = _logistic(strengths[one] - strengths[other])
        surplus = tally.points - tally.games * expected
        slope[one] += surplus
        slope[other] -= surplus
        _add_difference(curvature, one, other, tally.games * expected * (1 - expected))
    return curvature, slope


def _covariance(strengths: Array, tallies: Tallies) -> Array:
    """The covariance of the ratings, each relative to the average of all."""
    curvature, _slope = _derivatives(strengths, tallies)
    inverse = np.linalg.inv(curvature)
    # Column i: how all ratings, relative to their average, follow from the points of player i.
    effects = PER_NAT * (inverse - inverse.mean(axis=0))
    covariance = np.zeros_like(curvature)
    for (one, other), tally in tallies.items():
        effect = effects[:, one] - effects[:, other]  # one player's points are lost by the other
        expected = _logistic(strengths[one] - strengths[other])
        covariance += tally.spread(expected) * np.outer(effect, effect)
    return covariance


def _add_difference(matrix: Array, one: int, other: int, amount: float) -> None:
    """Add the term of the difference between two players to a symmetric matrix."""
    matrix[one, one] += amount
    matrix[other, other] += amount
    matrix[one, other] -= amount
    matrix[other, one] -= amount


def dot(one: Iterable[float], other: Iterable[float]) -> float:
    """The sum of products."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def _normal(z: float) -> float:
    """The share of a normal distribution below z."""
    return (1 + erf(z / sqrt(2))) / 2
