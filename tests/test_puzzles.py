"""Puzzles: those we ship are right, others can be made, and all can be solved at the terminal."""

import io
import json
import sys
from collections import Counter
from dataclasses import replace

import pytest

from palamedes import __main__ as program
from palamedes.core.errors import PalamedesError
from palamedes.core.language import set_language
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.games import find_game
from palamedes.search.analysis import Limits
from palamedes.search.deepening import AlphaBeta
from palamedes.search.exact import ExactSearch
from palamedes.search.nothing import Nothing
from palamedes.search.score import WON
from palamedes.solve import compose, sources
from palamedes.solve.attempt import Attempt
from palamedes.solve.campaign import Campaign, puzzles_of
from palamedes.solve.prove import Prover
from palamedes.solve.puzzles import Puzzle, load_puzzles, shipped_puzzles, to_text
from palamedes.solve.tablebase import Tablebase
from palamedes.ui.terminal.puzzles import solve_puzzles
from talk import Interrupter, talk

SHIPPED = ("teeko", "morris", "ultimate", "morpion")
BIG = 6  # men in morris: tables that take too long to build for a test


def on_worker(game):
    """The tests of a game run where its rules are compiled already."""
    return pytest.param(game, marks=pytest.mark.xdist_group(game))


def position_of(puzzle):
    return Position.parse(find_game(puzzle.game), puzzle.position)


# What we ship


@pytest.mark.parametrize("name", SHIPPED)
def test_a_campaign_is_long_and_rises(name):
    puzzles = shipped_puzzles(name)
    assert len(puzzles) >= 60
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)
    assert len({puzzle.grade for puzzle in puzzles}) >= 5
    assert sum(puzzle.plies == 1 for puzzle in puzzles) <= 3
    assert min(Counter(puzzle.goal for puzzle in puzzles).values()) >= 5
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


def check_by_truths(puzzle, truths):
    """The solution alone keeps the value, and the end is as far away as is said."""
    right = truths.pop(puzzle.solution)
    if puzzle.goal == "win":
        assert right == (LOSS, puzzle.plies - 1)
        assert all(truth.outcome in (WIN, DRAW) for truth in truths.values())
    else:
        assert right.outcome == DRAW
        assert all(truth.outcome == WIN for truth in truths.values())
        assert max(truth.plies for truth in truths.values()) == puzzle.plies - 1


def true_value(state, tables):
    outcome = state.outcome()
    return tables.probe(state) if outcome == ONGOING else Truth(outcome, 0)


def check_by_search(puzzle):
    """No other move wins as soon, or survives as long."""
    best = ExactSearch(Nothing(), puzzle.plies).best_moves(position_of(puzzle))
    assert [position_of(puzzle).move_text(code) for code in best.codes] == [puzzle.solution]
    assert best.score == (WON - puzzle.plies if puzzle.goal == "win" else 0)


SOLVED = [on_worker(name) for name in ("teeko", "morris", "morpion", "morpion:4", "morpion:4,beginner")]


@pytest.mark.parametrize("name", SOLVED)
def test_solutions_are_right_by_a_table_built_anew(name, tmp_path):
    tables = Tablebase(find_game(name), tmp_path)
    puzzles = [
        puzzle for puzzle in shipped_puzzles(name.partition(":")[0]) if puzzle.game == name
    ]
    layers = {puzzle: tables.layers.layer_of(position_of(puzzle).state) for puzzle in puzzles}
    small = [puzzle for puzzle in puzzles if name != "morris" or max(layers[puzzle]) < BIG]
    tables.build(sorted({layers[puzzle] for puzzle in small}), 2, lambda *_: None)
    for puzzle in small:
        position = position_of(puzzle)
        truths = {
            position.move_text(code): true_value(position.state.play(code), tables)
            for code in position.codes
        }
        check_by_truths(puzzle, truths)
    for puzzle in puzzles:
        if puzzle not in small:
            check_by_search(puzzle)


@pytest.mark.xdist_group("ultimate")
def test_solutions_of_ultimate_are_right_by_exact_search():
    engine = AlphaBeta(Nothing())
    for puzzle in shipped_puzzles("ultimate"):
        position = position_of(puzzle)
        match = Match(position, position.game.history)
        analysis = engine.analyse(match, Limits(), lines=len(position.codes))
        assert all(line.is_true for line in analysis.lines)
        best, *others = analysis.lines
        assert best.move == puzzle.solution
        if puzzle.goal == "win":
            assert best.score == WON - puzzle.plies
            assert all(line.score <= 0 for line in others)
        else:
            assert best.score == 0
            assert max(line.score for line in others) == puzzle.plies - WON
