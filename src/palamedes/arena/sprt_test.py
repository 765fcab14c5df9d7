"""The sequential probability ratio test (SPRT): which of two advantages do pairs of games support?

Both advantages are in normalised Elo (arena/elo.py). Unpaired games are not used.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Literal

from palamedes.arena.elo import PER_DEVIATION, VALUES, Vector, dot

ABOVE = tuple(value - 0.5 for value in VALUES)
UNSEEN = 1e-3  # the count of an outcome that never occurred: it must stay possible

SprtVerdict = Literal["H0", "H1", "go on"]


def llr_normalised(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """The exact log-likelihood ratio of elo1 to elo0, in nats.

    Each hypothesis is represented by the distribution over the five outcomes that explains the
    pairs best among all that have its Elo (generalised likelihood ratio).
    """
    return _llr(pairs, *(_likeliest_with_t(_seen(pairs), _t(elo)) for elo in (elo0, elo1)))


def llr_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """The bounds that end a test: the lower one accepts H0, the upper one H1."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def sprt_verdict(llr: float, alpha: float = 0.05, beta: float = 0.05) -> SprtVerdict:
    """The hypothesis a test accepts, or "go on".

    alpha, beta: the probability of accepting H1 or H0 wrongly. A ratio of NaN accepts neither.
    """
    low, high = llr_bounds(alpha, beta)
    if llr >= high:
        return "H1"
    return "H0" if llr <= low else "go on"


def _t(elo: float) -> float:
    """The mean of pairs above one half, in standard deviations of a pair.

    The score of a pair, being the mean of two games, deviates less than that of one game.
    """
    return sqrt(2) * elo / PER_DEVIATION


def _seen(pairs: Sequence[float]) -> Vector:
    """The shares of the five outcomes, all of them positive."""
    counts = [count or UNSEEN for count in pairs]
    return [count / sum(counts) for count in counts]


def _llr(pairs: Sequence[float], fit0: Vector, fit1: Vector) -> float:
    ratios = (log(p1 / p0) for p0, p1 in zip(fit0, fit1, strict=True))
    return dot((count or UNSEEN for count in pairs), ratios) if sum(pairs) else 0.0


def _likeliest_with_t(seen: Vector, t: float) -> Vector:
    """The distribution that explains `seen` best among those whose t-value is t.

    With u for an outcome minus one half, the condition is: mean u = tau x sqrt(mean of u^2).
    The root is at most (mean u^2 / s + s) / 2, with equality if s is the root itself. So the
    condition is linear for a given s, and s is recomputed from the solution until both agree.
    """
    if t < 0:
        return _likeliest_with_t(seen[::-1], -t)[::-1]
    tau = t / sqrt(1 + t * t)
    s = 0.5  # the largest possible root
    for _round in range(200):
        fit = _tilted(seen, [u - tau * (u * u / s + s) / 2 for u in ABOVE])
        last, s = s, sqrt(dot(fit, (u * u for u in ABOVE)))
        if abs(s - last) < 1e-13:
            break
    return fit


def _tilted(seen: Vector, aims: Vector) -> Vector:
    """The distribution that explains `seen` best among those whose mean of `aims` is 0.

    It is seen / (1 + x aims) for the x, found by bisection, that makes the mean 0.
    """
    low, high = -1 / max(aims), -1 / min(aims)
    for _bisection in range(200):
        x = (low + high) / 2
        if x in (low, high):
            break
        mean = sum(p * aim / (1 + x * aim) for p, aim in zip(seen, aims, strict=True))
        low, high = (x, high) if mean > 0 else (low, x)
    return [p / (1 + x * aim) for p, aim in zip(seen, aims, strict=True)]
