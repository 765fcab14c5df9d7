"""Alpha-beta: exact where theory says so, stoppable at any moment, right about forced wins."""

import threading
import time
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palamedes
from conftest import positions, urgent_codes
from palamedes.core.bits import mix
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import NoTables
from palamedes.core.rules import ONGOING, compiled
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.alphabeta.kernel import minimax, search
from palamedes.search.alphabeta.memory import EXACT_FEATURES, Features
from palamedes.search.analysis import Limits
from palamedes.search.fixed_depth import ExactSearch
from palamedes.search.score import ESTIMATE, WON, final_score, plies_to_loss, plies_to_win
from waiting import PATIENCE


@compiled
class Noise(NamedTuple):
    """An evaluation without sense or order: whatever holds for it holds for any."""

    spread: int = 15

    def score(self, state, last):
        return (mix(1, state.key()) & self.spread) - self.spread // 2


def _minimax(position, depth):
    counters, stop = np.zeros(4, np.int64), np.zeros(1, np.int64)
    return int(minimax(position.state, -1, depth, 0, Noise(), counters, stop))


@pytest.mark.families
def test_pruning_changes_no_move_and_no_score(game):
    pruned = {depth: ExactSearch(Noise(), depth) for depth in (1, 2, 3)}
    plain = {depth: ExactSearch(Noise(), depth, pruning=False) for depth in (1, 2, 3)}

    @settings(max_examples=25)
    @given(positions(game), st.sampled_from([1, 2, 3]))
    def check(position, depth):
        if position.codes:
            one, other = pruned[depth].best_moves(position), plain[depth].best_moves(position)
            assert (one.codes, one.score) == (other.codes, other.score)

    check()


EXACT_COMBINATIONS = [
    EXACT_FEATURES._replace(table=table, ordering=ordering, narrow=narrow)
    for table, ordering, narrow in product((0, 1), repeat=3)
]


def _memory(engine, position):
    return engine._thread(Match(position, position.game.history), Limits(), NoTables()).memory


@pytest.mark.families
def test_every_feature_keeps_the_value_of_minimax(game):
    for features in EXACT_COMBINATIONS:
        engine = AlphaBeta(Noise(), features, megabytes=1)
        position = palamedes.start(game.id)
        for ply in range(12):
            if not position.codes:
                break
            memory = _memory(engine, position)
            tools = Noise(), features, memory, NoTables()
            found = search(position.state, -1, 3, -WON, WON, 0, *tools)
            assert found == _minimax(position, 3), (position, features)
            position = position.play(position.codes[(7 * ply) % len(position.codes)])


def test_a_window_gives_a_bound_on_the_right_side():
    @given(positions(palamedes.find_game("teeko")), st.integers(-9, 8))
    def check(position, alpha):
        value = _minimax(position, 3)
        memory = _memory(AlphaBeta(Noise(), EXACT_FEATURES, megabytes=1), position)
        tools = Noise(), EXACT_FEATURES, memory, NoTables()
        bound = search(position.state, -1, 3, alpha, alpha + 1, 0, *tools)
        assert bound >= value if value <= alpha else bound <= value
        assert (bound <= alpha) == (value <= alpha)

    check()


@pytest.mark.families
def test_a_limit_of_nodes_leaves_a_legal_move(game):
    engine = AlphaBeta(Noise(), megabytes=1)

    @settings(max_examples=20)
    @given(positions(game), st.integers(1, 3000))
    def check(position, nodes):
        if position.codes:
            analysis = engine.analyse(Match(position, game.history), Limits(nodes=nodes))
            assert analysis.best.move in position.moves
            assert analysis.nodes <= nodes + 200

    check()


@pytest.mark.families
def test_the_same_nodes_give_the_same_analysis(game):
    match = Match.of(game)
    one, other = (AlphaBeta(Noise(), megabytes=1).analyse(match, Limits(nodes=5000)) for _ in "ab")
    assert (one.lines, one.depth, one.nodes) == (other.lines, other.depth, other.nodes)


@pytest.mark.parametrize("threads", [1, 3])
def test_stop_from_another_thread(threads):
    engine = AlphaBeta(Noise(), megabytes=4, threads=threads)
    match = palamedes.new_match("ultimate")
    is_deep = threading.Event()
    stopper = threading.Thread(target=lambda: is_deep.wait(PATIENCE) and engine.stop())
    stopper.start()

    def hear(told):
        if told.depth > 2:
            is_deep.set()

    analysis = engine.analyse(match, Limits(), report=hear)  # it returns at all
    stopper.join()
    assert analysis.best.move in match.position.moves
    assert analysis.depth > 2


def test_the_clock_stops_a_search():
    engine = AlphaBeta(Noise(), megabytes=4)
    match = palamedes.new_match("ultimate")
    engine.analyse(match, Limits(depth=2))  # compiles
    before = time.perf_counter()
    engine.analyse(match, Limits(seconds=0.1))  # it returns; benchmarks/ measure how soon
    assert time.perf_counter() - before >= 0.1


def test_lines_are_different_moves_best_first():
    analysis = AlphaBeta(Noise()).analyse(palamedes.new_match("teeko"), Limits(depth=3), lines=5)
    scores = [line.score for line in analysis.lines]
    assert len({line.move for line in analysis.lines}) == 5
    assert scores == sorted(scores, reverse=True)
    assert all(line.moves[0] == line.move for line in analysis.lines)


def test_reports_come_depth_by_depth():
    heard = []
    AlphaBeta(Noise()).analyse(palamedes.new_match("teeko"), Limits(depth=4), report=heard.append)
    assert [analysis.depth for analysis in heard] == [1, 2, 3, 4]


@pytest.mark.families
def test_proven_wins_and_losses_say_in_how_many_plies(game):
    """What is proven at depth 4 is proven by a deeper search, and no shorter way is missed."""
    engine = AlphaBeta(Noise(), Features(), megabytes=4)

    @settings(max_examples=15)
    @given(positions(game))
    def check(position):
        if not position.codes:
            return
        value = _minimax(position, 3)
        if abs(value) >= ESTIMATE:
            history = palamedes.HistoryRules()
            best = engine.analyse(Match(position, history), Limits(depth=6)).best
            assert plies_to_win(best.score) == plies_to_win(value)
            assert plies_to_loss(best.score) == plies_to_loss(value)

    check()


URGENT = {
    "ultimate": lambda before, after: after.other_boards != before.my_boards,  # a board is won
    "morris": lambda before, after: after.me.bit_count() < before.other.bit_count(),  # a man goes
}


@pytest.mark.parametrize("name", URGENT)
def test_urgent_moves_are_those_that_settle_something(name):
    @given(positions(palamedes.find_game(name)))
    def check(position):
        if position.codes:
            state = position.state
            expected = {code for code in position.codes if URGENT[name](state, state.play(code))}
            assert set(urgent_codes(position.state)) == expected

    check()


def _quiescence(state, evaluation, ply):
    """What urgent moves make of an undecided position, by plain minimax."""
    best = int(evaluation.score(state, -1))
    for code in urgent_codes(state):
        child = state.play(code)
        outcome = child.outcome()
        known = outcome != ONGOING
        score = final_score(outcome, ply + 1) if known else _quiescence(child, evaluation, ply + 1)
        best = max(best, -score)
    return best


@pytest.mark.parametrize("name", URGENT)
def test_a_leaf_is_searched_by_its_urgent_moves(name):
    features = EXACT_FEATURES._replace(urgent=1)

    @settings(max_examples=50)
    @given(positions(palamedes.find_game(name)), st.integers(-9, 8))
    def check(position, alpha):
        if not position.codes:
            return
        memory = _memory(AlphaBeta(Noise(), features, megabytes=1), position)
        tools = Noise(), features, memory, NoTables()
        value = _quiescence(position.state, Noise(), 0)
        assert search(position.state, -1, 0, -WON, WON, 0, *tools) == value
        bound = search(position.state, -1, 0, alpha, alpha + 1, 0, *tools)
        assert (bound <= alpha) == (value <= alpha)

    check()


@pytest.mark.parametrize("name", ["ultimate", "morris", "teeko"])
def test_pruning_makes_up_no_win(name):
    """What a search with all its guesses calls won or lost in a few plies is just that."""
    game = palamedes.find_game(name)
    engine = AlphaBeta(game.evaluations["tuned"], megabytes=4)

    @settings(max_examples=25)
    @given(positions(game))
    def check(position):
        if position.codes:
            best = engine.analyse(Match(position, palamedes.HistoryRules()), Limits(depth=4)).best
            proven = plies_to_win(best.score) or plies_to_loss(best.score)
            if proven is not None and proven <= 4:
                value = _minimax(position, proven)
                assert (value > 0) == (best.score > 0)
                assert abs(value) >= abs(best.score) >= ESTIMATE

    check()


def test_only_evaluations_of_the_usual_scale_prune():
    game = palamedes.find_game("teeko")
    match = Match.of(game)
    tuned, original = game.evaluations["tuned"], game.evaluations["original"]
    pruning = [
        AlphaBeta(each)._thread(match, Limits(), NoTables()).features.pruning
        for each in (tuned, tuned._replace(**{tuned._fields[0]: 1}), original, Noise())
    ]
    assert pruning == [1, 1, 0, 0]


def _awale_at(plies, limit):
    """A match of awalé that is over after `limit` plies, `plies` of them played at random."""
    game, random = palamedes.find_game("awale"), Random(3)
    match = Match(Position.start(game), HistoryRules(plies=limit, points=True))
    while len(match.turns) < plies:
        match.play(random.choice(match.position.codes))
    return match


def _score_at_limit(match):
    """The score of a match for the player to move, by plain minimax to its limit of moves."""
    if match.result is not None:
        winner = match.result.winner
        return 0 if winner is None else 1 if winner == match.position.turn else -1
    scores = []
    for code in match.position.codes:
        match.play(code)
        scores.append(-_score_at_limit(match))
        match.undo()
    return max(scores)


@pytest.mark.parametrize("plies", [30, 31, 32])
def test_the_search_knows_that_points_decide_at_the_limit_of_moves(plies):
    match = _awale_at(plies, plies + 2)
    engine = AlphaBeta(match.game.evaluations["tuned"], megabytes=1)
    analysis = engine.analyse(match, Limits(depth=6))
    found, true = analysis.best.score, _score_at_limit(match)
    assert abs(found) == (WON - 2 if true else 0)
    assert (found > 0) == (true > 0)
    assert (analysis.depth, analysis.best.is_true) == (2, True)


@compiled
class WinsInFive(NamedTuple):
    """Tables that have every position: a win in five plies."""

    byte: int = 6

    def probed(self, state):
        return self.byte


@pytest.mark.parametrize(("limit", "expected"), [(4, 0), (5, WON - 5), (0, WON - 5)])
def test_a_table_that_looks_beyond_the_limit_of_moves_decides_nothing(limit, expected):
    match = Match(Position.start(palamedes.find_game("teeko")), HistoryRules(plies=limit))
    memory = AlphaBeta(Noise())._thread(match, Limits(), NoTables()).memory
    tools = Content(pleasure=0), EXACT_FEATURES, memory, WinsInFive()
    assert search(match.position.state, -1, 1, -WON, WON, 0, *tools) == expected


def test_entries_from_before_the_limit_came_into_sight_do_not_answer():
    match = _awale_at(30, 32)
    free = Match(match.position, HistoryRules())
    engine = AlphaBeta(match.game.evaluations["tuned"], megabytes=4)
    fresh = AlphaBeta(match.game.evaluations["tuned"], megabytes=4)
    engine.analyse(free, Limits(depth=6))
    expected = fresh.analyse(match, Limits(depth=4)).best
    assert engine.analyse(match, Limits(depth=4)).best == expected
    assert abs(engine.analyse(free, Limits(depth=6)).best.score) < ESTIMATE


@compiled
class Content(NamedTuple):
    """An evaluation that likes every position for the side to move."""

    pleasure: int = 7

    def score(self, state, last):
        return self.pleasure


def test_repetition_is_a_draw_to_the_search():
    match = palamedes.new_match("teeko")
    for move in ("a1", "e5", "a3", "e3", "c1", "c5", "e1", "a5", "a1-b1", "e5-d5", "b1-a1"):
        match.play(move)
    analysis = AlphaBeta(Content()).analyse(match, Limits(depth=2), lines=99)
    scores = {line.move: line.score for line in analysis.lines}
    assert scores.pop("d5-e5") == 0, "it goes back to where the match has been"
    assert set(scores.values()) == {7}


def test_coming_back_to_the_root_is_a_draw_too():
    position = palamedes.parse("teeko", "XO3/2O1X/5/X1X1O/4O X")
    engine = AlphaBeta(Content())
    memory = _memory(engine, position)
    tools = Content(), engine.features, memory, NoTables()
    scores = [search(position.state, -1, 1, -WON, WON, ply, *tools) for ply in (2, 4)]
    assert scores == [-7, 0], "no position can recur after two plies"


def test_a_search_cut_short_keeps_the_best_move_it_knew():
    """Under every limit of nodes: once depth 2 is through, no move is played that loses at once."""
    position = palamedes.parse("morris", "2X/OXX/1X1/1X2XO/X2/2X/2O O 0 0")
    match = Match(position, position.game.history)
    for nodes in range(2000, 24_000, 1000):
        engine = AlphaBeta(position.game.evaluations["advanced"], megabytes=1)
        assert engine.analyse(match, Limits(nodes=nodes)).best.move in ("g1-d7", "g4-d7")


def test_a_stop_while_a_search_is_prepared_is_heard():
    class SlowTables:
        """Somebody presses Ctrl-C while tables are read."""

        def probe(self, state):
            return None

        def tables_near(self, state, patient):
            engine.stop()
            return NoTables()

    engine = AlphaBeta(Noise(), oracle=SlowTables())
    match = Match.of(palamedes.find_game("teeko"))
    assert engine.analyse(match, Limits()).best.move in match.position.moves  # it returns at all


@pytest.mark.families
def test_expected_play_is_legal_and_no_longer_than_the_search_is_deep(game):
    """A table that has nothing for a position must not be taken to have move 0."""
    evaluation = next(iter(game.evaluations.values()))

    @settings(max_examples=25)
    @given(positions(game), st.integers(1, 5), st.integers(1, 3))
    def check(position, depth, lines):
        if position.codes:
            match = Match(position, game.history)
            engine = AlphaBeta(evaluation, megabytes=1)
            analysis = engine.analyse(match, Limits(depth=depth, nodes=20_000), lines)
            _check_lines(match, analysis.lines, min(depth, analysis.depth + 1))

    check()


def _check_lines(match, lines, longest):
    """Every line can be played, ends with the match if not before, and is not too long."""
    for line in lines:
        walk = match.copy()
        for move in line.moves:
            walk.play(move)  # PalamedesError if it is illegal, or if the game is over
        assert line.moves[0] == line.move
        assert 1 <= len(line.moves) <= longest


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_line_ends_where_the_table_has_nothing(depth):
    """In teeko move 0 is the drop on a1, which every line ended in."""
    match = palamedes.new_match("teeko")
    engine = AlphaBeta(match.game.evaluations["tuned"])
    lines = engine.analyse(match, Limits(depth=depth), lines=5).lines
    assert {len(line.moves) for line in lines} == {depth}
    assert all("a1" not in line.moves for line in lines)


def test_an_engine_that_has_searched_before_promises_no_more():
    """Its table has entries from deeper searches and of positions the match has left."""
    match = palamedes.new_match("teeko")
    engine = AlphaBeta(match.game.evaluations["tuned"], megabytes=1)
    for _ply in range(12):
        deep = engine.analyse(match, Limits(depth=6))
        shallow = engine.analyse(match, Limits(depth=2), lines=3)
        _check_lines(match, deep.lines, 6)
        _check_lines(match, shallow.lines, 2)
        match.play(deep.best.move)
        if match.result is not None:
            break


def test_a_search_stopped_in_the_middle_of_a_depth_gives_the_lines_of_the_last_one():
    """Wherever it is stopped: they are in order, with the scores of a search that was not."""
    match = palamedes.new_match("teeko")
    for move in ["c3", "c2", "b3", "d3", "b4"]:
        match.play(move)
    finished = {
        depth: AlphaBeta(Noise()).analyse(match, Limits(depth=depth), lines=4)
        for depth in range(1, 5)
    }
    depths = set()
    for nodes in range(1, finished[4].nodes, 97):
        analysis = AlphaBeta(Noise(), megabytes=1).analyse(match, Limits(nodes=nodes), lines=4)
        found = [(line.move, line.score) for line in analysis.lines]
        assert found == sorted(found, key=lambda each: -each[1])
        whole = finished[analysis.depth].lines
        assert found == [(line.move, line.score) for line in whole]
        depths.add(analysis.depth)
    assert depths == {1, 2, 3}


@pytest.mark.parametrize("name", ["morris", "awale", "teeko"])
def test_lines_are_in_order_where_a_later_search_says_more_of_a_move(name):
    """Reductions and the table make scores waver: a second line can come out better."""
    game, random = palamedes.find_game(name), Random(1)
    for _game in range(20):
        position = Position.start(game)
        for _ply in range(random.randrange(4, 20)):
            if position.codes:
                position = position.play(random.choice(position.codes))
        if position.codes:
            engine = AlphaBeta(game.evaluations["tuned"], megabytes=1)
            analysis = engine.analyse(Match(position, game.history), Limits(nodes=20_000), lines=5)
            scores = [line.score for line in analysis.lines]
            assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("nodes", [200, 1000, 5000, 20_000])
def test_lines_are_best_first_however_a_search_ends(nodes):
    match = Match.of(palamedes.find_game("teeko"))
    for move in ["c3", "c2", "b3", "d3", "b4"]:
        match.play(move)
    lines = AlphaBeta(Noise()).analyse(match, Limits(nodes=nodes), lines=4).lines
    scores = [line.score for line in lines]
    assert scores == sorted(scores, reverse=True)


def test_facts_are_not_mixed_up_with_guesses_about_other_positions():
    """One engine looks at many positions of nim, to the end in some and not in others."""
    game = palamedes.find_game("nim")
    engine = AlphaBeta(Noise(), Features(), megabytes=4)
    random = Random(1)
    for _game in range(60):
        position = Position.start(game)
        while position.codes:
            best = engine.analyse(Match(position, palamedes.HistoryRules()), Limits(depth=6)).best
            if best.is_true:
                assert best.score == _minimax(position, 16)
            position = position.play(random.choice(position.codes))
