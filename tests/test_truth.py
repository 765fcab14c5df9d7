"""Truth in play: perfect players, analyses that know, searches that ask tables, exact ends."""

import shutil
from dataclasses import replace
from random import Random

import pytest

import palamedes
from conftest import on_the_worker_of
from palamedes import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import NoTables, Truth
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.players import best_engine, make_player, needs_tables
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.evaluations import Nothing
from palamedes.search.fixed_depth import ExactSearch
from palamedes.search.score import WON
from palamedes.search.truth_engine import TruthEngine
from palamedes.solver.above_tables import value_above
from palamedes.solver.outcomes import read_outcomes
from palamedes.solver.tablebase import Tablebase
from waiting import wait_until

OPPONENTS = ("random", "hard", "master:nodes=500,tables=0")


def _truth(tables, position):
    outcome = position.state.outcome()
    return tables.probe(position.state) if outcome == ONGOING else Truth(outcome, 0)


def _random_position(tables, layer, random):
    space = tables.layers.space(layer)
    while True:
        state = space.state_at(random.randrange(space.size()))
        if state.outcome() == ONGOING and state.is_counted():
            return Position(tables.game, state)


def _keeps(before, after):
    """Whether a move keeps the value, and the distance where there is one."""
    if before.is_draw:
        return after.is_draw
    return after == Truth(LOSS if before.outcome == WIN else WIN, before.plies - 1)


CASES = [
    on_the_worker_of("morpion", (3, 3), (2, 3), (0, 0)),
    on_the_worker_of("morris", (3, 3), (4, 3), (4, 4)),
]


@pytest.mark.parametrize(("name", "one", "two", "three"), CASES)
def test_the_perfect_player_gives_nothing_away(solved, name, one, two, three):
    layers = (one, two, three)
    tables = solved(name) if name == "morpion" else solved(name, *layers)
    random = Random(1)
    for opponent in OPPONENTS:
        for number in range(8):
            start = _random_position(tables, layers[number % 3], random)
            perfect = TruthEngine(tables, AlphaBeta(Nothing()))
            other = make_player(tables.game, opponent, seed=number)
            match = Match(start, replace(start.game.history, plies=60))
            while match.result is None:
                before = _truth(tables, match.position)
                if match.position.turn == number % 2:
                    match.play(perfect.analyse(match, Limits()).best.move)
                    assert _keeps(before, _truth(tables, match.position)), match.position
                else:
                    match.play(other.choose(match).code)


@pytest.mark.xdist_group("morpion")
def test_the_truth_about_every_move_is_told_best_first(solved):
    tables = solved("morpion")
    engine = TruthEngine(tables, AlphaBeta(Nothing()))
    for seed in range(40):
        position = _random_position(tables, (3, 3), Random(seed))
        match = Match(position, position.game.history)
        lines = engine.analyse(match, Limits(), lines=99).lines
        assert [line.score for line in lines] == sorted(
            (line.score for line in lines), reverse=True
        )
        assert {line.move for line in lines} == set(position.moves)
        for line in lines:
            assert line.is_true
            truth = _truth(tables, position.play(line.move))
            expected = {DRAW: 0, LOSS: WON - truth.plies - 1, WIN: truth.plies + 1 - WON}
            assert line.score == expected[truth.outcome]


@pytest.mark.xdist_group("morpion")
def test_a_line_of_truth_ends_when_it_promised(solved):
    engine = TruthEngine(solved("morpion"), AlphaBeta(Nothing()))
    position = palamedes.parse("morpion", "3/XX1/OO1 X")
    match = Match(position, position.game.history)
    best = engine.analyse(match, Limits()).best
    for move in best.moves:
        position = position.play(move)
    assert position.result is not None
    assert best.score == WON - len(best.moves)


@pytest.mark.xdist_group("morpion")
def test_in_a_draw_the_move_with_most_traps_comes_first(solved):
    engine = TruthEngine(solved("morpion"), AlphaBeta(Nothing()))
    moves = engine.solved_moves(palamedes.start("morpion"))
    assert {move.score for move in moves} == {0}
    traps = [move.traps for move in moves]
    assert traps == sorted(traps, reverse=True)
    assert traps[0] > traps[-1]


def test_where_nothing_is_known_it_searches():
    class Mute:
        def probe(self, state):
            return None

        def tables_near(self, state, patient):
            return NoTables()

    engine = TruthEngine(Mute(), AlphaBeta(Nothing()))
    match = Match.of(palamedes.find_game("morpion"))
    analysis = engine.analyse(match, Limits(depth=2))
    assert analysis.depth == 2
    assert not analysis.best.is_true


class _OnlyBelow:
    """Tables that a search may ask, but that do not know its root."""

    def __init__(self, tables):
        self.tables = tables

    def probe(self, state):
        return None

    def tables_near(self, state, patient):
        return self.tables.tables_near(state, patient)


@pytest.mark.xdist_group("morris")
def test_a_search_that_asks_tables_finds_what_they_say(solved):
    tables = solved("morris", (3, 3), (4, 3), (4, 4))
    for seed in range(12):
        position = _random_position(tables, (4, 3), Random(seed))
        match = Match(position, replace(position.game.history, repetition=0))
        truth = tables.probe(position.state)
        engine = AlphaBeta(Nothing(), oracle=_OnlyBelow(tables))
        found = engine.analyse(match, Limits(depth=1)).best.score
        expected = {DRAW: 0, WIN: WON - truth.plies, LOSS: truth.plies - WON}
        assert found == expected[truth.outcome], position


@pytest.mark.xdist_group("morris")
def test_tables_are_read_when_they_are_near(solved):
    tables = solved("morris", (3, 3), (4, 3), (4, 4))
    far = palamedes.find_game("morris").start
    assert isinstance(tables.tables_near(far), NoTables)
    near = _random_position(tables, (4, 4), Random(1)).state
    compiled = tables.tables_near(near)
    for seed in range(50):
        state = _random_position(tables, ((3, 3), (3, 4), (4, 4))[seed % 3], Random(seed)).state
        byte = compiled.probed(state)
        assert tables.truth(byte) == tables.probe(state)
    assert compiled.probed(far) == -1


@pytest.mark.xdist_group("morris")
def test_the_placing_phase_is_answered_by_a_search_to_the_tables(solved):
    """Against plain minimax down to the tables, from positions with two men left to place."""
    tables = solved("morris", (3, 3), (4, 3), (4, 4))
    layers = [(3, 3), (3, 4), (4, 3), (4, 4)]
    known, signs = read_outcomes(tables, layers), {0: DRAW, 1: LOSS, 2: WIN}
    for seed in range(50):
        state = _random_position(tables, layers[seed % 4], Random(seed)).state
        assert signs[known.probed(state)] == tables.probe(state).outcome
    start = palamedes.find_game("morris").start

    def value(state):
        outcome = state.outcome()
        if outcome != ONGOING:
            return -1 if outcome == LOSS else 1
        if state.hand == 0:
            truth = tables.probe(state)
            return {WIN: 1, LOSS: -1, DRAW: 0}[truth.outcome]
        return max(-value(state.play(code)) for code in Position(tables.game, state).codes)

    random, outcomes = Random(7), set()
    for _try in range(12):
        points = random.sample(range(24), 5)
        me = sum(1 << point for point in points[:3])
        other = sum(1 << point for point in points[3:])
        state = type(start)(me, other, 2)
        found = value_above(state, known, tables.game.evaluations["tuned"], megabytes=1)
        assert found.outcome == {1: WIN, -1: LOSS, 0: DRAW}[value(state)]
        outcomes.add(found.outcome)
    assert len(outcomes) > 1
    assert value_above(start, known, Nothing(), nodes=100, megabytes=1).outcome is None


def _late_ultimate(seed, left):
    """A position of ultimate with few cells left."""
    random = Random(seed)
    while True:
        position = palamedes.start("ultimate")
        while position.codes and position.state.plies_left() > left:
            position = position.play(random.choice(position.codes))
        if position.codes:
            return position


def test_ultimate_is_proven_to_its_end():
    for seed in range(8):
        position = _late_ultimate(seed, left=12)
        left = position.state.plies_left()
        exact = ExactSearch(Nothing(), left).best_moves(position)
        match = Match(position, position.game.history)
        best = AlphaBeta(position.game.evaluations["tuned"]).analyse(match, Limits()).best
        assert best.score == exact.score
        assert best.is_true or abs(best.score) > WON - 100
        assert position.move_code(best.move) in exact.codes


def test_perfect_needs_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    game = palamedes.find_game("teeko")
    assert needs_tables(game, "perfect")
    assert not needs_tables(game, "hard")
    with pytest.raises(PalamedesError, match="palamedes solve teeko"):
        make_player(game, "perfect")
    analysis = best_engine(game).analyse(Match.of(game), Limits(depth=2))
    assert not analysis.best.is_true


@pytest.mark.xdist_group("morpion")
def test_master_with_tables_keeps_a_draw_and_still_sets_problems(solved):
    """It plays what its search likes best, unless the tables say that this loses."""
    tables = solved("morpion")
    for seed in range(20):
        position = _random_position(tables, (2, 3), Random(seed))
        if not tables.probe(position.state).is_draw:
            continue
        match = Match(position, position.game.history)
        search = AlphaBeta(position.game.evaluations["tuned"], oracle=tables)
        guarded = TruthEngine(tables, search, searches_draws=True)
        best = guarded.analyse(match, Limits(depth=1)).best
        assert _truth(tables, position.play(best.move)).is_draw
        alone = AlphaBeta(position.game.evaluations["tuned"])
        liked = alone.analyse(match, Limits(depth=1)).best.move
        if _truth(tables, position.play(liked)).is_draw:
            assert best.move == liked


@pytest.mark.xdist_group("morpion")
def test_a_damaged_table_stops_no_game(solved, tmp_path):
    good = solved("morpion")
    tables = Tablebase(good.game, tmp_path)
    shutil.copytree(good.folder, tables.folder)
    path = tables.folder / "3-3.table"
    data = bytearray(path.read_bytes())
    data[-20] ^= 1
    path.write_bytes(data)
    match = Match.of(good.game)
    for _move in range(4):
        engine = AlphaBeta(Nothing(), oracle=tables)
        match.play(engine.analyse(match, Limits(depth=2)).best.move)
    tables.tables_near(_random_position(good, (3, 3), Random(1)).state)
    assert not path.exists()


@pytest.mark.xdist_group("morpion")
def test_who_has_no_time_gets_tables_later(solved):
    tables = Tablebase(solved("morpion").game, solved("morpion").folder.parent.parent)
    state = tables.game.start
    wait_until(lambda: not isinstance(tables.tables_near(state, patient=False), NoTables))
    assert tables.tables_near(state, patient=False).probed(state) == 0
