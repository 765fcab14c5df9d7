"""An opponent that finds a person's level: `adaptive`, or `adaptive:rating=1480`.

It plays like the steps of the ladder around a rating. Between games the rating follows the results
(`after_game`); within a game it plays a little weaker while it is ahead and a little stronger while
it is behind, so that games stay close. How strong it has played depends on nothing but the match
and the rating it began with, so a game that was taken back or resumed elsewhere changes nothing.
"""

from bisect import bisect_right
from collections.abc import Callable
from random import Random

from palamedes.core.game import Game
from palamedes.core.glicko import Glicko, update
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players.ladder import ladder
from palamedes.players.player import FREE, Allowance, Choice, Player
from palamedes.search.evaluations import default_evaluation
from palamedes.search.fixed_depth import ExactSearch
from palamedes.search.score import chance

ADAPTIVE = "adaptive"
LOOK = 2  # plies that it looks ahead to see who is ahead
REACH = 150.0  # Elo by which it plays stronger in a lost position, and weaker in a won one
FIRST_STEP = 3  # whose rating it begins with against a person of whom nothing is known
# How uncertain that is, and how much people may differ from it: with the usual values of Glicko a
# strong person would still meet a weak opponent in the tenth game.
FIRST_DEVIATION, FIRST_VOLATILITY = 700.0, 1.4
UNCERTAINTY = 60.0  # deviation of the strength that it has played with in a game
SPACING, MIDDLE = 150.0, 1500.0  # Elo between the steps of a game that was never measured
# For people who lose to the first step: the same, misjudging far more. How much weaker that is was
# not measured for each game; without it they would only ever meet opponents who are too strong.
# Where the first step takes a win in one move, this one does, too: to miss one, and parry a threat
# with the next move, looks like no mistake of a person. Threats it may overlook.
BELOW, BELOW_A_BLIND_STEP, FALL = "step1:blur=1,sight=1", "step1:blur=1,sight=0", 150.0


class AdaptivePlayer(Player):
    """Plays like the steps around a rating; each move is made by one of the two nearest."""

    def __init__(
        self, game: Game, rating: float, make: Callable[[str], Player], random: Random
    ) -> None:
        """`make` makes a player of its spec."""
        self._rating = rating
        self._make = make
        self._random = random
        self._strengths = reach(game)
        self._specs = [_below(game), *(step.name for step in ladder(game))]
        self._players: dict[str, Player] = {}
        self._look = Look(game)
        self._thinking: Player | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Get the step of its rating ready: those around it use the same code or none."""
        self._player(self._spec(self._rating, 0.5)).prepare(match, seat)
        self._look.prepare(match.position)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        strength = self._look.strength(match.position, self._rating)
        self._thinking = self._player(self._spec(strength, self._random.random()))
        self._thinking.report = self.report
        return self._thinking.choose(match, allowance)

    def _spec(self, strength: float, drawn: float) -> str:
        """One of the two steps around a strength, the nearer one more often."""
        low, share = _between(self._strengths, strength)
        return self._specs[low + (drawn < share)]

    def _player(self, spec: str) -> Player:
        if spec not in self._players:
            self._players[spec] = self._make(spec)
        return self._players[spec]

    def stop(self) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def close(self) -> None:
        for player in self._players.values():
            player.close()


class Look:
    """Sees which side is ahead, and how strong to play for that."""

    def __init__(self, game: Game) -> None:
        self._search = ExactSearch(default_evaluation(game), LOOK)
        self._game = game
        self._weakest, *_others, self._strongest = reach(game)

    def prepare(self, position: Position) -> None:
        self._search.prepare(position)

    def strength(self, position: Position, rating: float) -> float:
        """The strength to play with in a position, on the scale of the ladder."""
        expected = chance(self._search.best_moves(position).score, self._game.scale)
        wanted = rating + REACH * (1 - 2 * expected)
        return min(max(wanted, self._weakest), self._strongest)


def played_strength(match: Match, seat: int, rating: float) -> float | None:
    """How strong an adaptive player with this rating has played on average; None before a move."""
    look = Look(match.game)
    own = [each for each in match.positions[: len(match.turns)] if each.turn == seat]
    found = [look.strength(position, rating) for position in own]
    return sum(found) / len(found) if found else None


def newcomer(game: Game) -> Glicko:
    """What is assumed of a person in their first game against it."""
    known = strengths(game)
    first = known[min(FIRST_STEP, len(known)) - 1]
    return Glicko(first, FIRST_DEVIATION, FIRST_VOLATILITY)


def after_game(known: Glicko, strength: float, points: float) -> Glicko:
    """What is known of a person who made `points` (1, 0.5, 0) against it at this strength."""
    return update(known, [(Glicko(strength, UNCERTAINTY), points)])


def strengths(game: Game) -> list[float]:
    """The ratings of the steps of a game in rising order: measured, or evenly spaced."""
    steps = ladder(game)
    measured = [step.rating.rating for step in steps if step.rating is not None]
    if len(measured) == len(steps):
        return sorted(measured)
    middle = (len(steps) - 1) / 2
    return [MIDDLE + SPACING * (place - middle) for place in range(len(steps))]


def reach(game: Game) -> list[float]:
    """The strengths that it plays with: those of the steps, and one below them."""
    steps = strengths(game)
    return [steps[0] - FALL, *steps]


def _below(game: Game) -> str:
    """The spec of the opponent below the first step, which never sees more than that does."""
    return BELOW_A_BLIND_STEP if "sight=0" in ladder(game)[0].spec else BELOW


def _between(strengths: list[float], strength: float) -> tuple[int, float]:
    """The place of the last step that is not stronger, and the share of the next one."""
    low = min(max(bisect_right(strengths, strength) - 1, 0), len(strengths) - 2)
    gap = strengths[low + 1] - strengths[low]
    share = (strength - strengths[low]) / gap if gap else 0.0
    return low, min(max(share, 0.0), 1.0)
