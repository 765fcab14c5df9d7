"""Elo from results, with 95 % intervals, for two players or for several.

Games come in pairs: the same opening twice, sides swapped. The two results of a pair depend on each
other, as each player wins a lopsided opening once. The spread of pairs (five outcomes:
"pentanomial") therefore says how much points vary, as soon as there are enough of them; until then
they are taken to vary as single games do (`Tally.variance`).

An interval has all ratings that a test by the games does not rule out, each with the variance that
points would have if it were the true one (a score interval, as Wilson's). So a handful of games
leaves it wide, and wider on the side of a score near 0 or 1: two wins say little about how much
better a player is, and more about how much worse it can be.

Elo is logistic: a player with a score p (0 to 1) is 400 log10(p / (1 - p)) ahead. Normalised Elo
measures the advantage in standard deviations of one game: it tells how many games it takes to see
the advantage, whatever the share of draws.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import erf, exp, inf, log, log10, sqrt
from typing import TypeVar

import numpy as np
import numpy.typing as npt

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, by its outcome: LL, LD, DD or WL, WD, WW
HALVES = (0.0, 0.5, 1.0)  # of a single game: loss, draw, win
CONFIDENCE = 1.959964  # standard deviations on either side of a 95 % interval of many games
PER_NAT = 400 / log(10)  # Elo of one unit of log-odds
PER_DEVIATION = 800 / log(10)  # normalised Elo of one standard deviation of a game
USUAL = 2.0  # variance of points, that of 8 even games, by which few results are taken for usual
PRIOR = 0.5  # drawn games against an average player, added for every player
FARTHEST = 40.0  # units of log-odds; no interval is longer

Vector = list[float]
Array = npt.NDArray[np.float64]
Count = TypeVar("Count", float, Array)  # one, or one for each player


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

    def variance(self, score: float) -> float:
        """How much the points vary, for a player who scores `score` per game.

        Single games without draws vary by score (1 - score) each. How much more or less these do
        is measured by their spread, together with a few results that spread in the usual way: the
        fewer there are, or the more one-sided, the less their own spread tells.
        """
        usual = self.games * score * (1 - score)
        return usual * (self.spread(score) + USUAL) / (usual + USUAL)


@dataclass(frozen=True)
class Estimate:
    """The strength of one player relative to another; all None without games.

    low, high: the 95 % interval of elo. All three are infinite for a score of 0 or 1, except the
    end that the games rule out. los is the likelihood of superiority, from 0 to 1.
    """

    score: float | None = None
    elo: float | None = None
    low: float | None = None
    high: float | None = None
    normalised: float | None = None
    los: float | None = None

    @property
    def error(self) -> float | None:
        """Half of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def estimate(tally: Tally) -> Estimate:
    """Elo, its interval and the likelihood of superiority. Unpaired games count as independent."""
    if not tally.games:
        return Estimate()
    score = tally.points / tally.games
    # As in `rate`: an average player is halfway between two, and tells half as much of them.
    likely = (tally.points + PRIOR / 4) / (tally.games + PRIOR / 2)
    games = tally.games * tally.games * likely * (1 - likely) / tally.variance(likely)
    low, high = _wilson(score, games, confidence(tally.games))
    return Estimate(
        score,
        elo_of(score),
        elo_of(low),
        elo_of(high),
        _normalised(tally, score),
        _superiority(likely, games + PRIOR / 2),
    )


def confidence(games: Count) -> Count:
    """Standard deviations on either side of a 95 % interval, if they are measured on some games.

    It is the quantile of Student's t, by the first terms of its expansion. The four pairs of usual
    games that `Tally.variance` adds count as one result each.
    """
    z, freedom = CONFIDENCE, games + 2 * USUAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def _wilson(score: float, games: float, quantile: float) -> tuple[float, float]:
    """The scores that some single games do not rule out."""
    wide = quantile**2 / games
    middle = score + wide / 2
    half = sqrt(wide * (score * (1 - score) + wide / 4))
    low, high = (middle - half) / (1 + wide), (middle + half) / (1 + wide)
    return (low if score > 0 else 0.0), (high if score < 1 else 1.0)


def _superiority(score: float, games: float) -> float:
    """How likely a player is the stronger one, by a test whether the true score is one half."""
    return _normal(2 * sqrt(games) * (score - 0.5))


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
    """Elo of several players, and the 95 % interval of each.

    It is 0 on average, or on the scale of the players whose rating was given. covariance: how
    ratings vary, relative to the average or to those players.
    """

    elo: Vector
    low: Vector
    high: Vector
    covariance: Array

    def deviation(self, player: int) -> float:
        """The standard deviation of a rating.

        With two players, each has half of the uncertainty of their difference.
        """
        return sqrt(self.covariance[player, player])

    def error(self, player: int) -> float:
        """Half of the interval."""
        return (self.high[player] - self.low[player]) / 2

    def los(self, one: int, other: int) -> float:
        """The probability that one player is stronger than the other, as in `estimate`.

        What is known of their difference counts as much as some games between the two would.
        """
        both = self.covariance[np.ix_((one, other), (one, other))] / PER_NAT**2
        variance = both[0, 0] - both[0, 1] - both[1, 0] + both[1, 1]
        score = _logistic((self.elo[one] - self.elo[other]) / PER_NAT)
        known = variance * score * (1 - score)
        return _superiority(score, 1 / known) if known > 0 else 0.5


def rate(players: int, tallies: Tallies, fixed: Mapping[int, float] | None = None) -> RatingTable:
    """Maximum-likelihood ratings (Bradley-Terry); a draw is half a win and half a loss.

    fixed: ratings that are known, by player; all others are on their scale. For every player, PRIOR
    drawn games against an average one, of those that are known, are added, so that a score of 100 %
    stays finite.

    Deviations come from a sandwich estimator: the likelihood says how ratings depend on points, and
    `Tally.variance` how much points vary. Intervals go as far from the rating as the test allows.
    """
    known = fixed or {}
    field = _Field(players, tallies, {player: elo / PER_NAT for player, elo in known.items()})
    strengths = field.likeliest()
    covariance = field.covariance(strengths)
    low, high = (field.limits(strengths, covariance, side) for side in (-1, 1))
    origin = 0.0 if known else strengths.mean()
    elo: list[Vector] = [(PER_NAT * (each - origin)).tolist() for each in (strengths, low, high)]
    return RatingTable(elo[0], elo[1], elo[2], PER_NAT**2 * covariance)


class _Field:
    """Players, the games between them, and the likelihood of strengths, which are in log-odds."""

    def __init__(self, players: int, tallies: Tallies, known: Mapping[int, float]) -> None:
        self.players = players
        self.tallies = tallies
        self.known = known
        self.average = sum(known.values()) / len(known) if known else 0.0
        self.free = [player for player in range(players) if player not in known]
        self.games = np.zeros((players, players))
        for (one, other), tally in tallies.items():
            self.games[one, other] = self.games[other, one] = tally.games

    def likeliest(self) -> Array:
        """The strengths that maximise the likelihood, by Newton's method."""
        strengths = np.array([self.known.get(each, self.average) for each in range(self.players)])
        for _iteration in range(100 if self.free else 0):
            curvature, slope = self._derivatives(strengths)
            change = np.linalg.solve(curvature[np.ix_(self.free, self.free)], slope[self.free])
            longest = float(np.abs(change).max())
            strengths[self.free] += change / max(longest, 1.0)  # a whole step may overshoot
            if longest < 1e-10:
                break
        return strengths

    def _derivatives(self, strengths: Array) -> tuple[Array, Array]:
        """The negated second derivatives of the log-likelihood, and the first ones."""
        against_average = np.array([_logistic(each - self.average) for each in strengths])
        slope = PRIOR * (0.5 - against_average)
        curvature = np.diag(PRIOR * against_average * (1 - against_average))
        for (one, other), tally in self.tallies.items():
            expected = _logistic(strengths[one] - strengths[other])
            surplus = tally.points - tally.games * expected
            slope[one] += surplus
            slope[other] -= surplus
            _add_difference(curvature, one, other, tally.games * expected * (1 - expected))
        return curvature, slope

    def covariance(self, strengths: Array) -> Array:
        """How strengths vary, each relative to the average of all unless some are known."""
        curvature, _slope = self._derivatives(strengths)
        effects = np.zeros_like(curvature)  # column i: how strengths follow from points of player i
        those = np.ix_(self.free, self.free)
        effects[those] = np.linalg.inv(curvature[those])
        if not self.known:
            effects -= effects.mean(axis=0)
        covariance = np.zeros_like(curvature)
        for (one, other), tally in self.tallies.items():
            effect = effects[:, one] - effects[:, other]  # one player's points the other has lost
            variance = tally.variance(_logistic(strengths[one] - strengths[other]))
            covariance += variance * np.outer(effect, effect)
        for player in self.free:
            expected = _logistic(strengths[player] - self.average)
            effect = effects[:, player]
            covariance += PRIOR * expected * (1 - expected) * np.outer(effect, effect)
        return covariance

    def limits(self, strengths: Array, covariance: Array, side: int) -> Array:
        """One end of the interval of every strength, by bisection; -1: the lower one, 1: the upper.

        At the end, the points that a player would be expected to have made differ from its own by
        `confidence` standard deviations. These are those of games against opponents whose strength
        is certain, times as much as the covariance says that they are larger in truth.
        """
        # A player who moves away from the average of all moves further away from its opponents.
        lever = 1.0 if self.known else self.players / max(self.players - 1, 1)
        made, information = self._expectation(strengths)
        scale = (
            lever**2 * np.diag(covariance) * information * confidence(self.games.sum(axis=1)) ** 2
        )
        near, far = np.zeros(self.players), np.full(self.players, FARTHEST)
        for _bisection in range(50):
            shift = (near + far) / 2
            points, variance = self._expectation(strengths, side * lever * shift)
            is_inside = (points - made) ** 2 < scale * variance
            near, far = np.where(is_inside, shift, near), np.where(is_inside, far, shift)
        return strengths + side * near

    def _expectation(self, strengths: Array, shifts: Array | float = 0.0) -> tuple[Array, Array]:
        """The points to expect of each player if it alone were stronger, and their variance."""
        moved = strengths + shifts
        scores = _logistics(moved[:, None] - strengths[None, :])
        against_average = _logistics(moved - self.average)
        points = (self.games * scores).sum(axis=1) + PRIOR * against_average
        variance = (self.games * scores * (1 - scores)).sum(axis=1)
        return points, variance + PRIOR * against_average * (1 - against_average)


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


def _logistics(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def _normal(z: float) -> float:
    """The share of a normal distribution below z."""
    return (1 + erf(z / sqrt(2))) / 2
