"""Tests by games (SPRT): how much likelier one advantage is than another, from pairs of games.

Both advantages are in normalised Elo (arena/rating.py). Games without a partner say nothing here.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Literal

from palamedes.arena.rating import PER_DEVIATION, VALUES, Vector, dot

ABOVE = tuple(value - 0.5 for value in VALUES)
UNSEEN = 1e-3  # what stands for an outcome that never came up, so that it stays possible

SprtVerdict = Literal["H0", "H1", "go on"]


def llr_normalised(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """How much likelier elo1 is than elo0, in nats. Exact.

    Each hypothesis is represented by the distribution over the five outcomes that explains the
    pairs best among all that have its Elo (generalised likelihood ratio).
    """
    return _llr(pairs, *(_likeliest_with_t(_seen(pairs), _t(elo)) for elo in (elo0, elo1)))


def llr_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Where a test ends: accepting H0 at the lower bound, H1 at the upper one."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def sprt_verdict(llr: float, alpha: float = 0.05, beta: float = 0.05) -> SprtVerdict:
    """Which hypothesis a test accepts. alpha, beta: how often H1, H0 may be accepted wrongly.

    A ratio that is not a number accepts neither.
    """
    low, high = llr_bounds(alpha, beta)
    if llr >= high:
        return "H1"
    return "H0" if llr <= low else "go on"


def _t(elo: float) -> float:
    """The mean of pairs above one half, in their standard deviations. A pair spreads less."""
    return sqrt(2) * elo / PER_DEVIATION


def _seen(pairs: Sequence[float]) -> Vector:
    """The shares of the outcomes, none of them nothing."""
    counts = [count or UNSEEN for count in pairs]
    return [count / sum(counts) for count in counts]


def _llr(pairs: Sequence[float], fit0: Vector, fit1: Vector) -> float:
    ratios = (log(p1 / p0) for p0, p1 in zip(fit0, fit1, strict=True))
    return dot((count or UNSEEN for count in pairs), ratios) if sum(pairs) else 0.0


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
        last, s = s, sqrt(dot(fit, (u * u for u in ABOVE)))
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
