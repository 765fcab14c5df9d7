"""Ratings of people: Glicko-2, after Mark Glickman's description.

A rating has a deviation (how uncertain it is) and a volatility (how much the results vary). The
rating of a player with a large deviation changes fast, that of a player with many games slowly; the
deviation grows while the player does not play.

The formulas use a scale of their own: one unit is SCALE points, and 0 is the rating 1500.
"""

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

MIDDLE = 1500.0
SCALE = 400 / log(10)
LARGEST = 350.0  # the deviation of a new player
TAU = 0.5  # limits the change of a volatility in one period
CLOSE = 1e-6  # precision of a new volatility
FAR = 20.0  # units; a larger difference between two players changes nothing


class Glicko(NamedTuple):
    """A player's rating, its deviation, and the player's volatility."""

    rating: float = MIDDLE
    deviation: float = LARGEST
    volatility: float = 0.06


Results = Sequence[tuple[Glicko, float]]  # opponents before the period, and 1, 0.5 or 0 points


def update(player: Glicko, results: Results) -> Glicko:
    """The rating after one rating period. Without results only the deviation grows."""
    if not results:
        return rested(player, 1)
    phi = player.deviation / SCALE
    precision, surplus = _evidence(player, results)
    delta = surplus / precision
    volatility = _volatility(player.volatility, phi, 1 / precision, delta)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + precision)
    rating = player.rating + SCALE * phi**2 * surplus
    return Glicko(rating, _deviation(phi), volatility)


def rested(player: Glicko, periods: int) -> Glicko:
    """The rating after a number of rating periods without a game: only the deviation grows."""
    phi = player.deviation / SCALE
    grown = _deviation(sqrt(phi**2 + periods * player.volatility**2))
    return player._replace(deviation=max(player.deviation, grown))  # rounding must not shrink it


def expected(player: Glicko, opponent: Glicko) -> float:
    """The expected points of one game, from 0 to 1."""
    distance = (player.rating - opponent.rating) / SCALE
    distance = min(max(distance, -FAR), FAR)
    return 1 / (1 + exp(-_weight(opponent) * distance))


def _deviation(phi: float) -> float:
    return min(SCALE * phi, LARGEST)


def _weight(opponent: Glicko) -> float:
    """The weight of a result: smaller for an uncertain opponent (g in the paper)."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)


def _evidence(player: Glicko, results: Results) -> tuple[float, float]:
    """The precision of the results (1 / v in the paper), and the weighted points above the
    expected ones."""
    precision = surplus = 0.0
    for opponent, points in results:
        weight, chance = _weight(opponent), expected(player, opponent)
        precision += weight**2 * chance * (1 - chance)
        surplus += weight * (points - chance)
    return precision, surplus


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility: the root of a falling function, found by the Illinois method."""
    a = log(sigma**2)

    def slope(x: float) -> float:
        e, spread = exp(x), phi**2 + v + exp(x)
        return e * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, _far_end(slope, a, delta**2 - phi**2 - v)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        x = low + (low - high) * at_low / (at_high - at_low)
        at_x = slope(x)
        if at_x * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = x, at_x
    return exp(low / 2)


def _far_end(slope: Callable[[float], float], a: float, surprise: float) -> float:
    """A point on the other side of the root than `a`, or the root itself."""
    if surprise > 0:
        return log(surprise)
    steps = 1
    while slope(a - steps * TAU) < 0:
        steps += 1
    return a - steps * TAU
