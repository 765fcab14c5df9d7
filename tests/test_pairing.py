"""Who meets whom: round robin and Swiss rounds, and the places that come of them."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from palamedes.arena.perfect_matching import can_all_be_paired
from palamedes.arena.round_pairings import RoundPairing, round_robin, swiss_round
from palamedes.arena.tiebreaks import rank_players

RESULTS = st.sampled_from([0.0, 0.5, 1.0])


def balances(rounds):
    """How much oftener than the second move everybody had the first, after every round."""
    balance = {}
    for pairings in rounds:
        for first, second, _points in pairings:
            if second is not None:
                balance[first] = balance.get(first, 0) + 1
                balance[second] = balance.get(second, 0) - 1
        yield dict(balance)


def meetings(rounds):
    return [frozenset(pairing[:2]) for pairings in rounds for pairing in pairings]


def seated(pairings):
    return sorted(player for pairing in pairings for player in pairing[:2] if player is not None)


@given(st.integers(2, 33))
def test_in_a_round_robin_everybody_meets_everybody_once(count):
    players = list(range(10, 10 + count))
    rounds = round_robin(players)
    assert len(rounds) == count - 1 + count % 2
    assert all(seated(pairings) == players for pairings in rounds)
    pairs = [pair for pair in meetings(rounds) if None not in pair]
    assert sorted(map(sorted, pairs)) == [list(pair) for pair in combinations(players, 2)]
    byes = [pair for pair in meetings(rounds) if None in pair]
    assert len(set(byes)) == (count if count % 2 else 0)
    *_earlier, last = after = list(balances(rounds))
    assert max(abs(balance) for balance in last.values()) <= 1
    assert all(abs(balance) <= 2 for each in after for balance in each.values())


@st.composite
def swiss(draw):
    """A Swiss tournament of up to 20, with some who go and some who come late."""
    count = draw(st.integers(4, 20))
    present, past = set(range(count)), []
    for _round in range(draw(st.integers(1, count // 2))):
        pairings = swiss_round(present, past)
        assert seated(pairings) == sorted(present)
        past.append([b if b.second is None else b._replace(points=draw(RESULTS)) for b in pairings])
    return past


@settings(max_examples=150, deadline=None)
@given(swiss())
def test_in_a_swiss_tournament_nobody_meets_again(past):
    assert len(set(meetings(past))) == len(meetings(past))  # a bye counts as a meeting with nobody
    assert all(abs(balance) <= 2 for each in balances(past) for balance in each.values())
    for pairings in past:
        assert sum(pairing.second is None for pairing in pairings) == len(seated(pairings)) % 2


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_people_come_late_and_go(data):
    past, coming = [], 8
    for number in range(4):
        present = data.draw(st.sets(st.integers(0, coming + number), min_size=2))
        pairings = swiss_round(present, past)
        assert seated(pairings) == sorted(present)
        past.append([b if b.second is None else b._replace(points=1.0) for b in pairings])


def test_those_with_equal_points_meet_and_the_bye_goes_to_the_last():
    first = swiss_round(range(1, 8), [])
    assert [sorted(pairing[:2]) for pairing in first[:3]] == [[1, 4], [2, 5], [3, 6]]
    assert first[3] == RoundPairing(7, None, 1.0)
    assert [pairing.first for pairing in first[:2]] == [1, 5]  # sides by turns
    past = [[b._replace(points=float(b.first < b.second)) if b.second else b for b in first]]
    second = swiss_round(range(1, 8), past)
    assert [pairing[:2] for pairing in second[:2]] == [(2, 1), (7, 3)]  # winners, sides swapped
    assert second[-1] == RoundPairing(6, None, 1.0)


def test_a_rematch_comes_only_when_nothing_else_is_left():
    past = [
        [RoundPairing(1, 2, 1.0), RoundPairing(3, 4, 1.0)],
        [RoundPairing(3, 1, 1.0), RoundPairing(4, 2, 1.0)],
    ]
    assert {frozenset(pairing[:2]) for pairing in swiss_round(range(1, 5), past)} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }
    past.append([RoundPairing(1, 4, 1.0), RoundPairing(2, 3, 1.0)])
    assert seated(swiss_round(range(1, 5), past)) == [1, 2, 3, 4]


@given(st.integers(0, 9), st.data())
def test_a_matching_is_found_if_there_is_one(count, data):
    pairs = list(combinations(range(count), 2))
    edges = data.draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    graph = {one: {b for a, b in edges if a == one} for one in range(count)}
    for one, other in edges:
        graph[other].add(one)
    assert can_all_be_paired(graph) == _by_trying(graph)


def _by_trying(graph):
    if not graph:
        return True
    one = min(graph)
    return any(
        _by_trying({a: bs - {one, other} for a, bs in graph.items() if a not in (one, other)})
        for other in graph[one]
    )


def test_places_go_by_points_then_by_opponents_then_by_those_beaten():
    rounds = [
        [RoundPairing(1, 2, 1.0), RoundPairing(3, 4, 0.5), RoundPairing(5, None, 1.0)],
        [RoundPairing(5, 1, 0.0), RoundPairing(2, 3, 1.0), RoundPairing(4, None, 1.0)],
        [RoundPairing(1, 4, None), RoundPairing(3, 5, None)],
    ]
    found = rank_players(range(1, 6), rounds)
    assert [(each.player, each.points, each.buchholz) for each in found] == [
        (1, 2.0, 2.0),
        (4, 1.5, 0.5),
        (2, 1.0, 2.5),
        (5, 1.0, 2.0),
        (3, 0.5, 2.5),
    ]
    by_player = {each.player: each for each in found}
    assert by_player[1].berger == 2.0
    assert by_player[2].berger == 0.5
    assert by_player[4].berger == 0.25
    assert (by_player[5].wins, by_player[5].games) == (0, 2)
    assert by_player[3].scores == {4: 0.5, 2: 0.0}


def test_equals_share_a_place():
    found = rank_players(range(4), [[RoundPairing(0, 1, 0.5), RoundPairing(2, 3, 0.5)]])
    assert [each.place for each in found] == [1, 1, 1, 1]
