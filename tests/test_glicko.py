"""Glicko-2: the worked example of its paper, and what must hold for any players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palamedes.core.glicko import LARGEST, Glicko, expected, rested, update

PAPER = Glicko(1500, 200, 0.06)
OPPONENTS = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]

PLAYERS = st.builds(Glicko, st.floats(-2000, 5000), st.floats(10, LARGEST), st.floats(0.03, 0.12))
POINTS = st.sampled_from([0.0, 0.5, 1.0])
RESULTS = st.lists(st.tuples(PLAYERS, POINTS), min_size=1, max_size=8)


def test_the_worked_example_of_the_paper():
    found = update(PAPER, OPPONENTS)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_chances_of_the_worked_example():
    chances = [expected(PAPER, opponent) for opponent, _points in OPPONENTS]
    assert chances == pytest.approx([0.639, 0.432, 0.303], abs=0.001)


def test_somebody_new_is_in_the_middle_and_quite_unknown():
    assert Glicko() == (1500, 350, 0.06)


@given(PLAYERS)
def test_without_games_only_the_deviation_grows(player):
    after = update(player, [])
    assert (after.rating, after.volatility) == (player.rating, player.volatility)
    assert after.deviation > player.deviation or after.deviation == LARGEST


@given(PLAYERS, st.integers(0, 20))
def test_many_periods_without_games_are_one_after_another(player, periods):
    wanted = player
    for _period in range(periods):
        wanted = update(wanted, [])
    assert rested(player, periods) == pytest.approx(wanted)


@given(PLAYERS, RESULTS)
def test_deviations_and_volatilities_stay_within_bounds(player, results):
    after = update(player, results)
    assert 0 < after.deviation <= LARGEST
    assert after.deviation <= update(player._replace(volatility=after.volatility), []).deviation
    assert 0 < after.volatility < 1.5


@given(PLAYERS, PLAYERS)
def test_winning_never_lowers_a_rating_and_losing_never_raises_it(player, opponent):
    lost, drawn, won = (update(player, [(opponent, points)]).rating for points in (0, 0.5, 1))
    assert lost <= player.rating <= won
    assert lost <= drawn <= won


@given(st.floats(0, 2000), st.floats(10, LARGEST), RESULTS)
def test_the_mirror_image_of_all_results_is_the_mirror_image_of_the_rating(off, deviation, results):
    def mirrored(player):
        return player._replace(rating=3000 - player.rating)

    player = Glicko(1500 + off, deviation)
    after = update(player, results)
    other = update(mirrored(player), [(mirrored(each), 1 - points) for each, points in results])
    assert mirrored(other) == pytest.approx(after, rel=1e-6, abs=1e-4)
