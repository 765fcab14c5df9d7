"""Puzzles: those we ship are right, others can be made, and all can be solved at the terminal."""

import io
import json
import re
import sys
from collections import Counter
from copy import copy
from random import Random

import numpy as np
import pytest

from palamedes import __main__ as program
from palamedes.core.errors import PalamedesError
from palamedes.core.language import set_language
from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.games import find_game
from palamedes.search.alphabeta import minimax
from palamedes.search.exact import ExactSearch
from palamedes.search.nothing import Nothing
from palamedes.search.score import WON
from palamedes.solve.attempt import Attempt
from palamedes.solve.campaign import Campaign, puzzles_of
from palamedes.solve.compose import make_puzzles, truth_of
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


SOLVED = [
    on_worker(name) for name in ("teeko", "morris", "morpion", "morpion:4", "morpion:4,beginner")
]


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
def test_solutions_are_right_by_a_table_built_anew(name, tmp_path):
    tables = Tablebase(find_game(name), tmp_path)
    every = shipped_puzzles(tables.game.name)
    puzzles = {
        puzzle: tables.layers.layer_of(position_of(puzzle).state)
        for puzzle in puzzles_of(tables.game, every, all_variants=False)
    }
    small = {layer for layer in puzzles.values() if name != "morris" or max(layer) < BIG}
    tables.build(sorted(small), 2, lambda *_: None)
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


@pytest.mark.xdist_group("ultimate")
def test_proofs_agree_with_plain_minimax():
    game, random, seen = find_game("ultimate"), Random(1), Counter()
    oracle = Prover(game)
    while len(seen) < 3 or sum(seen.values()) < 60:
        position = Position.start(game)
        while position.codes and position.state.plies_left() > 9:
            position = position.play(random.choice(position.codes))
        score = minimax(position.state, -1, 10, 0, Nothing(), np.zeros(5, np.int64))
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
    monkeypatch.setattr("palamedes.solve.sources.GAMES", 60)
    game = find_game("ultimate")
    made = make_puzzles([game], 3, 1, lambda *_: None)
    assert len(made) == 3
    for puzzle in made:
        check_by_truths(puzzle, Prover(game))


def test_some_games_have_no_puzzles():
    with pytest.raises(PalamedesError, match="awale cannot be solved"):
        make_puzzles([find_game("awale")], 3, 1, lambda *_: None)
    with pytest.raises(PalamedesError, match="for nim; there are some for morpion, morris, teeko"):
        shipped_puzzles("nim")
    with pytest.raises(PalamedesError, match="no puzzles for teeko:advanced"):
        puzzles_of(find_game("teeko:advanced"), shipped_puzzles("teeko"), all_variants=False)


def test_files_of_puzzles_are_checked(tmp_path):
    file = tmp_path / "mine.json"
    some = shipped_puzzles("teeko")[:3]
    file.write_text(to_text(some))
    assert load_puzzles(file) == some
    good = json.loads(to_text(some))
    for bad in (
        "",
        "[]",
        "{}",
        json.dumps({**good, "version": 2}),
        json.dumps({**good, "puzzles": [{"game": "teeko"}]}),
        json.dumps({**good, "puzzles": [{**good["puzzles"][0], "line": []}]}),
        json.dumps({**good, "puzzles": [{**good["puzzles"][0], "plies": "3"}]}),
    ):
        file.write_text(bad)
        with pytest.raises(PalamedesError, match=r"mine.json: not a file of puzzles"):
            load_puzzles(file)
    with pytest.raises(PalamedesError, match="No such file"):
        load_puzzles(tmp_path / "nowhere.json")


# Solving them

BLOCK = Puzzle("morpion", "X2/1X1/O2 O", "save", 2, 1, ("c1",))
SHORT = Puzzle("morpion", "2O/3/OXX X", "win", 3, 2, ("b2", "a3", "c1-b3"))
LONGER = Puzzle("morpion", "1X1/2X/OO1 X", "win", 5, 3, ("c1", "c3", "b3-b2", "a1-a2", "c2-a3"))
MINE = (BLOCK, SHORT, LONGER)


def solve(path, *lines, puzzles=MINE, **options):
    """What is told when these lines are typed, the campaign afterwards, and what is returned."""
    campaign = Campaign("morpion", puzzles, path)
    told, stayed = talk(lambda console: solve_puzzles(campaign, console), lines, **options)
    return told, campaign, stayed


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "puzzles.json"


def test_wrong_and_right_answers(path):
    told, campaign, stayed = solve(path, "b1", "z9", "", "c1", "quit")
    assert "Puzzle 1 of 3: morpion, grade 1\n" in told
    assert "Player 2 is to move: all moves but one lose." in told
    assert "b1 is not right. Try again." in told
    assert "'z9' is not a legal move here; type moves or help" in told
    assert "c1 is right: the puzzle is solved.\n1 of 3 puzzles are solved." in told
    assert "Puzzle 2 of 3: morpion, grade 2\n" in told
    assert campaign.solved == {0}
    assert stayed


@pytest.mark.xdist_group("morpion")
def test_short_wins_are_played_out(path):
    told, campaign, _stayed = solve(path, "skip", "b2", "c1-c2", "board", "c1-b3", "quit")
    assert "Player 1 is to move and wins in 2 moves." in told
    assert "b2 is right. Player 2 answers a3." in told
    assert "c1-c2 is not right. Try again." in told
    assert told.count("Player 1 is to move and wins in 1 move.") == 2
    assert "c1-b3 is right: the puzzle is solved." in told
    assert campaign.solved == {1}


def right_ways(attempt):
    """All attempts that go on with right moves to the end."""
    for code in attempt.position.codes:
        if attempt.is_right(code):
            longer = copy(attempt)
            longer.moves = list(attempt.moves)
            if longer.make(code):
                yield from right_ways(longer)
            else:
                yield longer


@pytest.mark.xdist_group("morpion")
def test_all_right_ways_win_as_soon_as_promised():
    for puzzle in shipped_puzzles("morpion"):
        if puzzle.game == "morpion" and puzzle.goal == "win":
            start = Attempt(puzzle, find_game(puzzle.game))
            ways = list(right_ways(start))
            assert puzzle.line in [tuple(way.moves) for way in ways]
            for way in ways:
                assert len(way.moves) == puzzle.plies
                assert way.position.result.winner == start.position.turn


def test_of_long_wins_the_first_move_is_enough(path):
    puzzle = next(puzzle for puzzle in shipped_puzzles("teeko") if len(puzzle.line) > 5)
    told, campaign, _stayed = solve(path, puzzle.solution, puzzles=[puzzle])
    assert f"Best play: {' '.join(puzzle.line)}\n1 of 1 puzzles are solved." in told
    assert campaign.solved == {0}


@pytest.mark.xdist_group("morpion")
def test_hints_name_the_right_move_among_others(path):
    told = solve(path, "hint", "hint", puzzles=[BLOCK])[0]
    first, again = re.findall("One of these is right: (.*)", told)
    assert "c1" in first.split(", ")
    assert len(first.split(", ")) == 3
    assert first == again
    told = solve(path, "skip", "skip", "c1", "hint")[0]
    assert "b3-b2" in re.search("One of these is right: (.*)", told)[1]


def test_commands(path):
    told, campaign, _stayed = solve(path, "help", "moves", "rules", "solution", "back", "back", "s")
    assert "Type a move, such as b1, or:" in told
    assert "b1  c1  a2" in told
    assert "Two players have as many pieces" in told
    assert "Best play: c1\nPuzzle 2 of 3" in told
    assert "this is the first puzzle" in told
    assert "'s' could be solution, skip" in told
    assert campaign.place == 0


def test_french(path):
    set_language("fr")
    told = solve(path, "conseil", "b1", "passer", "retour", "quitter")[0]
    assert "b1 n'est pas le bon coup" in told
    assert "Puzzle" not in told


def test_the_next_start_goes_on_where_the_player_stopped(path):
    told, campaign, stayed = solve(path, "c1", "skip")
    assert told.endswith("Goodbye.\n")
    assert not stayed
    told, campaign, _stayed = solve(path, "board", typist=Interrupter)
    assert "Puzzle 3 of 3" in told
    assert "Puzzle 1 of 3" not in told
    told, campaign, _stayed = solve(path, "skip", "back", "quit")
    assert "Puzzle 1 of 3: morpion, grade 1 (solved)" in told
    assert campaign.solved == {0}


def test_campaigns_do_not_disturb_each_other(path):
    solve(path, "c1")
    Campaign("teeko", shipped_puzzles("teeko"), path).solve()
    assert Campaign("morpion", MINE, path).solved == {0}
    assert Campaign("teeko", shipped_puzzles("teeko"), path).place == 1
    assert Campaign("morpion", MINE[1:], path).solved == set()


def test_the_end_of_a_campaign(path):
    told, _campaign, stayed = solve(path, "skip", "b2", "c1-b3", "c1", puzzles=MINE[:2])
    assert told.endswith("2 of 2 puzzles are solved.\n")
    assert stayed
    told, campaign, stayed = solve(path, puzzles=MINE[:2])
    assert told == "2 of 2 puzzles are solved.\nStart with --reset to solve them again.\n"
    campaign.reset()
    assert not Campaign("morpion", MINE, path).solved
    assert "no other puzzle is left" in solve(path, "skip", puzzles=MINE[:1])[0]


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"version": 1}',
        b'{"version": 1, "campaigns": []}',
        b'{"version": 9, "campaigns": {}}',
        b'{"version": 1, "campaigns": {"morpion": {"solved": [7], "at": ""}}}',
        b'{"version": 1, "campaigns": {"morpion": {"solved": null, "at": ""}}}',
    ],
)
def test_a_damaged_file_of_progress_is_told_and_replaced(damage, path):
    solve(path, "c1")
    path.write_bytes(damage)
    told = solve(path, "c1", "quit")[0]
    assert told.count("puzzles.json is damaged: the puzzles begin again\n") == 1
    assert "Puzzle 1 of 3" in told
    told, campaign, _stayed = solve(path, "quit")
    assert "damaged" not in told
    assert campaign.solved == {0}


def test_progress_that_cannot_be_kept_is_told(tmp_path):
    (tmp_path / "file").touch()
    told, campaign, _stayed = solve(tmp_path / "file" / "puzzles.json", "c1", "quit")
    assert "Not a directory" in told
    assert "Puzzle 2 of 3" in told
    assert campaign.solved == {0}


# On the command line


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run the program with lines typed: its exit code, stdout and stderr."""
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path / "data"))

    def run(*arguments, typed=""):
        monkeypatch.setattr(sys, "argv", ["palamedes", "puzzles", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            program.main()
        captured = capsys.readouterr()
        return ended.value.code or 0, captured.out, captured.err

    return run


def test_playing_from_the_command_line(run, tmp_path):
    code, out, err = run("play", "teeko", "--plain", typed="skip\nquit\n")
    assert (code, err) == (0, "")
    assert "Puzzle 2 of 60" in out
    assert out.isascii()
    assert "Puzzle 2 of 60" in run("play", "teeko")[1]
    assert "Puzzle 1 of 60" in run("play", "teeko", "--reset")[1]
    assert (tmp_path / "data" / "puzzles.json").exists()
    assert ": morpion:4, grade 1" in run("play", "morpion:4")[1]
    assert run("play", "awale")[0] == 2
    assert "no puzzles for teeko:advanced" in run("play", "teeko:advanced")[2]


@pytest.mark.xdist_group("morpion")
def test_making_from_the_command_line(run, tmp_path):
    code, out, err = run("make", "morpion", "--count", 4, "--seed", 7)
    assert (code, err) == (0, "")
    assert len(json.loads(out)["puzzles"]) == 4
    file = tmp_path / "mine.json"
    assert run("make", "morpion", "--count", 4, "--seed", 7, "--output", file) == (0, "", "")
    assert file.read_text() == out
    assert "Puzzle 1 of 4" in run("play", "morpion", "--file", file, typed="skip\n")[1]
    assert "mine.json" in (tmp_path / "data" / "puzzles.json").read_text()
