"""The tables say what is true: by a textbook's solver, by theory, by what is known of the games."""

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

import palamedes
from conftest import arrangements, images, on_the_worker_of
from palamedes.core.devices import Processor
from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.games import find_game
from palamedes.games.nim.evaluate import NimTheory
from palamedes.solver.files import digest
from palamedes.solver.solve_group import solve_group
from reference import REFERENCES, textbook

NIM = ("nim:3,4,5", "nim:3,4,5,misere")
BELOW_5_5 = [(3, 3), (3, 4), (4, 3), (4, 4)]


def _truth(told, turn):
    """The truth as the textbook puts it."""
    if told.outcome == DRAW:
        return textbook.DRAWN
    return textbook.Truth(turn if told.outcome == WIN else 1 - turn, told.plies)


def _positions(name):
    """Every position that play can reach, and the reference's own."""
    game = find_game(name)
    found = {Position.start(game): REFERENCES[game.name](game.variant)}
    queue = list(found)
    for position in queue:
        for move in found[position].moves():
            after = position.play(move)
            if after not in found:
                found[after] = found[position].play(move)
                queue.append(after)
    return found


@pytest.mark.parametrize("name", [on_the_worker_of(name) for name in ("morpion", *NIM)])
def test_tables_say_what_a_textbook_says_of_every_position(name, solved):
    tablebase = solved(name)
    positions = _positions(name)
    truths = textbook.solve(positions[palamedes.start(name)])
    assert len(truths) == len(positions) > 100
    for position, reference in positions.items():
        told = tablebase.probe(position.state)
        assert _truth(told, position.turn) == truths[textbook.key_of(reference)], position


@pytest.mark.parametrize(
    ("name", "layers", "samples"),
    [
        on_the_worker_of("teeko", [(4, 4), (3, 4), (3, 3)], 60),
        on_the_worker_of("teeko:advanced", [(4, 4), (3, 4), (2, 2)], 30),
        on_the_worker_of("morpion:4", [(4, 4), (3, 4), (3, 3)], 100),
        on_the_worker_of("morris", BELOW_5_5, 50),
    ],
)
def test_tables_say_what_follows_from_the_reference_one_ply_ahead(name, layers, samples, solved):
    tablebase = solved(name) if name != "morris" else solved(name, *layers)
    random = Random(name)
    decided = 0
    tablebase.load(layers[0], 2)  # a table in memory answers sooner
    for layer in layers:
        for number in random.sample(range(tablebase.layers.space(layer).size()), samples):
            position = Position(tablebase.game, tablebase.layers.space(layer).state_at(number))
            if position.state.is_counted():
                told = tablebase.probe(position.state)
                assert _truth(told, 0) == _one_ply_ahead(position, tablebase), position
                decided += not told.is_draw
    assert decided > 20 or name == "morpion:4"


def _one_ply_ahead(position, tablebase):
    pieces = {name: piece.owner for name, (piece,) in position.board().pieces.items()}
    reference = REFERENCES[position.game.name].at(position.game.variant, pieces, 0)
    if (winner := reference.result()) is not None:
        return textbook.Truth(winner, 0)
    after = [_probe_after(reference, move, position, tablebase) for move in reference.moves()]
    return textbook.settle(0, after) or textbook.DRAWN


def _probe_after(reference, move, position, tablebase):
    if (winner := reference.play(move).result()) is not None:
        return textbook.Truth(winner, 0)
    return _truth(tablebase.probe(position.play(move).state), 1)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        on_the_worker_of("morpion", [(3, 3), (2, 3), (2, 2), (1, 2), (0, 0)]),
        on_the_worker_of("morris", [(3, 3)]),
    ],
)
def test_forwards_and_backwards_give_the_same_tables(name, wanted):
    layers = find_game(name).layers
    known = {}
    for group in layers.groups(wanted):
        backwards = solve_group(layers, group, known.__getitem__, Processor(2))
        forwards = solve_group(layers, group, known.__getitem__, Processor(2), backwards=False)
        for layer in group:
            assert np.array_equal(backwards[layer], forwards[layer]), layer
        known |= backwards


@pytest.mark.xdist_group("teeko")
def test_wins_that_are_worked_out_again_are_those_that_were_solved(solved):
    tablebase = solved("teeko")
    assert not tablebase.file((4, 4)).has_wins
    assert digest(tablebase.load((4, 4), 2)) == tablebase.file((4, 4)).facts["digest"]


def _nothing(layer):
    raise AssertionError(f"no move leads to {layer}")


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.xdist_group("morris")
def test_threads_change_nothing(threads, solved):
    tablebase = solved("morris", (3, 3))
    (table,) = solve_group(tablebase.layers, [(3, 3)], _nothing, Processor(threads)).values()
    assert np.array_equal(table, tablebase.load((3, 3), threads))


@pytest.mark.parametrize("name", [on_the_worker_of(name) for name in NIM])
def test_nim_is_as_the_theory_has_it(name, solved):
    tablebase = solved(name)
    (layer,) = tablebase.layers.every
    space, table = tablebase.layers.space(layer), tablebase.load(layer, 1)
    for number, byte in enumerate(table[1:], start=1):
        wins = NimTheory().score(space.state_at(number), -1) > 0
        assert tablebase.truth(int(byte)).outcome == (WIN if wins else LOSS)
    assert tablebase.truth(int(table[0])) == Truth(WIN if "misere" in name else LOSS, 0)


def test_nim_too_large_for_tables_has_none():
    assert find_game("nim:99,9,9,9,9").layers is not None
    assert find_game("nim:99,10,9,9,9").layers is None, "more than a million positions"
    assert find_game("nim:100,100,50").layers is not None
    assert find_game("nim:100,100,51").layers is None, "more plies than a byte can tell"


def _counts(census):
    return census["wins"], census["losses"], census["draws"]


def _class_counts(census):
    return census["class_wins"], census["class_losses"], census["class_draws"]


def _first_moves(tablebase):
    start = Position.start(tablebase.game)
    return {move: tablebase.probe(start.play(move).state) for move in start.moves}


@pytest.mark.xdist_group("teeko")
def test_teeko_is_as_known(solved):
    tablebase = solved("teeko")
    census = tablebase.file((4, 4)).facts["census"]
    assert census["states"] == 75_710_250
    assert _counts(census) == (25_606_338, 7_231_009, 42_347_231)
    assert (census["longest_win"], census["longest_loss"]) == (39, 38)
    assert tablebase.probe(tablebase.game.start).is_draw
    assert all(truth.is_draw for truth in _first_moves(tablebase).values())


@pytest.mark.xdist_group("teeko:advanced")
def test_advanced_teeko_is_won_by_the_centre_only(solved):
    tablebase = solved("teeko:advanced")
    assert tablebase.probe(tablebase.game.start) == Truth(WIN, 13)
    firsts = _first_moves(tablebase)
    assert {move for move, truth in firsts.items() if not truth.is_draw} == {"c3"}
    assert firsts["c3"] == Truth(LOSS, 12)


@pytest.mark.parametrize("name", [on_the_worker_of(name) for name in ("morpion", "morpion:4")])
def test_every_first_move_of_morpion_draws(name, solved):
    tablebase = solved(name)
    assert tablebase.probe(tablebase.game.start).is_draw
    assert all(truth.is_draw for truth in _first_moves(tablebase).values())


@pytest.mark.xdist_group("morpion:4")
def test_nobody_is_lost_in_morpion_4_before_the_end(solved):
    tablebase = solved("morpion:4")
    for layer in tablebase.layers.every:
        assert tablebase.file(layer).facts["census"]["losses"] == 0


MORRIS_ROWS = {
    (3, 3): (140_621, 28_736, 269),
    (3, 4): (102_281, 0, 658_117),
    (4, 3): (75_397, 3_095, 681_906),
    (4, 4): (159, 29, 3_225_409),
    (5, 5): (28_819, 4_289, 30_881_316),
}


@pytest.mark.xdist_group("morris")
def test_morris_is_as_known(solved):
    tablebase = solved("morris", (5, 5))
    for layer, row in MORRIS_ROWS.items():
        assert _class_counts(tablebase.file(layer).facts["census"]) == row
    assert tablebase.file((3, 3)).facts["census"]["longest_loss"] == 26
    assert tablebase.probe(tablebase.game.start) is None


@pytest.mark.xdist_group("morpion")
def test_a_census_counts_each_position_and_each_class_once(solved):
    tablebase = solved("morpion")
    found = {WIN: [], LOSS: [], DRAW: []}
    for state in arrangements(tablebase.game.start, 9, (2, 3)):
        if state.is_counted():
            found[tablebase.probe(state).outcome].append(min(images(state)))
    census = tablebase.file((2, 3)).facts["census"]
    assert census["states"] == 1260
    assert _counts(census) == tuple(map(len, found.values()))
    assert _class_counts(census) == tuple(len(set(classes)) for classes in found.values())


DIGESTS = """
from palamedes.core.devices import Processor
from palamedes.games import find_game
from palamedes.solver.solve_group import solve_group
from palamedes.solver.files import digest

layers, known = find_game("morpion").layers, {}
for group in layers.groups(layers.every):
    known |= solve_group(layers, group, known.__getitem__, Processor(1))
for layer in layers.every:
    print(digest(known[layer]))
"""


@pytest.mark.xdist_group("morpion")
def test_the_interpreted_solver_equals_the_compiled_one(solved):
    tablebase = solved("morpion")
    interpreted = subprocess.run(
        [sys.executable, "-c", DIGESTS],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = [tablebase.file(layer).facts["digest"] for layer in tablebase.layers.every]
    assert interpreted.stdout.split() == compiled
