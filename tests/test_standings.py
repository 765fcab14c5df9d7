"""Standings: every figure compared with a slow count, on real games."""

import csv
import io
import json
import time
from collections import Counter
from dataclasses import replace

import pytest

from palamedes.arena.elo import Tally, estimate
from palamedes.arena.export import to_csv, to_document
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Fixture, Sprt
from palamedes.arena.standings import GameCounts, standings
from palamedes.core.language import set_language
from palamedes.search.score import WON
from palamedes.ui.terminal import make_console
from palamedes.ui.terminal.standings import show_standings
from tournament import OPENING, make_plan, play_all

PLAN = make_plan(games=7)


@pytest.fixture(scope="module")
def games():
    return play_all(PLAN)


@pytest.fixture(scope="module")
def result(games):
    return standings(PLAN, games)


def _player(result, name):
    return next(player for player in result.players if player.name == name)


def _own_moves(games, place):
    """The seconds and thoughts of all moves of a player."""
    for played in games:
        for side, player in enumerate((played.fixture.first, played.fixture.second)):
            if player == place:
                record = played.record
                yield from list(zip(record["seconds"], record["thoughts"], strict=True))[
                    OPENING + side :: 2
                ]


def test_results_of_players(result, games):
    for player in result.players:
        place = player.place
        mine = [played for played in games if place in played.fixture[2:]]
        points = Counter(played.score_of(place) for played in mine)
        assert player.score == GameCounts(points[1], points[0.5], points[0])
        assert player.score.games == len(mine) == 14
        first = [played.score_of(place) for played in mine if played.fixture.first == place]
        assert player.first.points == sum(first)
        assert player.second.games == 14 - len(first)
        lost = [played for played in mine if played.reason == "timeout" and played.winner != place]
        assert player.failures == Counter(timeout=len(lost)) - Counter()


def test_efforts_of_players(result, games):
    for player in result.players:
        moves = list(_own_moves(games, player.place))
        statistics = player.statistics
        thoughts = [thought for _seconds, thought in moves if thought]
        assert statistics.moves == len(moves)
        assert statistics.seconds == pytest.approx(sum(seconds for seconds, _thought in moves))
        assert statistics.slowest == max(seconds for seconds, _thought in moves)
        assert [statistics.searches, statistics.depth, statistics.nodes, statistics.evaluation] == [
            len(thoughts),
            *map(sum, zip(*thoughts, strict=True)),
        ]


def test_meetings(result, games):
    assert set(result.meetings) == {(0, 1), (0, 2), (1, 2)}
    for (one, other), meeting in result.meetings.items():
        both = [p for p in games if {one, other} == set(p.fixture[2:])]
        points = [played.score_of(one) for played in both]
        pairs = Counter(2 * (a + b) for a, b in zip(points[0:6:2], points[1:6:2], strict=True))
        assert meeting.tally.pairs == tuple(pairs[outcome] for outcome in range(5))
        assert meeting.tally.singles == tuple(points[6] == value for value in (0, 0.5, 1))
        assert meeting.score.points == sum(points) == meeting.tally.points
        assert meeting.estimate == estimate(meeting.tally)
        assert result.score(other, one).points == 7 - sum(points)
    assert result.score(1, 1) is None


def test_the_order_of_games_does_not_matter(result, games):
    again = standings(PLAN, games[::-1])
    assert again.meetings == result.meetings
    assert [player.rating for player in again.players] == [p.rating for p in result.players]


def test_the_ranking(result):
    ratings = [player.rating for player in result.players]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0)
    assert all(player.error > 0 for player in result.players)
    assert all(player.los >= 0.5 for player in result.players[:-1])
    assert result.players[-1].los is None


def test_the_whole(result, games):
    overall = result.overall
    assert overall.games == len(games) == 21
    assert overall.plies == sum(len(played.moves) for played in games)
    assert overall.reasons == Counter(played.reason for played in games)
    assert overall.first == sum((player.first for player in result.players), GameCounts())


def test_proven_scores_are_left_out():
    plan = make_plan(names=("Ann", "Bob"), games=1)
    record = play_all(plan)[0].record
    record["thoughts"] = [None] * len(record["moves"])
    record["thoughts"][OPENING::2] = [[1, 10, 5]] * len(record["moves"][OPENING::2])
    record["thoughts"][OPENING] = [9, 20, WON - 3]
    ann, bob = standings(plan, [FinishedGame(Fixture(0, 0, 0, 1), record)]).players
    ann, bob = (ann, bob) if ann.name == "Ann" else (bob, ann)
    assert ann.statistics.searches == ann.statistics.judged + 1
    assert ann.statistics.evaluation == 5 * ann.statistics.judged
    assert bob.statistics.searches == 0


def test_a_failure_is_the_losers():
    plan = make_plan(names=("Ann", "Bob"), games=2)
    games = play_all(plan)
    for played in games:  # Ann moves first, then second; the first player wins
        played.record["result"] = {"winner": 1, "reason": "illegal move"}
    result = standings(plan, games)
    assert [dict(_player(result, name).failures) for name in ("Ann", "Bob")] == [
        {"illegal move": 1}
    ] * 2
    assert result.meetings[0, 1].tally == Tally((0, 0, 1, 0, 0))


def test_before_the_first_game():
    plan = make_plan(sprt=Sprt(0, 10), names=("Ann", "Bob"))
    document = to_document(plan, standings(plan, []))
    assert document["overall"]["games"] == 0
    assert [player["rating"] for player in document["players"]] == [None, None]
    test = document["test"]
    assert [test["players"], test["elo0"], test["elo1"]] == [("Ann", "Bob"), 0, 10]
    assert test["verdict"] == "go on"


def test_a_gauntlet_has_only_the_meetings_of_the_first():
    plan = make_plan(games=2, gauntlet=True)
    result = standings(plan, play_all(plan))
    assert set(result.meetings) == {(0, 1), (0, 2)}
    assert result.score(1, 2) is None


def test_the_test_by_games():
    plan = make_plan(names=("Ann", "Bob"), games=4, sprt=Sprt(0, 100))
    games = [
        replace(played, record=played.record | {"result": {"winner": winner, "reason": "normal"}})
        for played, winner in zip(play_all(plan), (1, 2, 1, 2), strict=True)
    ]
    assert standings(plan, games).test.llr > 0.5  # Ann has won all


def test_the_document_is_json_without_infinities(result):
    document = to_document(PLAN, result)
    again = json.loads(json.dumps(document, allow_nan=False))
    assert [player["rank"] for player in again["players"]] == [1, 2, 3]
    assert again["meetings"][0]["players"] == ["Ann", "Bob"]
    assert again["plan"]["game"] == "teeko"
    plan = make_plan(names=("Ann", "Bob"), games=2)
    won = [
        replace(played, record=played.record | {"result": {"winner": winner, "reason": "normal"}})
        for played, winner in zip(play_all(plan), (1, 2), strict=True)
    ]
    meeting = to_document(plan, standings(plan, won))["meetings"][0]
    assert (meeting["score"], meeting["elo"], meeting["error"]) == (1, None, None)
    assert meeting["pairs"] == [0, 0, 0, 0, 1]


def test_the_csv(result):
    rows = list(csv.DictReader(io.StringIO(to_csv(result))))
    assert [row["name"] for row in rows] == [player.name for player in result.players]
    assert [float(row["points"]) for row in rows] == [p.score.points for p in result.players]
    assert {"illegal_moves", "mean_evaluation", "first_wins", "seconds_per_move"} <= set(rows[0])


def test_ten_thousand_games_are_quick(games):
    plan = make_plan(games=20_000)
    many = [
        replace(played, fixture=played.fixture._replace(opening=copy * 4 + played.fixture.opening))
        for copy in range(10_000 // len(games))
        for played in games
    ]
    start = time.process_time()
    standings(plan, many)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tables_for_people(plain, language, games):
    set_language(language)
    plan = make_plan(names=("Ann[bold]", "B\x1b[31mob", "Cid" * 20), games=7)
    out = io.StringIO()
    show_standings(standings(plan, games), make_console(plain, file=out, width=80))
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= 80
    assert "Ann[bold]" in text
    assert "\x1b[31mob" not in text
    assert text.count("/7 ") == 6
    assert not plain or text.isascii() or language == "fr"


def _said(plan, games):
    """The sentences below the tables, unwrapped."""
    out = io.StringIO()
    show_standings(standings(plan, games), make_console(True, file=out, width=80))
    return " ".join(out.getvalue().split())


def test_how_games_ended_is_said(games):
    ends = Counter(played.reason for played in games)
    assert set(ends) == {"normal", "timeout"}
    counts = {
        "normal": f"on the board {ends['normal']}",
        "timeout": f"out of time {ends['timeout']}",
    }
    listed = ", ".join(counts[reason] for reason, _count in ends.most_common())
    assert f"How the games ended: {listed}." in _said(PLAN, games)


def test_one_game_is_one_game(games):
    assert "1 game of " in _said(PLAN, games[:1])
    assert "2 games of " in _said(PLAN, games[:2])
    assert "How the games ended" not in _said(PLAN, [])


@pytest.mark.parametrize(
    ("bounds", "winners", "outcome"),
    [
        ((-10, 0), (1, 2), "undecided between -10 and 0 normalised Elo."),
        ((0, 300), (1, 2), "H1 accepted (+300 rather than 0 normalised Elo)."),
        ((-300, 0), (2, 1), "H0 accepted (-300 rather than 0 normalised Elo)."),
    ],
)
def test_what_the_test_by_games_says(bounds, winners, outcome):
    plan = make_plan("nim", names=("Ann", "Bob"), games=40, sprt=Sprt(*bounds))
    played = play_all(plan, 2 if "undecided" in outcome else None)
    games = [
        replace(each, record=each.record | {"result": {"winner": winner, "reason": "normal"}})
        for each, winner in zip(played, winners * 20, strict=False)
    ]
    said = _said(plan, games)
    assert "SPRT, Ann against Bob: LLR" in said
    assert f"(bounds -2.94 and 2.94), {outcome}" in said
