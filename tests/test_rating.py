"""Ratings: figures known from elsewhere or computed by hand, and what must hold for any counts."""

from itertools import combinations, product
from math import inf, isfinite, log, nan, sqrt
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from palamedes.arena.elo import (
    PER_DEVIATION,
    VALUES,
    Estimate,
    Tally,
    elo_of,
    estimate,
    rate,
)
from palamedes.arena.sprt_test import _likeliest_with_t, llr_bounds, llr_normalised, sprt_verdict

KNOWN = (39, 8843, 26675, 9240, 44)  # a test of a chess engine whose figures are public
COUNTS = st.tuples(*[st.integers(0, 300)] * 5)
SHARES = (0.05, 0.2, 0.4, 0.25, 0.1)  # of the outcomes of pairs, where games are made up


def _llr_approximate(pairs, elo0, elo1):
    """What the exact ratio is nearly, if the mean of pairs is normal and of known variance."""
    counts = [count or 1e-3 for count in pairs]
    shares = [count / sum(counts) for count in counts]
    mean = sum(share * value for share, value in zip(shares, VALUES, strict=True))
    squares = ((value - mean) ** 2 for value in VALUES)
    deviation = sqrt(sum(share * square for share, square in zip(shares, squares, strict=True)))
    t0, t1 = (elo * log(10) / 800 * sqrt(2) for elo in (elo0, elo1))
    return sum(pairs) * (t1 - t0) * ((mean - 0.5) / deviation - (t0 + t1) / 2)


def test_the_known_test():
    assert llr_normalised(KNOWN, 0.5, 2.5) == pytest.approx(2.9417, abs=5e-5)
    assert _llr_approximate(KNOWN, 0.5, 2.5) == pytest.approx(2.9420, abs=5e-5)
    found = estimate(Tally(KNOWN))
    assert found.elo == pytest.approx(1.577, abs=5e-4)
    assert found.error == pytest.approx(1.030, abs=1e-3)
    assert found.los == pytest.approx(0.99865, abs=5e-6)
    assert found.normalised == pytest.approx(3.48, abs=5e-3)


def test_elo_by_hand():
    """1 LL, 2 DD, 1 WW: even, and as spread as 8 single games; Student's t for 12 is 2.179."""
    found = estimate(Tally((1, 0, 2, 0, 1)))
    wide = 2.178813**2 / 8
    half = sqrt(wide * (1 / 4 + wide / 4)) / (1 + wide)
    assert (found.score, found.elo, found.los, found.normalised) == (0.5, 0, 0.5, 0)
    shown = 400 / log(10) * log((0.5 + half) / (0.5 - half))
    assert found.error == pytest.approx(shown, rel=1e-3)
    assert (found.low, found.high) == pytest.approx((-shown, shown), rel=1e-3)


def test_los_by_hand():
    """80 of 120 games as spread as single ones: 20 points ahead, which vary by the root of 30."""
    found = estimate(Tally(singles=(40, 0, 80)))
    assert found.elo == pytest.approx(120.412)
    assert found.los == pytest.approx(0.99987, abs=3e-5)
    assert estimate(Tally((0, 0, 2, 0, 2))).normalised == pytest.approx(PER_DEVIATION / sqrt(2))


def test_elo_of_scores():
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(1 / 11) == pytest.approx(-400)
    assert (elo_of(0), elo_of(1)) == (-inf, inf)


def test_single_games_count_as_games():
    found = estimate(Tally(singles=(2, 0, 2)))
    assert (found.score, found.elo) == (0.5, 0)
    assert found.error == pytest.approx(estimate(Tally((1, 0, 0, 0, 1))).error, rel=0.3)
    assert Tally(singles=(2, 0, 2)).variance(0.5) == 1
    mixed = Tally((1, 0, 0, 0, 2), (0, 1, 2))
    assert (mixed.games, mixed.points) == (9, 6.5)


def test_no_games():
    assert estimate(Tally()) == Estimate()
    assert llr_normalised((0, 0, 0, 0, 0), 0, 5) == 0


@pytest.mark.parametrize("count", [1, 7, 10_000])
def test_all_pairs_alike(count):
    won = estimate(Tally((0, 0, 0, 0, count)))
    assert (won.score, won.elo, won.error, won.normalised) == (1, inf, inf, inf)
    assert 0.5 < won.los <= 1
    drawn = estimate(Tally((0, 0, count, 0, 0)))
    assert (drawn.score, drawn.elo, drawn.normalised) == (0.5, 0, 0)
    assert drawn.los == pytest.approx(0.5)
    assert 0 < drawn.error < inf
    assert drawn.error > estimate(Tally((0, 0, 2 * count, 0, 0))).error


def test_pairs_and_single_games_alike():
    found = estimate(Tally((0, 0, 0, 0, 3), (0, 0, 1)))
    assert (found.elo, found.error) == (inf, inf)
    assert 0.9 < found.los < 1


@pytest.mark.parametrize(
    "tally", [Tally((0, 0, 0, 1, 1)), Tally((0, 0, 1, 0, 1), (0, 0, 1)), Tally(singles=(0, 1, 2))]
)
def test_few_results_prove_little(tally):
    found = estimate(tally)
    assert 0.5 < found.los < 0.95
    assert 100 < found.error < inf


def _played(random, games, score):
    """Pairs of games of a player who wins each with this probability."""
    wins = random.choices((0, 1, 2), ((1 - score) ** 2, 2 * score * (1 - score), score**2), k=games)
    return Tally(tuple(float(sum(2 * each == pair for each in wins)) for pair in range(5)))


@pytest.mark.parametrize("games", [2, 4, 10, 50])
@pytest.mark.parametrize("truth", [0, 100, 200, 400])
def test_intervals_cover_the_truth(games, truth):
    """In 95 of 100 matches, or more where few games have few results."""
    random, covered, runs, known = Random(f"{games} {truth}"), 0, 400, {}
    for _run in range(runs):
        tally = _played(random, games // 2, 1 / (1 + 10 ** (-truth / 400)))
        if tally not in known:
            found, table = estimate(tally), rate(2, {(0, 1): tally})
            low, high = 2 * table.low[0], 2 * table.high[0]
            known[tally] = (found.low <= truth <= found.high, low <= truth <= high)
        covered += all(known[tally])
    assert 0.91 * runs <= covered
    assert games < 10 or covered <= 0.995 * runs


def test_intervals_of_a_class_cover_the_truth():
    """Six players who meet each other and three of known strength, in two games each."""
    random, strengths, runs, covered = Random(7), [100, 0, -50, -200, 250, 500, -300, 0, 300], 60, 0
    fixed = {place: strengths[place] for place in (6, 7, 8)}
    for _run in range(runs):
        tallies = {}
        for one, other in combinations(range(9), 2):
            if one < 6:
                ahead = strengths[one] - strengths[other]
                tallies[one, other] = _played(random, 1, 1 / (1 + 10 ** (-ahead / 400)))
        table = rate(9, tallies, fixed)
        assert [table.elo[place] for place in fixed] == pytest.approx(list(fixed.values()))
        covered += sum(table.low[each] <= strengths[each] <= table.high[each] for each in range(6))
    assert 0.92 * 6 * runs <= covered <= 0.99 * 6 * runs


def test_pairs_that_even_out_narrow_the_interval_once_there_are_enough():
    """The five outcomes of 25 pairs of a drawish game, whose spread is less than that of games."""
    random, runs, covered, widths = Random(1), 400, 0, []
    truth = elo_of(sum(share * value for share, value in zip(SHARES, VALUES, strict=True)))
    for _run in range(runs):
        outcomes = random.choices(range(5), SHARES, k=25)
        found = estimate(Tally(tuple(outcomes.count(outcome) for outcome in range(5))))
        covered += found.low <= truth <= found.high
        widths.append(found.error)
    assert 0.92 * runs <= covered <= 0.99 * runs
    assert sum(widths) / runs < 0.95 * estimate(Tally(singles=(25, 0, 25))).error


def test_two_wins_say_little():
    """The one-sided score leaves open how much better the winner is, and whether it is at all."""
    table = rate(2, {(0, 1): Tally((0, 0, 0, 0, 1))})
    assert table.elo[0] == pytest.approx(223, abs=1)
    assert table.low[0] < 0
    assert table.high[0] > 400


def test_a_single_lost_game():
    found = estimate(Tally(singles=(1, 0, 0)))
    assert (found.score, found.elo, found.error) == (0, -inf, inf)
    assert 0 < found.los < 0.5


def test_tests_of_any_counts():
    for pairs in product((0, 1, 40), repeat=5):
        llr = llr_normalised(pairs, 0, 20)
        assert isfinite(llr), pairs
        assert llr == pytest.approx(-llr_normalised(pairs, 20, 0)), pairs
        assert llr == pytest.approx(llr_normalised(pairs[::-1], 0, -20)), pairs
        assert isfinite(estimate(Tally(pairs)).los or 0), pairs


def test_a_normalised_test_by_hand():
    """Half LL, half WW: with shares 1 - s and s the t-value is (s - 1/2) / root of s (1 - s)."""
    score = 0.55
    elo = PER_DEVIATION * (score - 0.5) / sqrt(2 * score * (1 - score))
    by_hand = 1000 * (log((1 - score) / 0.5) + log(score / 0.5))
    assert llr_normalised((1000, 0, 0, 0, 1000), 0, elo) == pytest.approx(by_hand, abs=1e-2)


@given(COUNTS, st.floats(-2, 2))
def test_the_likeliest_distribution_is_one_and_has_its_t_value(pairs, t):
    shares = [(count + 0.01) / (sum(pairs) + 0.05) for count in pairs]
    fit = _likeliest_with_t(shares, t)
    mean = sum(value * share for value, share in zip(VALUES, fit, strict=True))
    variance = sum((value - mean) ** 2 * share for value, share in zip(VALUES, fit, strict=True))
    assert sum(fit) == pytest.approx(1)
    assert mean - 0.5 == pytest.approx(t * sqrt(variance), abs=1e-6)


def test_verdicts():
    low, high = llr_bounds(0.05, 0.05)
    assert (low, high) == pytest.approx((-2.944439, 2.944439))
    assert llr_bounds(0.1, 0.2) == pytest.approx((log(2 / 9), log(8)))
    found = [sprt_verdict(llr) for llr in (-3, low, -2.9, 0, 2.9, high, 3)]
    assert found == ["H0", "H0", "go on", "go on", "go on", "H1", "H1"]
    assert [sprt_verdict(llr) for llr in (-inf, nan, inf)] == ["H0", "go on", "H1"]


@given(COUNTS, st.tuples(*[st.integers(0, 9)] * 3))
def test_mirrored_counts_give_mirrored_figures(pairs, singles):
    tally = Tally(pairs, singles)
    assume(tally.games)
    one, other = estimate(tally), estimate(Tally(pairs[::-1], singles[::-1]))
    assert one.elo == pytest.approx(-other.elo)
    assert one.error == pytest.approx(other.error)
    assert one.normalised == pytest.approx(-other.normalised)
    assert one.los == pytest.approx(1 - other.los)


@given(
    st.tuples(*[st.integers(2000, 3000)] * 2, st.integers(5000, 20000)),
    st.floats(-4, 4),
    st.floats(1, 6),
)
def test_for_many_balanced_games_the_approximation_is_close(counts, elo0, width):
    losses, wins, draws = counts
    pairs = (losses // 9, losses, draws, wins, wins // 9)
    exact = llr_normalised(pairs, elo0, elo0 + width)
    nearly = _llr_approximate(pairs, elo0, elo0 + width)
    assert nearly == pytest.approx(exact, rel=0.05, abs=0.05)


def test_ratings_of_two_are_what_they_show_against_each_other():
    tally = Tally((30, 50, 200, 90, 40), (1, 0, 2))
    ratings, shown = rate(2, {(0, 1): tally}), estimate(tally)
    assert sum(ratings.elo) == pytest.approx(0)
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(shown.elo, rel=0.01)
    assert 2 * ratings.error(0) == pytest.approx(shown.error, rel=0.01)
    assert ratings.los(0, 1) == pytest.approx(shown.los, abs=0.01)
    assert ratings.los(1, 0) == pytest.approx(1 - ratings.los(0, 1))


def test_ratings_of_a_chain():
    """Three players, each 100 Elo better than the next, who do not all meet."""
    better = Tally(singles=(3599, 0, 6401))  # a score of 1 / (1 + 10 ** -0.25)
    ratings = rate(3, {(0, 1): better, (1, 2): better})
    assert ratings.elo == pytest.approx([100, 0, -100], abs=0.5)
    assert ratings.error(0) > ratings.error(1)


def test_the_ranking_of_two_is_as_sure_as_their_meeting():
    for pairs in product((0, 1, 3, 12), repeat=5):
        for singles in ((0, 0, 0), (0, 0, 1), (2, 1, 0)):
            tally = Tally(pairs, singles)
            if tally.games:
                los = rate(2, {(0, 1): tally}).los(0, 1)
                assert los == pytest.approx(estimate(tally).los, abs=0.03), tally


def test_pairs_that_even_out_make_ratings_surer():
    """An opening won by whoever moves first: the points of a pair never vary."""
    paired = rate(2, {(0, 1): Tally((1, 0, 98, 0, 1))})
    alone = rate(2, {(0, 1): Tally(singles=(100, 0, 100))})
    assert 3.5 * paired.error(0) < alone.error(0)


@pytest.mark.parametrize("pairs", [1, 10, 100_000])
def test_ratings_stay_finite(pairs):
    ratings = rate(3, {(0, 1): Tally((0, 0, 0, 0, pairs)), (1, 2): Tally((0, 0, pairs, 0, 0))})
    assert ratings.elo[0] > ratings.elo[1]
    assert all(map(isfinite, ratings.elo))
    assert all(0 < ratings.error(player) < 5000 for player in range(3))
    assert ratings.los(0, 1) > 0.7


def test_ratings_without_games():
    ratings = rate(2, {})
    assert (ratings.elo, ratings.los(0, 1)) == ([0, 0], 0.5)
