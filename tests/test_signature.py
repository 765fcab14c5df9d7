"""The signature of the search: what alpha-beta visits changes only when somebody means it to."""

import json
from pathlib import Path

from conftest import ALL_GAMES
from palamedes.games.samples import SAMPLES, sample_depth, sample_matches
from palamedes.search.evaluations import tuned_evaluation
from palamedes.search.signature import signature

GOLDEN = json.loads((Path(__file__).parent / "data" / "signature.json").read_text())
RENEW = "if that is meant: palamedes bench --signature --json > tests/data/signature.json"


def test_the_search_visits_what_it_did(game):
    found = signature(sample_matches(game), tuned_evaluation(game), sample_depth(game))
    assert found == GOLDEN["games"].get(game.id), RENEW


def test_the_total_is_that_of_all_games():
    assert list(GOLDEN["games"]) == [game.id for game in ALL_GAMES], RENEW
    assert GOLDEN["total"] == sum(GOLDEN["games"].values())


def test_samples_are_three_positions_that_are_not_over(game):
    matches = sample_matches(game)
    assert len({match.position for match in matches}) == 3
    assert all(match.result is None for match in matches)


def test_only_listed_games_are_sampled():
    assert set(SAMPLES) == {game.id for game in ALL_GAMES}
