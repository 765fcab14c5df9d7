"""Where a tournament stands: players, meetings and the whole, from the games played so far."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import isfinite
from typing import Any, NamedTuple

from palamedes.arena.plan import Plan, Sprt
from palamedes.arena.played import Played
from palamedes.arena.rating import (
    Estimate,
    Tally,
    Verdict,
    estimate,
    llr_bounds,
    llr_normalised,
    rate,
    verdict,
)
from palamedes.search.score import ESTIMATE

FAILURES = {  # reasons for which a game is lost without losing on the board, as we name them
    "illegal move": "illegal_moves",
    "timeout": "timeouts",
    "crash": "crashes",
    "disqualified": "disqualifications",
}

# A formula at the start of a cell, or of what is one where cells are separated otherwise.
FORMULA = re.compile(r"(^|[;\t\r\n])(?=\s*[=+@-])")


@dataclass
class Score:
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

    def __add__(self, other: "Score") -> "Score":
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass
class Effort:
    """What a player spent on its own moves, and saw. The moves of openings are nobody's.

    The evaluation is the sum of the scores that the player gave its positions. Proven scores are
    left out, from ESTIMATE up: one win in sight would outweigh all other moves together.
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    searches: int = 0
    depth: int = 0  # of all searches together, as are nodes
    nodes: int = 0
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
    """One player. The rating is None before the first game, as is its error.

    `los` is how likely the player is stronger than the next one in the ranking.
    """

    place: int  # in the plan
    name: str
    spec: str
    first: Score = field(default_factory=Score)  # in games with the first move
    second: Score = field(default_factory=Score)
    effort: Effort = field(default_factory=Effort)
    failures: Counter[str] = field(default_factory=Counter)  # by the reason of the result
    rating: float | None = None
    error: float | None = None
    los: float | None = None

    @property
    def score(self) -> Score:
        return self.first + self.second


@dataclass
class Meeting:
    """Two players, all as the first named sees it."""

    one: int
    other: int
    score: Score = field(default_factory=Score)
    tally: Tally = field(default_factory=Tally)
    estimate: Estimate = field(default_factory=Estimate)


@dataclass
class Overall:
    """The tournament as a whole. `first` is the score of whoever had the first move."""

    games: int = 0
    first: Score = field(default_factory=Score)
    plies: int = 0  # of all games, openings included
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)


class SprtStanding(NamedTuple):
    """Where a test by games (SPRT) stands; its hypotheses are in normalised Elo."""

    llr: float
    low: float
    high: float
    verdict: Verdict


@dataclass
class Standings:
    """Everything. `players` are in the order of the ranking."""

    players: list[Standing]
    meetings: dict[tuple[int, int], Meeting]  # by places in the plan, in the order of meetings
    overall: Overall
    test: SprtStanding | None = None

    def score(self, one: int, other: int) -> Score | None:
        """One player's games against another, None where they do not meet."""
        if (one, other) in self.meetings:
            return self.meetings[one, other].score
        if (other, one) in self.meetings:
            score = self.meetings[other, one].score
            return Score(score.losses, score.draws, score.wins)
        return None


def standings(plan: Plan, games: Iterable[Played]) -> Standings:
    """Where a tournament stands after some of its games, in any order."""
    players = [
        Standing(place, entrant.name, entrant.spec) for place, entrant in enumerate(plan.entrants)
    ]
    meetings = {pair: Meeting(*pair) for pair in plan.meetings()}
    overall = Overall()
    by_opening: dict[tuple[int, int], dict[int, list[float]]] = {pair: {} for pair in meetings}
    for played in games:
        first, second = players[played.fixture.first], players[played.fixture.second]
        _count_result(played, first, second, overall)
        _count_moves(played, (first.effort, second.effort), overall)
        one, other = sorted((first.place, second.place))
        points = played.score_of(one)
        meetings[one, other].score.add(points)
        by_opening[one, other].setdefault(played.fixture.opening, []).append(points)
    for pair, results in by_opening.items():
        meetings[pair].tally = _tally(results.values())
        meetings[pair].estimate = estimate(meetings[pair].tally)
    _rate(players, meetings)
    return Standings(_ranked(players), meetings, overall, _test(plan.sprt, meetings))


def _count_result(played: Played, first: Standing, second: Standing, overall: Overall) -> None:
    points = played.score_of(first.place)
    first.first.add(points)
    second.second.add(1 - points)
    overall.games += 1
    overall.first.add(points)
    overall.reasons[played.reason] += 1
    if played.reason in FAILURES:
        loser = second if points == 1 else first
        loser.failures[played.reason] += 1


def _count_moves(played: Played, efforts: tuple[Effort, Effort], overall: Overall) -> None:
    """Give every move to who made it: the players move in turn from the start of the record."""
    seconds = played.record["seconds"]
    thoughts = played.record.get("thoughts") or [None] * len(seconds)
    overall.plies += len(seconds)
    for ply, (spent, thought) in enumerate(zip(seconds, thoughts, strict=True)):
        if spent is not None:
            efforts[ply % 2].add(spent, thought)
            overall.seconds += spent


def _tally(openings: Iterable[Sequence[float]]) -> Tally:
    """The points of the games with each opening, in pairs where there are two."""
    pairs, singles = [0] * 5, [0] * 3
    for results in openings:
        for start in range(0, len(results) - 1, 2):
            pairs[round(2 * (results[start] + results[start + 1]))] += 1
        if len(results) % 2:
            singles[round(2 * results[-1])] += 1
    return Tally(tuple(pairs), tuple(singles))


def _rate(players: Sequence[Standing], meetings: Mapping[tuple[int, int], Meeting]) -> None:
    """Give the players their ratings; then who is next is known."""
    tallies = {pair: meeting.tally for pair, meeting in meetings.items() if meeting.tally.games}
    ratings = rate(len(players), tallies)
    for player in players:
        if player.score.games:
            player.rating = ratings.elo[player.place]
            player.error = ratings.error(player.place)
    ranked = _ranked(players)
    for player, following in pairwise(ranked):
        if player.score.games and following.score.games:
            player.los = ratings.los(player.place, following.place)


def _ranked(players: Iterable[Standing]) -> list[Standing]:
    """The best first; who has not played comes last, and equals stand as in the plan."""
    return sorted(
        players,
        key=lambda player: (player.rating is None, -(player.rating or 0.0), -player.score.points),
    )


def _test(sprt: Sprt | None, meetings: Mapping[tuple[int, int], Meeting]) -> SprtStanding | None:
    if sprt is None:
        return None
    llr = llr_normalised(meetings[0, 1].tally.pairs, sprt.elo0, sprt.elo1)
    low, high = llr_bounds(sprt.alpha, sprt.beta)
    return SprtStanding(llr, low, high, verdict(llr, sprt.alpha, sprt.beta))


def to_document(plan: Plan, result: Standings) -> dict[str, Any]:
    """Everything, as JSON can hold it: what is unknown or infinite is null."""
    names = [entrant.name for entrant in plan.entrants]
    return {
        "plan": asdict(plan),
        "overall": _overall_document(result.overall),
        "players": [
            {"rank": rank, **player_document(player)}
            for rank, player in enumerate(result.players, start=1)
        ],
        "meetings": [_meeting_document(meeting, names) for meeting in result.meetings.values()],
        "test": result.test and result.test._asdict(),
    }


def player_document(player: Standing) -> dict[str, Any]:
    """A row of the table of players: names and plain values, in a good order of columns."""
    score, effort = player.score, player.effort
    return {
        "name": player.name,
        "spec": player.spec,
        **_score_document(score),
        "rating": _known(player.rating),
        "error": _known(player.error),
        "los": _known(player.los),
        **_score_document(player.first, "first_"),
        **_score_document(player.second, "second_"),
        **{name: player.failures[reason] for reason, name in FAILURES.items()},
        "slowest_move": effort.slowest,
        "seconds_per_game": mean(effort.seconds, score.games),
        "seconds_per_move": mean(effort.seconds, effort.moves),
        "nodes_per_move": mean(effort.nodes, effort.searches),
        "mean_depth": mean(effort.depth, effort.searches),
        "total_evaluation": effort.evaluation if effort.judged else None,
        "mean_evaluation": mean(effort.evaluation, effort.judged),
    }


def _meeting_document(meeting: Meeting, names: Sequence[str]) -> dict[str, Any]:
    figures = {name: _known(value) for name, value in asdict(meeting.estimate).items()}
    return {
        "players": [names[meeting.one], names[meeting.other]],
        **_score_document(meeting.score),
        "pairs": list(meeting.tally.pairs),
        "singles": list(meeting.tally.singles),
        **{("normalised_elo" if name == "normalised" else name): figures[name] for name in figures},
    }


def _overall_document(overall: Overall) -> dict[str, Any]:
    return {
        "games": overall.games,
        **_score_document(overall.first, "first_"),
        "first_score": mean(overall.first.points, overall.games),
        "mean_plies": mean(overall.plies, overall.games),
        "seconds_per_game": mean(overall.seconds, overall.games),
        "reasons": dict(overall.reasons.most_common()),
    }


def _score_document(score: Score, prefix: str = "") -> dict[str, Any]:
    figures = asdict(score) | {"games": score.games, "points": score.points}
    names = ("games", "wins", "draws", "losses", "points")
    return {prefix + name: figures[name] for name in names}


def to_csv(result: Standings) -> str:
    """The table of players as CSV, in the order of the ranking; what is unknown is empty.

    No text in it is a formula to a spreadsheet, whatever players are called.
    """
    rows = [
        {"rank": rank, **player_document(player)}
        for rank, player in enumerate(result.players, start=1)
    ]
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _harmless(value: Any) -> Any:
    """A value as it is, but what a spreadsheet might run in a text has an apostrophe before it."""
    return FORMULA.sub(r"\1'", value) if isinstance(value, str) else value


def mean(total: float, count: float) -> float | None:
    """The mean, None of nothing."""
    return total / count if count else None


def _known(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None
