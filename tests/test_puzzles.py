"""Puzzles: those we ship are right, and others can be made."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from palamedes.core.errors import PalamedesError
from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.games import find_game
from palamedes.search.alphabeta.kernel import minimax
from palamedes.search.evaluations import Nothing
from palamedes.search.fixed_depth import ExactSearch
from palamedes.search.score import WON
from palamedes.solver.endings import Prover
from palamedes.solver.puzzles.compose import make_puzzles, truth_of
from palamedes.solver.puzzles.puzzle import Puzzle, load_puzzles, shipped_puzzles, to_text
from palamedes.solver.puzzles.sources import barely_won
from palamedes.solver.puzzles.workbook import puzzles_of
from palamedes.solver.tablebase import Tablebase

SHIPPED = ("teeko", "morris", "ultimate", "morpion", "awale", "nim")
DECIDED = ("awale", "nim")  # puzzles to win only: nim has no draws, those of awalé are not proven
BIG = 6  # men in morris: tables that take too long to build for a test


def on_worker(game):
    """The tests of a game run where its rules are compiled already."""
    return pytest.param(game, marks=pytest.mark.xdist_group(game))


SOLVED = [
    on_worker(name) for name in ("teeko", "morris", "morpion", "morpion:4", "morpion:4,beginner")
]
HEAPS = ("nim", "nim:misere", "nim:3,4,5", "nim:3,4,5,misere")


def position_of(puzzle):
    return Position.parse(find_game(puzzle.game), puzzle.position)


# What we ship


@pytest.mark.parametrize("name", SHIPPED)
def test_the_puzzles_of_a_game_are_many_and_rises(name):
    puzzles = shipped_puzzles(name)
    assert len(puzzles) >= (40 if name == "awale" else 60)
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)
    assert len({puzzle.grade for puzzle in puzzles}) >= 5
    assert sum(puzzle.plies == 1 for puzzle in puzzles) <= 3
    goals = Counter(puzzle.goal for puzzle in puzzles)
    assert set(goals) == ({"win"} if name in DECIDED else {"win", "save"})
    assert min(goals.values()) >= 5
    assert all(find_game(puzzle.game).name == name for puzzle in puzzles)


def test_morpion_has_several_variants():
    assert {puzzle.game for puzzle in shipped_puzzles("morpion")} == {
        "morpion",
        "morpion:4",
        "morpion:4,beginner",
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_no_puzzle_is_the_image_of_another(name):
    images = set()
    for puzzle in shipped_puzzles(name):
        state = position_of(puzzle).state
        assert (puzzle.game, state) not in images
        images |= {(puzzle.game, state.image(symmetry)) for symmetry in range(state.SYMMETRIES)}


@pytest.mark.parametrize("name", SHIPPED)
def test_lines_are_legal_and_lead_to_the_win(name):
    for puzzle in shipped_puzzles(name):
        start = position = position_of(puzzle)
        assert position.text == puzzle.position
        for move in puzzle.line:
            position = position.play(move)
        if puzzle.goal == "win":
            assert len(puzzle.line) == puzzle.plies
            assert position.result.winner == start.turn
        else:
            assert len(puzzle.line) == 1


def truths_after(puzzle, oracle):
    """What each move of a puzzle leads to, for the other side."""
    position = position_of(puzzle)
    return {
        position.move_text(code): truth_of(position.play(code), oracle) for code in position.codes
    }


def check_by_truths(puzzle, oracle):
    """The solution alone keeps the value, and the end is as far away as is said."""
    truths = truths_after(puzzle, oracle)
    right = truths.pop(puzzle.solution)
    if puzzle.goal == "win":
        assert right == (LOSS, puzzle.plies - 1)
        assert all(truth.outcome in (WIN, DRAW) for truth in truths.values())
    else:
        assert right.outcome == DRAW
        assert all(truth.outcome == WIN for truth in truths.values())
        assert max(truth.plies for truth in truths.values()) == puzzle.plies - 1


def check_by_search(puzzle):
    """No other move wins as soon, or survives as long."""
    best = ExactSearch(Nothing(), puzzle.plies).best_moves(position_of(puzzle))
    assert [position_of(puzzle).move_text(code) for code in best.codes] == [puzzle.solution]
    assert best.score == (WON - puzzle.plies if puzzle.goal == "win" else 0)


@pytest.mark.parametrize("name", SOLVED)
def test_solutions_are_right_by_a_table_built_anew(name, solved):
    game = find_game(name)
    puzzles = {
        puzzle: game.layers.layer_of(position_of(puzzle).state)
        for puzzle in puzzles_of(game, shipped_puzzles(game.name), all_variants=False)
    }
    small = {layer for layer in puzzles.values() if name != "morris" or max(layer) < BIG}
    tables = solved(name, *sorted(small))
    for puzzle, layer in puzzles.items():
        if layer in small:
            check_by_truths(puzzle, tables)
        else:
            check_by_search(puzzle)


@pytest.mark.xdist_group("ultimate")
def test_solutions_of_ultimate_are_right_by_exact_search():
    oracle = Prover(find_game("ultimate"), nodes=10**9)
    for puzzle in shipped_puzzles("ultimate"):
        check_by_truths(puzzle, oracle)
        check_by_search(puzzle)


@pytest.mark.xdist_group("nim")
@pytest.mark.parametrize("name", HEAPS)
def test_solutions_of_nim_are_right_by_a_table_and_by_theory(name, tmp_path):
    game = find_game(name)
    tables, theory = Tablebase(game, tmp_path), game.evaluations["theory"]
    tables.build(list(tables.layers.every), 1, lambda *_: None)
    for puzzle in puzzles_of(game, shipped_puzzles("nim"), all_variants=False):
        check_by_truths(puzzle, tables)
        position = position_of(puzzle)
        wins = [
            code for code in position.codes if theory.score(position.play(code).state, code) < 0
        ]
        assert [position.move_text(code) for code in wins] == [puzzle.solution]


@pytest.mark.xdist_group("awale")
def test_solutions_of_awale_are_right_by_exact_search():
    oracle = Prover(find_game("awale"), nodes=10**9)
    for puzzle in shipped_puzzles("awale"):
        check_by_truths(puzzle, oracle)
        check_by_search(puzzle)
        if puzzle.plies <= 5:
            state, notes = position_of(puzzle).state, (np.zeros(5, np.int64), np.zeros(1, np.int64))
            assert minimax(state, -1, puzzle.plies, 0, Nothing(), *notes) == WON - puzzle.plies


@pytest.mark.xdist_group("awale")
def test_a_lead_is_chosen_with_which_the_player_to_move_barely_wins():
    puzzle = shipped_puzzles("awale")[5]
    position, oracle = position_of(puzzle), Prover(find_game("awale"))
    ahead = replace(position, state=position.state.with_lead(position.state.lead() + 2))
    assert ahead.result is None
    assert barely_won(ahead, oracle) == position
    behind = replace(position, state=position.state.with_lead(position.state.lead() - 2))
    assert oracle.probe(behind.state) is None or oracle.probe(behind.state).outcome != WIN
    drawish = Position.start(find_game("ultimate"))
    assert barely_won(drawish, oracle) is drawish  # points decide nothing there


@pytest.mark.xdist_group("ultimate")
def test_proofs_agree_with_plain_minimax():
    game, random, seen = find_game("ultimate"), Random(1), Counter()
    oracle = Prover(game)
    while len(seen) < 3 or sum(seen.values()) < 60:
        position = Position.start(game)
        while position.codes and position.state.plies_left() > 9:
            position = position.play(random.choice(position.codes))
        notes = np.zeros(5, np.int64), np.zeros(1, np.int64)
        score = minimax(position.state, -1, 10, 0, Nothing(), *notes)
        truth = oracle.probe(position.state)
        expected = {WIN: WON - truth.plies, LOSS: truth.plies - WON, DRAW: 0}
        assert score == expected[truth.outcome]
        seen[truth.outcome] += 1


@pytest.mark.xdist_group("ultimate")
def test_what_is_too_far_from_the_end_is_not_proven():
    game = find_game("ultimate")
    assert Prover(game, nodes=1000).probe(game.start) is None


# Making puzzles


@pytest.mark.xdist_group("morpion")
def test_puzzles_are_made_again_from_the_same_seed(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    game, heard = find_game("morpion"), []
    made = make_puzzles([game], 20, 1, lambda *what: heard.append(what))
    assert make_puzzles([game], 20, 1, lambda *_: None) == made
    assert make_puzzles([game], 20, 2, lambda *_: None) != made
    assert len(set(made)) == 20
    assert heard
    tables = Tablebase(game)
    for puzzle in made:
        check_by_truths(puzzle, tables)


@pytest.mark.xdist_group("ultimate")
def test_puzzles_are_made_without_tables(monkeypatch):
    monkeypatch.setattr("palamedes.solver.puzzles.sources.GAMES", 60)
    game = find_game("ultimate")
    made = make_puzzles([game], 3, 1, lambda *_: None)
    assert len(made) == 3
    for puzzle in made:
        check_by_truths(puzzle, Prover(game))


def test_some_games_have_no_puzzles():
    with pytest.raises(PalamedesError, match="morpion:6 is too large to solve"):
        make_puzzles([find_game("morpion:6")], 3, 1, lambda *_: None)
    with pytest.raises(PalamedesError, match="for chess; choose from awale, morpion, morris"):
        shipped_puzzles("chess")
    with pytest.raises(PalamedesError, match="no puzzles for teeko:advanced"):
        puzzles_of(find_game("teeko:advanced"), shipped_puzzles("teeko"), all_variants=False)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "mine.json"


def test_files_of_puzzles_are_checked(file):
    some = shipped_puzzles("teeko")[:3]
    file.write_text(to_text(some))
    assert load_puzzles(file) == some
    good = json.loads(to_text(some))
    for bad in (
        "",
        "[]",
        "{}",
        json.dumps({**good, "version": 2}),
        json.dumps({**good, "puzzles": {}}),
        json.dumps({**good, "puzzles": None}),
    ):
        file.write_text(bad)
        with pytest.raises(PalamedesError, match=r"mine\.json: not a puzzle file"):
            load_puzzles(file)
    with pytest.raises(PalamedesError, match="No such file"):
        load_puzzles(file.with_name("nowhere.json"))


WIN_IN_3 = Puzzle("morpion", "2O/3/OXX X", "win", 3, 2, ("b2", "a3", "c1-b3"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "unknown game 'chess'; choose from "),
        ({"game": "morpion:99"}, ""),
        ({"game": 3}, "'game' is missing, unknown or of the wrong type"),
        ({"note": "mine"}, "'note' is missing, unknown or of the wrong type"),
        ({"plies": "3"}, "'plies' is missing, unknown or of the wrong type"),
        ({"plies": -3}, "'plies' must be at least 1"),
        ({"grade": 0}, "'grade' must be at least 1"),
        ({"goal": "dance"}, "the goal must be win or save, not 'dance'"),
        ({"position": "nowhere"}, ""),
        ({"position": "XXX/3/OO1 O"}, "the game is over"),
        ({"line": []}, "the line is empty"),
        ({"line": ["z9"]}, "in the line: 'z9' is not a legal move here"),
        ({"line": [["b2"]]}, "in the line: "),
        ({"line": ["b2", "b2"]}, "in the line: b2 is taken"),
        ({"line": [*WIN_IN_3.line, "a1-a2"]}, "in the line: the game is over"),
        ({"line": ["b2", "a3", "c1-c2"]}, "the line does not win in 3 plies"),
        ({"plies": 1}, "the line does not win in 1 plies"),
        ({"plies": 5}, "the line does not win in 5 plies"),
    ],
)
def test_each_puzzle_of_a_file_is_checked(change, reason, file):
    document = json.loads(to_text([WIN_IN_3, WIN_IN_3]))
    document["puzzles"][1].update(change)
    file.write_text(json.dumps(document))
    with pytest.raises(PalamedesError, match=rf"mine.json, puzzle 2: {reason}") as raised:
        load_puzzles(file)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("row", [None, [], "b2", {}, {"game": "morpion"}])
def test_what_is_no_puzzle_is_told(row, file):
    file.write_text(json.dumps({**json.loads(to_text([])), "puzzles": [row]}))
    with pytest.raises(PalamedesError, match=r"puzzle 1: '(game|position)' is missing"):
        load_puzzles(file)


def test_lines_may_stop_early_and_be_written_freely(file):
    short = replace(WIN_IN_3, line=("b2",))
    free = replace(WIN_IN_3, game="Morpion", line=("B2", "a3", "c1 b3"))
    file.write_text(to_text([short, free]))
    assert load_puzzles(file) == [short, WIN_IN_3]
