"""The ratings of levels: they are what the tool makes of journals of real tournaments."""

import pytest

from conftest import ALL_GAMES
from palamedes.arena.journal import read_journal
from palamedes.arena.level_ratings import level_ratings
from palamedes.arena.standings import standings
from rate_levels import ANCHOR, JOURNALS, RATINGS, all_ratings, as_text

FEWEST = 10  # games of every two players
LARGEST = 1_000_000  # bytes of all journals together


def test_the_file_is_what_the_tool_makes_of_the_journals():
    assert RATINGS.read_text() == as_text(all_ratings())


@pytest.mark.parametrize("path", sorted(JOURNALS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_two_levels_have_met_often_enough(path):
    plan, played, size = read_journal(path)
    assert size == path.stat().st_size
    for meeting in standings(plan, played).meetings.values():
        assert meeting.score.games >= FEWEST


def test_the_journals_are_small():
    assert sum(path.stat().st_size for path in JOURNALS.glob("*.jsonl")) < LARGEST


def test_every_level_of_every_game_is_rated_unless_it_needs_tables():
    ratings = level_ratings()
    for game in ALL_GAMES:
        known = ratings[game.id]
        assert set(game.levels) - {"perfect"} <= set(known) <= {"random", *game.levels}
        assert known[ANCHOR].rating == 1500
        assert all(0 < each.deviation < 200 for each in known.values())


def test_higher_levels_are_stronger_on_the_whole():
    ratings = level_ratings()
    for game in ALL_GAMES:
        known = ratings[game.id]
        assert known["easy"].rating < known[ANCHOR].rating
        assert known["master"].rating > known["easy"].rating + 100
