"""Monte Carlo tree search: what it proves, what it keeps, and what it never does."""

import random
import threading
import time
from dataclasses import replace
from functools import reduce
from operator import xor
from typing import NamedTuple

import numpy as np
import pytest

import palamedes
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LOSS, MAX_MOVES, ONGOING, WIN, compiled
from palamedes.games import find_game
from palamedes.search.analysis import Limits
from palamedes.search.montecarlo import MonteCarlo
from palamedes.search.score import WON, plies_to_loss, plies_to_win

SMALL = ["morpion", "morpion:4,beginner", "teeko", "teeko:advanced", "ultimate", "morris"]
SMALL_MEMORY = 2  # megabytes: engines are made by the hundred here


def _engine(**options):
    return MonteCarlo(**{"memory": SMALL_MEMORY, **options})


def _match(position):
    return Match(position, position.game.history)


# The reference: plain minimax on states.


def _children(state):
    out = np.empty(MAX_MOVES, np.int64)
    return [state.play(int(move)) for move in out[: state.moves(out)]]


def _value(state, plies):
    """1 if the side to move wins within so many plies, -1 if it loses, 0 if neither."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return {WIN: 1, LOSS: -1, DRAW: 0}[outcome]
    if plies == 0:
        return 0
    worst = 1
    for child in _children(state):
        worst = min(worst, _value(child, plies - 1))
        if worst == -1:
            break
    return -worst


def _walks(game, seed=0):
    """Endless random positions in which the game goes on, from random games."""
    chance = random.Random(seed)
    while True:
        position = Position.start(game)
        while position.codes:
            yield position
            position = position.play(chance.choice(position.codes))


def _won_in(game, plies, count, tries=20_000):
    """The first positions of random games that are won in `plies` plies and not sooner."""
    found = []
    for _, position in zip(range(tries), _walks(game), strict=False):
        state = position.state
        if _value(state, plies) == 1 and (plies < 2 or _value(state, plies - 2) < 1):
            found.append(position)
            if len(found) == count:
                break
    return found


def _threatened(game, count):
    """Positions that are not won at once, where some moves lose at once and others do not."""
    found = []
    for position in _walks(game):
        replies = [_value(child, 1) for child in _children(position.state)]
        if -1 not in replies and len(set(replies)) == 2:
            found.append(position)
            if len(found) == count:
                break
    return found


# Proofs.


def test_an_immediate_win_is_seen_without_a_simulation(game):
    for position in _last_positions(game, count=3):
        analysis = _engine().analyse(_match(position), Limits(nodes=1))
        assert analysis.best.score == WON - 1
        assert analysis.nodes == 0
        assert position.play(analysis.best.move).result.winner == position.turn


def _last_positions(game, count):
    """Positions of random games in which the player to move won at once."""
    before, found = None, []
    chance = random.Random(1)
    while len(found) < count:
        position = Position.start(game)
        for _ in range(2000):
            if not position.codes:
                break
            before, position = position, position.play(chance.choice(position.codes))
        if position.result and position.result.winner == before.turn:
            found.append(before)
    return found


@pytest.mark.parametrize("name", SMALL)
def test_wins_in_three_plies_are_proven(name):
    for position in _won_in(find_game(name), plies=3, count=4):
        analysis = _engine().analyse(_match(position), Limits(nodes=20_000))
        plies = plies_to_win(analysis.best.score)
        assert plies is not None
        assert plies >= 3
        assert plies % 2 == 1
        after = position.play(analysis.best.move)
        assert _value(after.state, min(plies, 3) - 1) == -1 or plies > 3


@pytest.mark.parametrize("name", SMALL)
def test_what_loses_at_once_is_never_played(name):
    for position in _threatened(find_game(name), count=10):
        analysis = _engine().analyse(_match(position), Limits(nodes=3000))
        assert _value(position.play(analysis.best.move).state, 1) < 1


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 1), (2, 2), (1, 2, 3), (2, 3), (1, 2, 4), (3, 3), (1, 1, 1)])
def test_small_nims_are_solved(heaps, misere):
    game = find_game("nim:" + ",".join(map(str, heaps)) + (",misere" if misere else ""))
    position = Position.start(game)
    analysis = _engine().analyse(_match(position), Limits(nodes=200_000))
    first_wins = reduce(xor, heaps) != 0
    if misere and max(heaps) == 1:
        first_wins = len(heaps) % 2 == 0
    if first_wins:
        plies = plies_to_win(analysis.best.score)
        assert _value(position.play(analysis.best.move).state, plies - 1) == -1
    else:
        assert _value(position.state, plies_to_loss(analysis.best.score)) == -1


def test_everything_lost_delays_the_loss():
    position = palamedes.start("nim:1,1,2,2")
    analysis = _engine().analyse(_match(position), Limits(nodes=100_000), lines=9)
    losses = [plies_to_loss(line.score) for line in analysis.lines]
    assert len(losses) == len(position.codes)
    assert losses == sorted(losses, reverse=True)


# Histories.


def test_going_back_to_an_earlier_position_is_a_draw():
    match = palamedes.new_match("teeko")
    for move in "a1 e5 a3 e3 c1 c5 e1 a5 a1-b1 e5-d5 b1-a1".split():
        match.play(move)
    engine = _engine()
    engine.analyse(match, Limits(nodes=500))
    known = {candidate.move: candidate for candidate in engine.candidates()}
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
    for move in "a1 e5 a3 e3 c1 c5 e1 a5 a1-b1 e5-d5".split():
        match.play(move)
    analysis = _engine().analyse(match, Limits(nodes=10_000))
    assert analysis.best.score == 0
    assert analysis.nodes < 10_000


# Limits.


def test_a_legal_move_under_any_limit(game):
    position = next(_walks(game))
    for limits in (Limits(nodes=1), Limits(seconds=0.001), Limits(depth=1), Limits(depth=3)):
        analysis = _engine().analyse(_match(position), limits)
        assert analysis.best.move in position.moves
        assert limits.nodes is None or analysis.nodes <= limits.nodes
        assert limits.depth is None or analysis.depth <= limits.depth


def test_the_clock_is_honoured():
    engine, match = _engine(), palamedes.new_match("ultimate")
    engine.analyse(match, Limits(nodes=1))  # compiles
    before = time.perf_counter()
    analysis = engine.analyse(match, Limits(seconds=0.2))
    assert 0.15 < time.perf_counter() - before < 0.6
    assert analysis.nodes > 1000


def test_a_search_stops_when_told():
    engine, match = _engine(), palamedes.new_match("ultimate")
    engine.analyse(match, Limits(nodes=1))  # compiles
    found = []
    thread = threading.Thread(target=lambda: found.append(engine.analyse(match, Limits())))
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    engine.stop()
    thread.join(1.0)
    assert not thread.is_alive()
    assert found[0].best.move in match.position.moves


def test_a_full_tree_is_searched_on():
    engine, match = _engine(memory=0.05), palamedes.new_match("ultimate")
    analysis = engine.analyse(match, Limits(nodes=20_000))
    assert analysis.nodes == 20_000
    assert engine.analyse(match, Limits(depth=150)).depth < 150


# Answers.


def test_every_simulation_goes_through_one_move(game):
    engine, match = _engine(), _match(next(_walks(game)))
    analysis = engine.analyse(match, Limits(nodes=300))
    assert analysis.nodes > 0
    assert sum(candidate.visits for candidate in engine.candidates()) == analysis.nodes
    assert sorted(c.move for c in engine.candidates()) == sorted(match.position.moves)
    assert all(-1 <= candidate.value <= 1 for candidate in engine.candidates())


@pytest.mark.parametrize("name", ["ultimate", "morris", "awale", "teeko"])
def test_a_seed_gives_the_same_answer_again(name):
    match = palamedes.new_match(name)
    first, again, other = (
        _engine(seed=seed).analyse(match, Limits(nodes=5000), lines=3) for seed in (7, 7, 8)
    )
    assert (first.lines, first.depth, first.nodes) == (again.lines, again.depth, again.nodes)
    assert first.lines != other.lines


def test_lines_are_moves_in_order_with_play_that_is_legal():
    match = palamedes.new_match("ultimate")
    engine = _engine()
    analysis = engine.analyse(match, Limits(nodes=20_000), lines=5)
    assert [line.move for line in analysis.lines] == [c.move for c in engine.candidates()][:5]
    visits = [candidate.visits for candidate in engine.candidates()]
    assert visits == sorted(visits, reverse=True)
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
    assert all(2 * one.nodes <= other.nodes for one, other in zip(told, told[1:], strict=False))
    assert told[-1].nodes < analysis.nodes


# The tree is kept.


@pytest.mark.parametrize("name", ["ultimate", "morris", "awale", "nim"])
def test_the_tree_is_kept_from_move_to_move(name):
    engine, match = _engine(), palamedes.new_match(name)
    move, reply = engine.analyse(match, Limits(nodes=20_000)).best.moves[:2]
    expected = engine.candidates([move, reply])
    match.play(move)
    match.play(reply)
    analysis = engine.analyse(match, Limits(nodes=1))
    assert engine.carried == sum(candidate.visits for candidate in expected) > 0
    assert analysis.best.move in match.position.moves
    engine.analyse(match, Limits(nodes=500))
    assert sum(candidate.visits for candidate in engine.candidates()) == engine.carried + 500


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
    engine.analyse(match, Limits(nodes=1000))
    assert engine.carried > 0
    match.undo()
    engine.analyse(match, Limits(nodes=1000))
    assert engine.carried == 0
    engine.analyse(palamedes.new_match("morris"), Limits(nodes=1000))
    assert engine.carried == 0


# Evaluations.


@compiled
class SeedsAhead(NamedTuple):
    weight: int = 10

    def score(self, state, last):
        return self.weight * state.lead()


@pytest.mark.parametrize("plies", [0, 4])
def test_an_evaluation_guides_the_search(plies):
    ahead = palamedes.parse("awale", "1(2R) 2(8R) 4(9B) 1 3-9")
    for weight, sign in ((10, -1), (-10, 1)):
        engine = _engine(evaluation=SeedsAhead(weight), plies=plies)
        score = engine.analyse(_match(ahead), Limits(nodes=2000)).best.score
        assert sign * score > 0
        assert abs(score) <= 1000
