"""The tuner: its fit finds weights that are known, and its games are worth learning from."""

from operator import mul
from random import Random

import numpy as np
import pytest

import palamedes
from palamedes import PalamedesError
from palamedes.search.evaluations import Nothing
from palamedes.search.tune import TuningEffort, tune
from palamedes.search.tune.fit import TrainingSet, error_of, fit_rate, fit_weights
from palamedes.search.tune.selfplay import SelfPlayJob, opening, play, sample, unit_weights

TRUE = np.array([30.0, -10.0, 5.0, 0.0])
RATE = 0.02


def _sample(positions, seed, foreseen=True):
    """Positions whose scores follow the true weights; a search that knows them, or nothing."""
    chance = np.random.default_rng(seed)
    features = chance.integers(-4, 5, (positions, len(TRUE))).astype(float)
    scores = features @ TRUE
    wins = (chance.random(positions) < 1 / (1 + np.exp(-RATE * scores))).astype(float)
    expected = scores if foreseen else np.zeros(positions)
    return TrainingSet(features, expected, wins, np.arange(positions))


def test_the_fit_finds_the_weights_that_games_were_decided_by():
    fitted = fit_weights(_sample(40_000, seed=1), np.array([10.0, 0.0, 10.0, 5.0]))
    direction = fitted / np.linalg.norm(fitted)
    assert direction @ TRUE / np.linalg.norm(TRUE) > 0.98


def test_the_fit_foretells_games_it_has_not_seen_better_than_the_weights_before():
    before = np.array([10.0, 10.0, 10.0, 10.0])
    known, unseen = _sample(5000, seed=2), _sample(5000, seed=3)
    after = fit_weights(known, before)
    errors = [error_of(unseen, weights, fit_rate(known, weights)) for weights in (before, after)]
    assert errors[1] < errors[0] - 0.01


def test_weights_that_games_say_nothing_about_stay():
    known = _sample(2000, seed=4)
    known.features[:, 3] = 0
    fitted = fit_weights(known, np.array([20.0, -5.0, 5.0, 77.0]))
    assert fitted[3] == pytest.approx(77)


def test_the_rate_is_the_one_that_games_were_decided_by():
    assert fit_rate(_sample(40_000, seed=5), TRUE) == pytest.approx(RATE, rel=0.05)


def test_error_of_a_coin_is_the_logarithm_of_two():
    assert error_of(_sample(10, seed=6), 0 * TRUE, RATE) == pytest.approx(np.log(2))


def _job(nodes=200, error=0.0, seed=1):
    game = palamedes.find_game("morpion")
    weights = game.evaluations["tuned"]
    return SelfPlayJob(opening(game, 3, Random(seed)), (weights, weights), nodes, seed, error)


def test_openings_leave_nobody_a_win_at_once():
    game = palamedes.find_game("morpion")
    for seed in range(50):
        position = opening(game, 4, Random(seed))
        assert position.codes
        assert all(position.play(code).result is None for code in position.codes)


def test_a_sampled_game_tells_what_its_moves_say():
    job = _job()
    played = sample(job)
    assert len(played.features) == len(played.foreseen) == len(played.scores) > 0
    first_scores = play(job)
    assert played.scores[0] == (first_scores if job.position.turn == 0 else 1 - first_scores)
    weights = job.evaluations[0]
    score = weights.score(job.position.state, -1)
    assert sum(map(mul, weights, played.features[0])) == score


def test_unit_weights_show_each_count_alone():
    units = unit_weights(palamedes.find_game("morpion").evaluations["tuned"])
    assert [sum(unit) for unit in units] == [1] * len(units)
    assert len(set(units)) == len(units)


def test_tuning_is_reproducible_and_brings_evidence():
    game = palamedes.find_game("morpion")
    heard = []
    effort = TuningEffort(games=10, match=4, nodes=100, seed=3, workers=1)

    def listen(what, done, total):
        heard.append((what, done, total))

    tunings = [tune(game, game.evaluations["tuned"], effort, listen) for _ in range(2)]
    assert tunings[0] == tunings[1]
    tuning = tunings[0]
    assert tuning.wins + tuning.draws + tuning.losses == 4
    assert [before for before, _after in tuning.weights.values()] == [*game.evaluations["tuned"]]
    assert heard[9] == ("learning", 10, 10)
    assert heard[13] == ("test games", 4, 4)
    assert tuning.to_document()["score"] == tuning.score


def test_a_single_weight_cannot_be_tuned():
    with pytest.raises(PalamedesError, match="single weight"):
        tune(palamedes.find_game("morpion"), Nothing(), TuningEffort(), lambda *_: None)
