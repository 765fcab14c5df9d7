"""Ratings of people: Glicko-2, by Mark Glickman's description of it.

Besides the rating there is its deviation, which says how sure the rating is, and a volatility,
which says how steady the results are. Who has a large deviation moves fast; who has played much
moves slowly; a deviation grows while nothing is played.

The formulas are in a scale of their own, where one unit is SCALE points about the rating 1500.
"""

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

MIDDLE = 1500.0
SCALE = 400 / log(10)
LARGEST = 350.0  # the deviation of somebody of whom nothing is known
TAU = 0.5  # how much a volatility may change in one period
CLOSE = 1e-6  # where the search for a volatility ends
FAR = 20.0  # units between two players, from where on it makes no difference


class Glicko(NamedTuple):
    """What is known of somebody's strength."""

    rating: float = MIDDLE
    deviation: float = LARGEST
    volatility: float = 0.06


Results = Sequence[tuple[Glicko, float]]  # opponents as they were, and 1, 0.5 or 0 points


def update(player: Glicko, results: Results) -> Glicko:
    """What is known after one rating period. Without results only the deviation grows."""
    if not results:
        return rested(player, 1)
    phi = player.deviation / SCALE
    precision, surplus = _seen(player, results)
    delta = surplus / precision
    volatility = _volatility(player.volatility, phi, 1 / precision, delta)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + precision)
    rating = player.rating + SCALE * phi**2 * surplus
    return Glicko(rating, _deviation(phi), volatility)


def rested(player: Glicko, periods: int) -> Glicko:
    """What is known after so many rating periods without a game: the rating, but less surely."""
    phi = player.deviation / SCALE
    grown = _deviation(sqrt(phi**2 + periods * player.volatility**2))
    return player._replace(deviation=max(player.deviation, grown))  # rounding makes nobody surer


def expected(player: Glicko, opponent: Glicko) -> float:
    """The points to be expected of one game, from 0 to 1."""
    distance = (player.rating - opponent.rating) / SCALE
    distance = min(max(distance, -FAR), FAR)
    return 1 / (1 + exp(-_weight(opponent) * distance))


def _deviation(phi: float) -> float:
    return min(SCALE * phi, LARGEST)


def _weight(opponent: Glicko) -> float:
    """How much a result says, less the less is known of the opponent: g in the paper."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)


def _seen(player: Glicko, results: Results) -> tuple[float, float]:
    """How much the results say of a strength (1 / v in the paper), and the weighted points won
    beyond those to be expected."""
    precision = surplus = 0.0
    for opponent, points in results:
        weight, chance = _weight(opponent), expected(player, opponent)
        precision += weight**2 * chance * (1 - chance)
        surplus += weight * (points - chance)
    return precision, surplus


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility: the root of a falling function, between two ends that close in on it."""
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
    """A place on the other side of the root than `a`, or the root itself."""
    if surprise > 0:
        return log(surprise)
    steps = 1
    while slope(a - steps * TAU) < 0:
        steps += 1
    return a - steps * TAU
