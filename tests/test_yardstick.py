"""Steps and levels as a yardstick: which step a player of a tournament plays like."""

import csv
import io
from dataclasses import replace

import pytest

from palamedes.arena import yardstick as module
from palamedes.arena.export import to_csv, to_document
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Entrant, GameTerms, Plan
from palamedes.arena.standings import standings
from palamedes.arena.yardstick import Likeness, Mark, plays_like, yardstick
from palamedes.core.errors import PalamedesError
from palamedes.core.glicko import Glicko
from palamedes.core.language import set_language
from palamedes.games import find_game
from palamedes.players import adaptive
from palamedes.players.ladder import LadderStep
from palamedes.ui.report.tournament import report
from palamedes.ui.terminal.standings import show_standings
from palamedes.ui.texts.standings import likeness_text
from talk import talk
from tournament import OPENING, make_plan, play_all

TEEKO = find_game("teeko")
RATINGS = [1000.0 + 150 * place for place in range(10)]
MARKS = [Mark(1000.0, -400.0), Mark(1450.0, 0.0), Mark(1900.0, 450.0)]  # shifted by about 1430


@pytest.fixture(autouse=True)
def _measured_ladder(monkeypatch):
    use_ladder(monkeypatch, RATINGS)


def use_ladder(monkeypatch, ratings):
    steps = [
        LadderStep(number, "best", Glicko(each)) for number, each in enumerate(ratings, start=1)
    ]
    for place in (module, adaptive):
        monkeypatch.setattr(place, "ladder", lambda _game: steps)
    monkeypatch.setattr(module, "level_rating", lambda _id, level: LEVELS.get(level))


LEVELS = {"medium": Glicko(1500.0)}


@pytest.mark.parametrize(
    ("length", "places"), [(10, [1, 4, 7, 9]), (7, [1, 3, 5, 6]), (4, [1, 2, 3]), (3, [1, 2])]
)
def test_the_yardstick_spreads_over_the_ladder_below_its_top(monkeypatch, length, places):
    use_ladder(monkeypatch, RATINGS[:length])
    assert yardstick(TEEKO) == [f"step{place}" for place in places]


@pytest.mark.parametrize(
    ("rating", "step"),
    [(-400, 1), (20, 4), (320, 6), (920, 10), (-450, 1)],
)
def test_the_scales_are_shifted_onto_each_other(rating, step):
    assert plays_like(TEEKO, MARKS, rating, 10, 20) == Likeness(step)


@pytest.mark.parametrize(
    ("rating", "points", "games", "told"),
    [
        (2000, 10, 20, "above step10"),
        (-900, 10, 20, "below step1"),
        (300, 20, 20, "above step7"),  # it has beaten all there were
        (300, 0, 20, "below step1"),
        (300, 2, 3, "None"),
    ],
)
def test_what_was_not_seen_is_not_claimed(rating, points, games, told):
    assert str(plays_like(TEEKO, MARKS, rating, points, games)) == told
    assert plays_like(TEEKO, [], rating, points, games) is None


def test_levels_are_marks_where_the_ladder_was_measured(monkeypatch):
    assert module.known_strength(TEEKO, "step3") == 1300
    assert module.known_strength(TEEKO, "medium") == 1500
    assert module.known_strength(TEEKO, "cmd:./bot") is None
    steps = [LadderStep(number, "best") for number in range(1, 11)]
    for place in (module, adaptive):
        monkeypatch.setattr(place, "ladder", lambda _game: steps)
    assert module.known_strength(TEEKO, "medium") is None
    assert module.known_strength(TEEKO, "step3") is not None


def tournament(share):
    """A plan, and games in which a bot wins this share against three steps of rising strength."""
    specs = ("cmd:bot", "step1", "step4", "step7")
    entrants = tuple(Entrant(name, name) for name in specs)
    plan = Plan("teeko", entrants, GameTerms(TEEKO.history), games=10, openings=0)
    return plan, [FinishedGame(each, _record(each, share)) for each in plan.fixtures()]


def _record(fixture, share):
    stronger = max(fixture.first, fixture.second)
    weaker_wins = fixture.opening == 0
    winner = min(fixture.first, fixture.second) if weaker_wins else stronger
    if 0 in (fixture.first, fixture.second):
        winner = 0 if fixture.number // 6 % 10 < 10 * share else stronger
    return {
        "start": "",
        "moves": [],
        "seconds": [],
        "result": {"winner": 1 + (winner == fixture.second), "reason": "normal"},
    }


def test_the_bot_s_line_says_which_step_it_plays_like():
    plan, games = tournament(0.5)
    result = standings(plan, games)
    (bot,) = (player for player in result.players if player.name == "cmd:bot")
    assert bot.likeness == Likeness(4)
    assert all(player.likeness is None for player in result.players if player is not bot)
    told, _none = talk(lambda console: show_standings(result, console), [])
    assert "step: the player plays like this step of the ladder" in told
    assert max(map(len, told.splitlines())) <= 80
    rows = list(csv.DictReader(io.StringIO(to_csv(result))))
    assert {row["name"]: row["plays_like"] for row in rows}["cmd:bot"] == "step4"
    players = to_document(plan, result)["players"]
    assert [each["plays_like"] for each in players if each["name"] == "cmd:bot"] == ["step4"]


@pytest.mark.parametrize(("share", "told"), [(1.0, "above step7"), (0.0, "below step1")])
def test_a_bot_that_wins_or_loses_everything_is_beyond_the_yardstick(share, told):
    result = standings(*tournament(share))
    (bot,) = (player for player in result.players if player.name == "cmd:bot")
    assert str(bot.likeness) == told


def test_steps_that_measure_do_not_meet_and_keep_their_ratings():
    plan, _games = tournament(0.5)
    plan = replace(plan, yardstick=3, games=6)
    assert plan.meetings() == [(0, 1), (0, 2), (0, 3)]
    numbers = [fixture.number for fixture in plan.fixtures()]
    assert numbers == list(range(18))
    games = [FinishedGame(each, _record(each, 0.5)) for each in plan.fixtures()]
    result = standings(plan, games)
    ratings = {player.name: player.rating for player in result.players}
    assert result.is_on_ladder
    assert [ratings[f"step{step}"] for step in (1, 4, 7)] == pytest.approx([1000, 1450, 1900])
    bot = next(player for player in result.players if player.name == "cmd:bot")
    assert bot.low < bot.rating < bot.high
    assert all(player.error is None for player in result.players if player is not bot)
    assert result.score(1, 2) is None


def test_without_a_measured_ladder_ratings_are_0_on_average(monkeypatch):
    steps = [LadderStep(number, "best") for number in range(1, 11)]
    for place in (module, adaptive):
        monkeypatch.setattr(place, "ladder", lambda _game: steps)
    plan, _games = tournament(0.5)
    plan = replace(plan, yardstick=3)
    result = standings(plan, [FinishedGame(each, _record(each, 0.5)) for each in plan.fixtures()])
    assert not result.is_on_ladder
    assert sum(player.rating for player in result.players) == pytest.approx(0)


def test_a_yardstick_measures_somebody():
    plan, _games = tournament(0.5)
    with pytest.raises(PalamedesError, match="players to measure"):
        replace(plan, yardstick=4)


def test_the_words_for_it_in_both_languages():
    assert [likeness_text(each) for each in (None, Likeness(6))] == ["", "step 6"]
    assert likeness_text(Likeness(7, "above")) == "above step 7"
    set_language("fr")
    assert likeness_text(Likeness(1, "below")) == "moins fort que le niveau 1"


def test_the_report_has_a_column_for_it():
    plan, _games = tournament(0.5)
    plan = replace(plan, openings=OPENING)
    page = report(plan, play_all(plan))
    assert "plays like" in page
    assert "plays like" not in report(make_plan(), play_all(make_plan(), 3))
