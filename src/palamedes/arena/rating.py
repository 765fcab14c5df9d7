"""What results say about strength: Elo with error bars, tests by games, ratings of several players.

Games come in pairs: the same opening twice, sides swapped. The two results of a pair depend on each
other, for a lopsided opening is won once by each, so that all error bars come from the spread of
pairs (five outcomes: "pentanomial") and not from the spread of single games.

Elo is logistic: a player with a score p (0 to 1) is 400 log10(p / (1 - p)) ahead. Normalised Elo
measures the advantage by the standard deviation of one game: it says how many games it takes to see
it, whatever the share of draws.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, exp, inf, log, log10, sqrt
from typing import Literal

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, by its outcome: LL, LD, DD or WL, WD, WW
ABOVE = tuple(value - 0.5 for value in VALUES)
HALVES = (0.0, 0.5, 1.0)  # of a single game: loss, draw, win
CONFIDENCE = 1.959964  # standard deviations on either side that hold 95 %
PER_NAT = 400 / log(10)  # Elo of one unit of log-odds
PER_DEVIATION = 800 / log(10)  # normalised Elo of one standard deviation of a game
UNSEEN = 1e-3  # what stands in a test for an outcome that never came up, so that it stays possible
PRIOR = 0.5  # games that every player is taken to have drawn with an average one

Verdict = Literal["H0", "H1", "go on"]
Vector = list[float]
Matrix = list[Vector]


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
        return 2 * _dot(self.pairs, VALUES) + _dot(self.singles, HALVES)

    @property
    def mirrored(self) -> "Tally":
        """The same results as the other player sees them."""
        return Tally(self.pairs[::-1], self.singles[::-1])

    def spread(self, score: float) -> float:
        """The sum of squares of how far the points are from those of a score a game.

        It estimates the variance of all points together. The points of a pair deviate as one;
        a single game deviates alone.
        """
        pairs = (4 * (value - score) ** 2 for value in VALUES)
        singles = ((value - score) ** 2 for value in HALVES)
        return _dot(self.pairs, pairs) + _dot(self.singles, singles)

    @property
    def widened(self) -> "Tally":
        """The tally to take error bars from.

        Where everything ended alike the spread is not nothing but unknown: half a pair of each
        outcome is added then, which gives wide bars that shrink as games are played.
        """
        counts = zip((*VALUES, *HALVES), (*self.pairs, *self.singles), strict=True)
        if len({value for value, count in counts if count}) != 1:
            return self
        return Tally(tuple(count + 0.5 for count in self.pairs), self.singles)


@dataclass(frozen=True)
class Estimate:
    """How strong one player is against another; all None without games.

    elo is infinite for a score of 0 or 1. error is half of the 95 % interval, infinite where that
    reaches a score of 0 or 1. los is the likelihood of superiority, from 0 to 1.
    """

    score: float | None = None
    elo: float | None = None
    error: float | None = None
    normalised: float | None = None
    los: float | None = None


def estimate(tally: Tally) -> Estimate:
    """Elo, error and likelihood of superiority, by the normal approximation.

    A game without a partner counts as one game in all of it, and its result as independent.
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
    """The logistic Elo of a score; infinite from 0 down and from 1 up."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that a logistic Elo advantage predicts."""
    return _logistic(elo / PER_NAT)


def _normalised(tally: Tally, score: float) -> float:
    """The advantage in standard deviations of a game, in the unit of Elo."""
    if score == 0.5:
        return 0.0
    deviation = sqrt(tally.spread(score) / tally.games)
    return PER_DEVIATION * (score - 0.5) / deviation if deviation else (score - 0.5) * inf


# Tests by games (SPRT). Games without a partner say nothing in them.


def llr_normalised(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """How much likelier elo1 is than elo0, in nats; both are normalised Elo. Exact.

    Each hypothesis is represented by the distribution over the five outcomes that explains the
    pairs best among all that have its Elo (generalised likelihood ratio).
    """
    return _llr(pairs, *(_likeliest_with_t(_seen(pairs), _t(elo)) for elo in (elo0, elo1)))


def llr_logistic(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """The same for hypotheses in logistic Elo. Exact."""
    fits = []
    for elo in (elo0, elo1):
        aims = [value - score_of(elo) for value in VALUES]
        fits.append(_tilted(_seen(pairs), aims))
    return _llr(pairs, *fits)


def llr_approximate(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """What `llr_normalised` is nearly, if the mean of pairs is normal and of known variance."""
    shares = _seen(pairs)
    mean = _dot(shares, VALUES)
    deviation = sqrt(_dot(shares, ((value - mean) ** 2 for value in VALUES)))
    t, t0, t1 = (mean - 0.5) / deviation, _t(elo0), _t(elo1)
    return sum(pairs) * (t1 - t0) * (t - (t0 + t1) / 2)


def llr_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Where a test ends: accepting H0 at the lower bound, H1 at the upper one."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def verdict(llr: float, alpha: float = 0.05, beta: float = 0.05) -> Verdict:
    """Which hypothesis a test accepts. alpha, beta: how often H1, H0 may be accepted wrongly."""
    low, high = llr_bounds(alpha, beta)
    if low < llr < high:
        return "go on"
    return "H1" if llr >= high else "H0"


def _t(elo: float) -> float:
    """The mean of pairs above one half, in their standard deviations. A pair spreads less."""
    return sqrt(2) * elo / PER_DEVIATION


def _seen(pairs: Sequence[float]) -> Vector:
    """The shares of the outcomes, none of them nothing."""
    counts = [count or UNSEEN for count in pairs]
    return [count / sum(counts) for count in counts]


def _llr(pairs: Sequence[float], fit0: Vector, fit1: Vector) -> float:
    ratios = (log(p1 / p0) for p0, p1 in zip(fit0, fit1, strict=True))
    return _dot((count or UNSEEN for count in pairs), ratios) if sum(pairs) else 0.0


def _likeliest_with_t(seen: Vector, t: float) -> Vector:
    """The distribution that explains `seen` best among those whose t-value is t.

    With u for an outcome above one half, the condition is: mean u = tau x root of the mean of u^2.
    The root is at most (mean u^2 / s + s) / 2, and just that where s is the root itself. So the
    condition is linear for a given s, and s follows from the answer until both agree.
    """
    if t < 0:
        return _likeliest_with_t(seen[::-1], -t)[::-1]
    tau = t / sqrt(1 + t * t)
    s = 0.5  # the largest root there can be: this much is always possible
    for _round in range(200):
        fit = _tilted(seen, [u - tau * (u * u / s + s) / 2 for u in ABOVE])
        last, s = s, sqrt(_dot(fit, (u * u for u in ABOVE)))
        if abs(s - last) < 1e-13:
            break
    return fit


def _tilted(seen: Vector, aims: Vector) -> Vector:
    """The distribution that explains `seen` best among those whose mean of `aims` is 0.

    It is seen / (1 + x aims) for the one x, found by halving, that makes the mean 0.
    """
    low, high = -1 / max(aims), -1 / min(aims)
    for _halving in range(200):
        x = (low + high) / 2
        if x in (low, high):
            break
        mean = sum(p * aim / (1 + x * aim) for p, aim in zip(seen, aims, strict=True))
        low, high = (x, high) if mean > 0 else (low, x)
    return [p / (1 + x * aim) for p, aim in zip(seen, aims, strict=True)]


# Ratings of several players from all their games together.

Tallies = Mapping[tuple[int, int], Tally]  # by the places of two players, as the first sees it


@dataclass(frozen=True)
class Ratings:
    """Elo of several players, 0 on average, and in `covariance` how sure that is."""

    elo: Vector
    covariance: Matrix

    def error(self, player: int) -> float:
        """Half of the 95 % interval of a rating, which is about the average of all players.

        Of two players each has half of the uncertainty of their difference.
        """
        return CONFIDENCE * sqrt(self.covariance[player][player])

    def los(self, one: int, other: int) -> float:
        """How likely one player is stronger than another, from 0 to 1."""
        own, others = self.covariance[one], self.covariance[other]
        variance = own[one] - own[other] - others[one] + others[other]
        difference = self.elo[one] - self.elo[other]
        return _normal(difference / sqrt(variance)) if variance > 0 else 0.5


def rate(players: int, tallies: Tallies) -> Ratings:
    """The likeliest ratings (Bradley-Terry); a draw is half a win and half a loss.

    Every player is also taken to have drawn half a game with an average one, so that a score of
    100 % stays finite.

    Error bars are those of a sandwich: the likelihood says how ratings follow from points, and
    the spread of points is measured on pairs of games as they ended, or on single games where
    there is no pair. Nothing is assumed about draws or about the two games of a pair.
    """
    strengths = _likeliest(players, tallies)
    middle = sum(strengths) / max(players, 1)
    elo = [PER_NAT * (strength - middle) for strength in strengths]
    return Ratings(elo, _covariance(players, tallies))


def _likeliest(players: int, tallies: Tallies) -> Vector:
    """The strengths, in log-odds, at the top of the likelihood, by Newton's method."""
    strengths = [0.0] * players
    for _step in range(100):
        step = _solved(*_derivatives(strengths, tallies))
        longest = max(map(abs, step), default=0.0)
        scale = 1 / max(longest, 1.0)  # far from the top a whole step may overshoot
        strengths = [old + scale * part for old, part in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return strengths


def _derivatives(strengths: Vector, tallies: Tallies) -> tuple[Matrix, Vector]:
    """The curvature of the log-likelihood at some strengths, turned positive, and its slope."""
    averages = [_logistic(strength) for strength in strengths]  # expected against an average one
    slope = [PRIOR * (0.5 - average) for average in averages]
    curvature = [[0.0] * len(strengths) for _row in strengths]
    for player, average in enumerate(averages):
        curvature[player][player] = PRIOR * average * (1 - average)
    for (one, other), tally in tallies.items():
        expected = _logistic(strengths[one] - strengths[other])
        surplus = tally.points - tally.games * expected
        slope[one] += surplus
        slope[other] -= surplus
        _add_difference(curvature, one, other, tally.games * expected * (1 - expected))
    return curvature, slope


def _covariance(players: int, tallies: Tallies) -> Matrix:
    """The covariance of the ratings about their average."""
    wide = {meeting: tally.widened for meeting, tally in tallies.items()}
    strengths = _likeliest(players, wide)
    curvature, _slope = _derivatives(strengths, wide)
    spread = [[0.0] * players for _row in range(players)]
    for (one, other), tally in wide.items():
        expected = _logistic(strengths[one] - strengths[other])
        _add_difference(spread, one, other, tally.spread(expected))
    everyone = range(players)
    inverse = [_solved(curvature, [float(each == one) for each in everyone]) for one in everyone]
    means = [sum(column) / players for column in zip(*inverse, strict=True)]
    # Each row: how a rating, seen from the average, follows from the points of everybody.
    rows = [[PER_NAT * (a - b) for a, b in zip(row, means, strict=True)] for row in inverse]
    mixed = [[_dot(row, line) for line in spread] for row in rows]
    return [[_dot(row, other) for other in rows] for row in mixed]


def _add_difference(matrix: Matrix, one: int, other: int, amount: float) -> None:
    """Add a quantity that belongs to the difference of two players."""
    matrix[one][one] += amount
    matrix[other][other] += amount
    matrix[one][other] -= amount
    matrix[other][one] -= amount


def _solved(matrix: Matrix, right: Vector) -> Vector:
    """The solution of linear equations; the matrix is symmetric and positive."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        for lower in rows[pivot + 1 :]:
            if factor := lower[pivot] / row[pivot]:
                for column in range(pivot, len(row)):
                    lower[column] -= factor * row[column]
    solution: Vector = [0.0] * len(rows)
    for pivot in reversed(range(len(rows))):
        known = _dot(rows[pivot][pivot + 1 : -1], solution[pivot + 1 :])
        solution[pivot] = (rows[pivot][-1] - known) / rows[pivot][pivot]
    return solution


def _dot(one: Iterable[float], other: Iterable[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def _normal(z: float) -> float:
    """The share of a normal distribution below z."""
    return (1 + erf(z / sqrt(2))) / 2
