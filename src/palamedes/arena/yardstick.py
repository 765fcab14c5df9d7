"""Which step of the ladder a player of a tournament plays like.

Steps and levels among the players are the yardstick: their ratings are known on the scale of the
ladder (players/ladder.py). Where bots are graded, all ratings are on that scale. Any other
tournament measures steps too, on a scale of its own; the shift between the scales that fits them
best, by least squares, is the mean of their differences.
"""

from collections.abc import Sequence
from math import ceil
from statistics import fmean
from typing import Literal, NamedTuple

from palamedes.core.game import Game
from palamedes.players.adaptive import strengths
from palamedes.players.ladder import ladder, level_rating

FEW = 4  # games against the yardstick; fewer say nothing
MARKS = 4  # steps in the yardstick that `yardstick` chooses


class Mark(NamedTuple):
    """A player of known strength: its rating on the ladder and in the tournament."""

    known: float
    measured: float


class Likeness(NamedTuple):
    """The step that a player plays like, or that it is above or below, as far as it was seen."""

    step: int
    sense: Literal["like", "above", "below"] = "like"

    def __str__(self) -> str:
        return f"step{self.step}" if self.sense == "like" else f"{self.sense} step{self.step}"


def yardstick(game: Game) -> list[str]:
    """Steps to measure players by: a spread from the first to the last below the top.

    None of them is limited by time, so a tournament with them is fast.
    """
    last = len(ladder(game)) - 1
    places = (1 + ceil(number * (last - 1) / (MARKS - 1)) for number in range(MARKS))
    return [f"step{place}" for place in dict.fromkeys(places)]


def known_strength(game: Game, spec: str) -> float | None:
    """The rating of a step or level on the ladder of a game; None for any other player."""
    steps = ladder(game)
    names = [step.name for step in steps]
    if spec in names:
        return strengths(game)[names.index(spec)]
    known = level_rating(game.id, spec)
    return known.rating if known and all(step.rating for step in steps) else None


def fixed_ratings(game: Game, specs: Sequence[str]) -> dict[int, float]:
    """The measured ratings of steps and levels, by their place among the specs."""
    if not all(step.rating for step in ladder(game)):
        return {}
    found = {place: known_strength(game, spec) for place, spec in enumerate(specs)}
    return {place: known for place, known in found.items() if known is not None}


def plays_like(
    game: Game, marks: Sequence[Mark], rating: float, points: float, games: float
) -> Likeness | None:
    """The step of a player with this rating in the tournament; None if too little is known.

    points, games: against the marks. A player that has won or lost all of them is above or below
    the last one, by as much as nobody knows.
    """
    if not marks or games < FEW:
        return None
    known = strengths(game)
    if points == games:
        return Likeness(_nearest(known, max(mark.known for mark in marks)), "above")
    if points == 0:
        return Likeness(_nearest(known, min(mark.known for mark in marks)), "below")
    strength = rating + fmean(mark.known - mark.measured for mark in marks)
    return likest_step(game, strength)


def likest_step(game: Game, strength: float) -> Likeness:
    """The step that is nearest to a strength on the scale of the ladder."""
    known = strengths(game)
    margin = (known[-1] - known[0]) / (2 * (len(known) - 1))  # half of the usual distance
    if strength > known[-1] + margin:
        return Likeness(len(known), "above")
    return Likeness(_nearest(known, strength), "below" if strength < known[0] - margin else "like")


def _nearest(known: Sequence[float], strength: float) -> int:
    """The number of the step that is nearest to a strength."""
    return 1 + min(range(len(known)), key=lambda place: abs(known[place] - strength))
