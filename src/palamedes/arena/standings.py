"""The standings of a tournament after the games so far: players, pairings and totals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from palamedes.arena.elo import Estimate, Tally, estimate, rate
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Plan
from palamedes.arena.sprt_test import SprtVerdict, llr_bounds, llr_normalised, sprt_verdict
from palamedes.arena.yardstick import Likeness, Mark, fixed_ratings, known_strength, plays_like
from palamedes.core.game import Game
from palamedes.games import find_game
from palamedes.search.score import ESTIMATE

FAILURES = {  # reasons to lose a game other than on the board, and their names in documents
    "illegal move": "illegal_moves",
    "timeout": "timeouts",
    "crash": "crashes",
    "disqualified": "disqualifications",
}


@dataclass
class GameCounts:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    def __add__(self, other: "GameCounts") -> "GameCounts":
        return GameCounts(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        )


@dataclass
class MoveStatistics:
    """Time, search effort and scores of a player's own moves; opening moves do not count.

    evaluation: the sum of the player's scores. Proven scores (ESTIMATE and above) are left out: one
    win in sight would outweigh all other moves together.
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    searches: int = 0
    depth: int = 0  # sum over all searches
    nodes: int = 0  # sum over all searches
    judged: int = 0  # moves with an evaluation
    evaluation: int = 0

    def add(self, seconds: float, thought: Sequence[int] | None) -> None:
        self.moves += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        if thought is None:
            return
        depth, nodes, score = thought
        self.searches += 1
        self.depth += depth
        self.nodes += nodes
        if abs(score) < ESTIMATE:
            self.judged += 1
            self.evaluation += score


@dataclass
class Standing:
    """One player. The rating is None before the first game.

    low, high: its 95 % interval; None where the rating is the one that the ladder says.
    los: the probability that the player is stronger than the next one in the ranking.
    likeness: the step of the ladder it plays like, if it has met steps or levels.
    """

    place: int  # its index in the plan
    name: str
    spec: str
    first: GameCounts = field(default_factory=GameCounts)  # of games with the first move
    second: GameCounts = field(default_factory=GameCounts)  # of games without it
    statistics: MoveStatistics = field(default_factory=MoveStatistics)
    failures: Counter[str] = field(default_factory=Counter)  # by reason
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    los: float | None = None
    likeness: Likeness | None = None

    @property
    def score(self) -> GameCounts:
        return self.first + self.second

    @property
    def error(self) -> float | None:
        """Half of the interval of the rating."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@dataclass
class Meeting:
    """The games between two players, from the view of `one`."""

    one: int
    other: int
    score: GameCounts = field(default_factory=GameCounts)
    tally: Tally = field(default_factory=Tally)
    estimate: Estimate = field(default_factory=Estimate)


@dataclass
class Overall:
    """Totals of the tournament. `first` is the score of the players with the first move."""

    games: int = 0
    first: GameCounts = field(default_factory=GameCounts)
    plies: int = 0  # of all games, including openings
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)


class SprtStanding(NamedTuple):
    """The state of an SPRT: is the first player ahead by `elo0` (H0) or by `elo1` (H1)?

    Both are in normalised Elo. The test ends when `llr` reaches `low` or `high`.
    """

    players: tuple[str, str]  # names
    elo0: float
    elo1: float
    llr: float
    low: float
    high: float
    verdict: SprtVerdict


@dataclass
class Standings:
    """The standings of a tournament; `players` are in the order of the ranking.

    is_on_ladder: ratings are on the scale of the ladder; otherwise they are 0 on average.
    """

    players: list[Standing]
    meetings: dict[tuple[int, int], Meeting]  # by indices in the plan
    overall: Overall
    test: SprtStanding | None = None
    is_on_ladder: bool = False

    def score(self, one: int, other: int) -> GameCounts | None:
        """One player's score against another, None if they do not meet."""
        if (one, other) in self.meetings:
            return self.meetings[one, other].score
        if (other, one) in self.meetings:
            score = self.meetings[other, one].score
            return GameCounts(score.losses, score.draws, score.wins)
        return None


def standings(plan: Plan, games: Iterable[FinishedGame]) -> Standings:
    """The standings after some of the games, given in any order."""
    players = [
        Standing(place, entrant.name, entrant.spec) for place, entrant in enumerate(plan.entrants)
    ]
    meetings = {pair: Meeting(*pair) for pair in plan.meetings()}
    overall = Overall()
    by_opening: dict[tuple[int, int], dict[int, list[float]]] = {pair: {} for pair in meetings}
    for finished in games:
        first, second = players[finished.fixture.first], players[finished.fixture.second]
        _count_result(finished, first, second, overall)
        _count_moves(finished, (first.statistics, second.statistics), overall)
        one, other = sorted((first.place, second.place))
        points = finished.score_of(one)
        meetings[one, other].score.add(points)
        by_opening[one, other].setdefault(finished.fixture.opening, []).append(points)
    for pair, results in by_opening.items():
        meetings[pair].tally = _tally(results.values())
        meetings[pair].estimate = estimate(meetings[pair].tally)
    known = _known_ratings(plan)
    _rate(players, meetings, known)
    result = Standings(_ranked(players), meetings, overall, _test(plan, meetings), bool(known))
    _compare_with_ladder(find_game(plan.game), result)
    return result


def _count_result(
    finished: FinishedGame, first: Standing, second: Standing, overall: Overall
) -> None:
    points = finished.score_of(first.place)
    first.first.add(points)
    second.second.add(1 - points)
    overall.games += 1
    overall.first.add(points)
    overall.reasons[finished.reason] += 1
    if finished.reason in FAILURES:
        loser = second if points == 1 else first
        loser.failures[finished.reason] += 1


def _count_moves(
    finished: FinishedGame, statistics: tuple[MoveStatistics, MoveStatistics], overall: Overall
) -> None:
    """Add each move to its player's statistics: players alternate from the start of the record."""
    seconds = finished.record["seconds"]
    thoughts = finished.record.get("thoughts") or [None] * len(seconds)
    overall.plies += len(seconds)
    for ply, (spent, thought) in enumerate(zip(seconds, thoughts, strict=True)):
        if spent is not None:
            statistics[ply % 2].add(spent, thought)
            overall.seconds += spent
    lost = finished.record["result"].get("seconds")
    if lost is not None:  # by the player to move
        mover = statistics[len(seconds) % 2]
        mover.slowest = max(mover.slowest, lost)
        overall.seconds += lost


def _tally(openings: Iterable[Sequence[float]]) -> Tally:
    """Group the points of the games with each opening into pairs; one may be left single."""
    pairs, singles = [0] * 5, [0] * 3
    for results in openings:
        for start in range(0, len(results) - 1, 2):
            pairs[round(2 * (results[start] + results[start + 1]))] += 1
        if len(results) % 2:
            singles[round(2 * results[-1])] += 1
    return Tally(tuple(pairs), tuple(singles))


def _known_ratings(plan: Plan) -> dict[int, float]:
    """The ratings of the yardstick, by place, if the ladder of the game was measured."""
    measured = len(plan.entrants) - plan.yardstick
    specs = [entrant.spec for entrant in plan.entrants[measured:]]
    found = fixed_ratings(find_game(plan.game), specs)
    return {measured + place: rating for place, rating in found.items()}


def _rate(
    players: Sequence[Standing],
    meetings: Mapping[tuple[int, int], Meeting],
    known: Mapping[int, float],
) -> None:
    """Set the players' ratings, and then `los`, which depends on the ranking."""
    tallies = {pair: meeting.tally for pair, meeting in meetings.items() if meeting.tally.games}
    ratings = rate(len(players), tallies, known)
    for player in players:
        if player.score.games:
            player.rating = ratings.elo[player.place]
            if player.place not in known:
                player.low, player.high = ratings.low[player.place], ratings.high[player.place]
    for player, following in pairwise(_ranked(players)):
        is_known = player.place in known and following.place in known
        if player.score.games and following.score.games and not is_known:
            player.los = ratings.los(player.place, following.place)


def _compare_with_ladder(game: Game, result: Standings) -> None:
    """Set the likeness of all players but the steps and levels, which measure them."""
    marks: dict[int, Mark] = {}
    for player in result.players:
        known = known_strength(game, player.spec)
        if known is not None and player.rating is not None:
            marks[player.place] = Mark(known, player.rating)
    for player in result.players:
        if player.place in marks or player.rating is None:
            continue
        scores = (result.score(player.place, mark) for mark in marks)
        score = sum((score for score in scores if score is not None), start=GameCounts())
        player.likeness = plays_like(
            game, list(marks.values()), player.rating, score.points, score.games
        )


def _ranked(players: Iterable[Standing]) -> list[Standing]:
    """The best first; players without games last, equal players in the order of the plan."""
    return sorted(
        players,
        key=lambda player: (player.rating is None, -(player.rating or 0.0), -player.score.points),
    )


def _test(plan: Plan, meetings: Mapping[tuple[int, int], Meeting]) -> SprtStanding | None:
    if plan.sprt is None:
        return None
    one, other = (entrant.name for entrant in plan.entrants)
    elo0, elo1, errors = plan.sprt.elo0, plan.sprt.elo1, (plan.sprt.alpha, plan.sprt.beta)
    llr = llr_normalised(meetings[0, 1].tally.pairs, elo0, elo1)
    return SprtStanding(
        (one, other), elo0, elo1, llr, *llr_bounds(*errors), sprt_verdict(llr, *errors)
    )


def mean(total: float, count: float) -> float | None:
    """The mean, None if the count is 0."""
    return total / count if count else None
