"""Which challenges a bot accepts: by game, clock and strength."""

from collections.abc import Collection
from typing import Any, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

UNRATED = 1500.0  # the rating that players without one count with: where everybody begins
TYPICAL_MOVES = 40  # that the seconds per move are counted for, to compare clocks


class Span(NamedTuple):
    """Numbers from `least` to `most`, both included; None is no limit."""

    least: float | None = None
    most: float | None = None

    def contains(self, number: float) -> bool:
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )


def parse_span(text: str, option: str) -> Span:
    """The span of a text such as `60..600`, `60..` or `..600`; PalamedesError if it is none."""
    least, dots, most = text.partition("..")
    try:
        span = Span(_number(least), _number(most))
    except ValueError:
        span = Span(1.0, 0.0)
    is_empty = span.least is not None and span.most is not None and span.least > span.most
    if not dots or is_empty:
        raise PalamedesError(
            _("{option}: {text!r} must have the form MIN..MAX, MIN.. or ..MAX").format(
                option=option, text=text[:40]
            )
        )
    return span


def _number(text: str) -> float | None:
    number = float(text) if text.strip() else None
    if number is not None and not 0 <= number < float("inf"):
        raise ValueError(text)
    return number


class Wishes(NamedTuple):
    """The challenges that a bot accepts.

    games: their ids
    clock: seconds for a whole game: the total and the increments of 40 moves; None accepts games
        without a clock too
    strength: the rating of the opponent
    """

    games: Collection[str]
    clock: Span | None = None
    strength: Span = Span()

    def refusal(self, challenge: dict[str, Any]) -> str | None:
        """Why a bot declines a challenge, as the API names it; None if it accepts."""
        if challenge["game"] not in self.games:
            return "game"
        if self.clock is not None and not self._fits(challenge["clock"]):
            return "clock"
        rating = challenge["challenger"]["rating"]
        return None if self.strength.contains(UNRATED if rating is None else rating) else "strength"

    def _fits(self, clock: dict[str, float] | None) -> bool:
        assert self.clock is not None
        if clock is None:
            return self.clock.most is None
        return self.clock.contains(clock["total"] + TYPICAL_MOVES * clock["increment"])
