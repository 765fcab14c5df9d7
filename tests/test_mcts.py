"""Monte Carlo tree search: what it proves, what it keeps, and what it never does."""

import os
import random
import subprocess
import sys
import threading
import time
from dataclasses import replace
from functools import reduce
from itertools import islice, pairwise
from operator import xor
from pathlib import Path
from typing import NamedTuple

import pytest
from numba import njit

import palamedes
from mcts_tree import candidates, carried, visits
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import LOSS, ONGOING, WIN, compiled
from palamedes.core.stack_memory import move_list
from palamedes.games import find_game
from palamedes.search.analysis import Limits
from palamedes.search.mcts.engine import MonteCarlo
from palamedes.search.score import WON, plies_to_loss, plies_to_win
from waiting import PATIENCE

SMALL = ["morpion", "morpion:4,beginner", "teeko", "ultimate", "morris"]
TELLING = [*SMALL, "awale", "nim"]  # games whose random play has wins
DROPS = ["a1", "e5", "a3", "e3", "c1", "c5", "e1", "a5"]  # of teeko
MEGABYTES = 2  # enough here, where many engines are made


def _engine(**options):
    return MonteCarlo(**{"memory": MEGABYTES, **options})


def _match(position):
    return Match(position, position.game.history)


# The reference: plain minimax.


@njit
def _value(state, plies):
    """1 if the side to move wins within so many plies, -1 if it loses, 0 if neither is sure."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return 1 if outcome == WIN else -1 if outcome == LOSS else 0
    if plies == 0:
        return 0
    best = -1
    moves = move_list()
    for number in range(state.moves(moves)):
        best = max(best, -_value(state.play(moves[number]), plies - 1))
    return best


def _play_at_random(game, seed=0):
    """Endless positions of random games in which the game goes on."""
    chance = random.Random(seed)
    while True:
        position = Position.start(game)
        for _ in range(300):
            if not position.codes:
                break
            yield position
            position = position.play(chance.choice(position.codes))


def _find(name, wanted, count, tries=20_000):
    """The first positions of random games that are as wanted."""
    positions = islice(_play_at_random(find_game(name)), tries)
    found = list(islice((each for each in positions if wanted(each)), count))
    assert found
    return found


def _is_won_at_once(position):
    return _value(position.state, 1) == 1


def _is_won_in_three(position):
    return not _is_won_at_once(position) and _value(position.state, 3) == 1


def _is_threatened(position):
    """Whether some moves lose at once and others do not, while none wins."""
    replies = {_value(position.state.play(code), 1) for code in position.codes}
    return -1 not in replies and len(replies) == 2


# Proofs.


@pytest.mark.parametrize("name", TELLING)
def test_a_win_at_once_is_seen_without_simulations(name):
    for position in _find(name, _is_won_at_once, count=5):
        analysis = _engine().analyse(_match(position), Limits(nodes=1))
        assert analysis.best.score == WON - 1
        assert analysis.nodes == 0
        assert position.play(analysis.best.move).result.winner == position.turn


@pytest.mark.parametrize("name", SMALL)
def test_wins_in_three_plies_are_proven(name):
    for position in _find(name, _is_won_in_three, count=4):
        analysis = _engine().analyse(_match(position), Limits(nodes=20_000))
        plies = plies_to_win(analysis.best.score)
        assert plies is not None
        assert plies % 2 == 1
        assert plies >= 3
        if plies == 3:
            assert _value(position.play(analysis.best.move).state, 2) == -1


@pytest.mark.parametrize("name", TELLING)
def test_what_loses_at_once_is_never_played(name):
    for position in _find(name, _is_threatened, count=10):
        analysis = _engine().analyse(_match(position), Limits(nodes=2000))
        assert _value(position.play(analysis.best.move).state, 1) < 1


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 1), (2, 2), (1, 2, 3), (2, 3), (1, 2, 4), (3, 3), (1, 1, 1)])
def test_small_nims_are_solved(heaps, misere):
    position = palamedes.start(f"nim:{','.join(map(str, heaps))}{',misere' if misere else ''}")
    score = _engine().analyse(_match(position), Limits(nodes=100_000)).best.score
    odd_ones = misere and max(heaps) == 1  # the one case in which the other rule wins otherwise
    first_wins = (reduce(xor, heaps) != 0) != odd_ones
    plies = plies_to_win(score) if first_wins else plies_to_loss(score)
    assert plies is not None
    assert _value(position.state, plies) == (1 if first_wins else -1)


def test_a_lost_game_is_made_long():
    position = palamedes.start("nim:1,1,2,2")
    analysis = _engine().analyse(_match(position), Limits(nodes=100_000), lines=9)
    losses = [plies_to_loss(line.score) for line in analysis.lines]
    assert len(losses) == len(position.codes)
    assert losses == sorted(losses, reverse=True)


# Histories.


def test_going_back_to_an_earlier_position_is_a_draw():
    match = palamedes.new_match("teeko")
    for move in [*DROPS, "a1-b1", "e5-d5", "b1-a1"]:
        match.play(move)
    engine = _engine()
    engine.analyse(match, Limits(nodes=500))
    known = {candidate.move: candidate for candidate in candidates(engine)}
    assert known["d5-e5"].proven
    assert known["d5-e5"].score == 0
    assert not known["d5-d4"].proven


def test_a_limit_of_plies_ends_the_game_by_points():
    ahead = palamedes.parse("awale", "1(2R) 2(8R) 4(9B) 1 3-9")
    match = Match(ahead, replace(ahead.game.history, plies=1))
    analysis = _engine().analyse(match, Limits(nodes=10))
    assert plies_to_loss(analysis.best.score) == 1
    match = Match(ahead, replace(ahead.game.history, plies=1, points=False))
    analysis = _engine().analyse(match, Limits(nodes=10))
    assert analysis.best.score == 0


def test_a_limit_of_quiet_plies_ends_the_game():
    start = palamedes.start("teeko")
    match = Match(start, replace(start.game.history, repetition=0, quiet=4))
    for move in [*DROPS, "a1-b1", "e5-d5"]:
        match.play(move)
    analysis = _engine().analyse(match, Limits(nodes=10_000))
    assert analysis.best.score == 0
    assert analysis.nodes < 10_000


# Limits.


@pytest.mark.families
def test_a_legal_move_under_any_limit(game):
    position = next(_play_at_random(game))
    tiny = [
        Limits(nodes=0),
        Limits(nodes=1),
        Limits(depth=1),
        Limits(depth=3),
        Limits(seconds=0.001),
    ]
    for limits in tiny:
        analysis = _engine().analyse(_match(position), limits)
        assert analysis.best.move in position.moves
        assert limits.nodes is None or analysis.nodes <= limits.nodes
        assert limits.depth is None or analysis.depth <= limits.depth


def test_the_clock_is_honoured():
    engine, match = _engine(), palamedes.new_match("ultimate")
    engine.analyse(match, Limits(nodes=1))  # compiles
    before = time.perf_counter()
    analysis = engine.analyse(match, Limits(seconds=0.2))
    assert time.perf_counter() - before > 0.15  # benchmarks/ measure how soon after that
    assert analysis.nodes > 1


def test_a_search_stops_when_told():
    engine, match = _engine(), palamedes.new_match("ultimate")
    engine.analyse(match, Limits(nodes=1))  # compiles
    found, begun = [], threading.Event()
    thread = threading.Thread(
        target=lambda: found.append(
            engine.analyse(match, Limits(), report=lambda _told: begun.set())
        )
    )
    thread.start()
    assert begun.wait(PATIENCE)
    assert thread.is_alive()
    engine.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert found[0].best.move in match.position.moves


def test_a_full_tree_is_searched_on():
    engine, match = _engine(memory=0.05), palamedes.new_match("ultimate")
    analysis = engine.analyse(match, Limits(nodes=20_000))
    assert analysis.nodes == 20_000
    assert engine.analyse(match, Limits(depth=150)).depth < 150


# Answers.


@pytest.mark.families
def test_every_simulation_goes_through_one_move(game):
    engine, match = _engine(), _match(next(_play_at_random(game)))
    analysis = engine.analyse(match, Limits(nodes=300))
    assert analysis.nodes > 0
    assert visits(engine) == analysis.nodes
    assert sorted(c.move for c in candidates(engine)) == sorted(match.position.moves)
    assert all(-1 <= candidate.value <= 1 for candidate in candidates(engine))


@pytest.mark.parametrize("name", ["ultimate", "morris", "awale", "teeko"])
def test_a_seed_gives_the_same_answer_again(name):
    match = palamedes.new_match(name)
    first, again, other = (
        _engine(seed=seed).analyse(match, Limits(nodes=5000), lines=3) for seed in (7, 7, 8)
    )
    assert (first.lines, first.depth, first.nodes) == (again.lines, again.depth, again.nodes)
    assert first.lines != other.lines


INTERPRETED = """
import palamedes
from mcts_tree import candidates
from palamedes.search.analysis import Limits
from palamedes.search.mcts.engine import MonteCarlo

for name in ("teeko", "awale"):
    engine = MonteCarlo(memory=1)
    engine.analyse(palamedes.new_match(name), Limits(nodes=40))
    print(candidates(engine))
"""


def test_the_kernels_do_the_same_interpreted():
    told = subprocess.run(
        [sys.executable, "-c", INTERPRETED],
        cwd=Path(__file__).parent,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    for name, line in zip(("teeko", "awale"), told.stdout.splitlines(), strict=True):
        engine = _engine()
        engine.analyse(palamedes.new_match(name), Limits(nodes=40))
        assert repr(candidates(engine)) == line


def test_lines_are_moves_in_order_with_play_that_is_legal():
    match = palamedes.new_match("ultimate")
    engine = _engine()
    analysis = engine.analyse(match, Limits(nodes=20_000), lines=5)
    known = candidates(engine)
    assert [line.move for line in analysis.lines] == [candidate.move for candidate in known][:5]
    assert known == sorted(known, key=lambda candidate: -candidate.visits)
    for line in analysis.lines:
        assert line.moves[0] == line.move
        assert abs(line.score) <= 1000
        position = match.position
        for move in line.moves:
            position = position.play(move)
    assert len(analysis.best.moves) > 2


def test_reports_come_as_simulations_double():
    told = []
    analysis = _engine().analyse(
        palamedes.new_match("teeko"), Limits(nodes=3000), report=told.append
    )
    assert len(told) > 3
    assert all(2 * one.nodes <= other.nodes for one, other in pairwise(told))
    assert told[-1].nodes < analysis.nodes


# The tree is kept.


@pytest.mark.parametrize("name", ["ultimate", "morris", "awale", "nim"])
def test_the_tree_is_kept_from_move_to_move(name):
    engine, match = _engine(), palamedes.new_match(name)
    move, reply = engine.analyse(match, Limits(nodes=20_000)).best.moves[:2]
    expected = visits(engine, [move, reply])
    match.play(move)
    match.play(reply)
    analysis = engine.analyse(match, Limits(nodes=1))
    assert carried(engine, analysis) == expected > 0
    assert analysis.best.move in match.position.moves
    before = visits(engine)
    engine.analyse(match, Limits(nodes=500))
    assert visits(engine) == before + 500


def test_the_same_position_is_searched_on():
    engine, match = _engine(), palamedes.new_match("teeko")
    engine.analyse(match, Limits(nodes=300))
    engine.analyse(match, Limits(nodes=200))
    assert visits(engine) == 500


def test_a_proof_is_kept_from_move_to_move():
    engine, match = _engine(), palamedes.new_match("nim:3,4,5")
    plies = plies_to_win(engine.analyse(match, Limits(nodes=200_000)).best.score)
    while match.result is None:
        analysis = engine.analyse(match, Limits(nodes=1))
        assert plies_to_win(analysis.best.score) <= plies
        match.play(analysis.best.move)
        if match.result is None:
            match.play(match.position.codes[-1])
            plies -= 2
    assert match.result.winner == 0


def test_another_match_begins_a_new_tree():
    engine, match = _engine(), palamedes.new_match("ultimate")
    best = engine.analyse(match, Limits(nodes=1000)).best
    match.play(best.move)
    assert carried(engine, engine.analyse(match, Limits(nodes=1000))) > 0
    match.undo()
    assert carried(engine, engine.analyse(match, Limits(nodes=1000))) == 0
    other = palamedes.new_match("morris")
    assert carried(engine, engine.analyse(other, Limits(nodes=1000))) == 0


# Evaluations.


@compiled
class SeedsAhead(NamedTuple):
    weight: int = 10

    def score(self, state, last):
        return self.weight * state.lead()


@pytest.mark.parametrize("plies", [0, 4])
def test_an_evaluation_guides_the_search(plies):
    start = palamedes.start("awale")
    ahead = replace(start, state=start.state._replace(my_score=30))
    for weight, sign in ((10, 1), (-10, -1)):
        engine = _engine(evaluation=SeedsAhead(weight), plies=plies)
        score = engine.analyse(_match(ahead), Limits(nodes=500)).best.score
        assert 500 < sign * score <= 1000


def test_the_scale_of_an_evaluation_does_not_matter_unless_it_is_given():
    match = palamedes.new_match("awale")
    small, large = (
        _engine(evaluation=SeedsAhead(weight)).analyse(match, Limits(nodes=500))
        for weight in (1, 1000)
    )
    assert small.lines == large.lines
    given = _engine(evaluation=SeedsAhead(1), scale=1e9).analyse(match, Limits(nodes=500))
    assert given.best.score == 0
