"""Puzzles at the terminal: answers, hints, saved progress, the command line."""

import io
import json
import re
import sys
from copy import copy
from dataclasses import replace

import pytest

from palamedes import __main__ as program
from palamedes.core.language import set_language
from palamedes.games import find_game
from palamedes.solver.puzzles.attempt import Attempt
from palamedes.solver.puzzles.puzzle import Puzzle, shipped_puzzles, to_text
from palamedes.solver.puzzles.workbook import Workbook
from palamedes.ui.terminal.puzzles import solve_puzzles
from talk import Interrupter, talk

BLOCK = Puzzle("morpion", "X2/1X1/O2 O", "save", 2, 1, ("c1",))
SHORT = Puzzle("morpion", "2O/3/OXX X", "win", 3, 2, ("b2", "a3", "c1-b3"))
LONGER = Puzzle("morpion", "1X1/2X/OO1 X", "win", 5, 3, ("c1", "c3", "b3-b2", "a1-a2", "c2-a3"))
MINE = (BLOCK, SHORT, LONGER)


def solve(path, *lines, puzzles=MINE, **options):
    """Type these lines: the output, the workbook afterwards, and the returned value."""
    workbook = Workbook("morpion", puzzles, path)
    told, stayed = talk(lambda console: solve_puzzles(workbook, console), lines, **options)
    return told, workbook, stayed


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "puzzles.json"


def test_wrong_and_right_answers(path):
    told, workbook, stayed = solve(path, "b1", "z9", "", "c1", "quit")
    assert "Puzzle 1 of 3: morpion, level 1\n" in told
    assert "Player 2 to play: find the only move that doesn't lose." in told
    assert "b1 is not the right move. Try again." in told
    assert "'z9' is not a legal move here (type moves or help)" in told
    assert "c1 is correct: puzzle solved!\n1 of 3 puzzles solved." in told
    assert "Puzzle 2 of 3: morpion, level 2\n" in told
    assert workbook.solved == {0}
    assert stayed


@pytest.mark.xdist_group("morpion")
def test_short_wins_are_played_out(path):
    told, workbook, _stayed = solve(path, "skip", "b2", "c1-c2", "board", "c1-b3", "quit")
    assert "Player 1 to play and win in 2 moves." in told
    assert "b2 is correct. Player 2 replies a3." in told
    assert "c1-c2 is not the right move. Try again." in told
    assert told.count("Player 1 to play and win in 1 move.") == 2
    assert "c1-b3 is correct: puzzle solved!" in told
    assert workbook.solved == {1}


def right_ways(attempt):
    """All attempts that continue with right moves to the end."""
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
    told, workbook, _stayed = solve(path, puzzle.solution, puzzles=[puzzle])
    assert f"Best line: {' '.join(puzzle.line)}\n1 of 1 puzzles solved." in told
    assert workbook.solved == {0}


@pytest.mark.xdist_group("morpion")
def test_hints_name_the_right_move_among_others(path):
    told = solve(path, "hint", "hint", puzzles=[BLOCK])[0]
    first, again = re.findall("One of these moves is correct: (.*)", told)
    assert "c1" in first.split(", ")
    assert len(first.split(", ")) == 3
    assert first == again
    told = solve(path, "skip", "skip", "c1", "hint")[0]
    assert "b3-b2" in re.search("One of these moves is correct: (.*)", told)[1]


@pytest.mark.xdist_group("morpion")
def test_a_false_promise_ends_when_its_plies_are_played(path):
    for plies in (1, 2, 3, 5):
        false = Puzzle("morpion", "3/3/3 X", "win", plies, 1, ("a1",))
        way = next(right_ways(Attempt(false, find_game("morpion"))))
        assert len(way.moves) <= plies


def test_commands(path):
    told, workbook, _stayed = solve(path, "help", "moves", "rules", "solution", "back", "back", "s")
    assert "Type a move, such as b1, or a command:" in told
    assert "b1  c1  a2" in told
    assert "Each player has as many pieces" in told
    assert "Best line: c1\nPuzzle 2 of 3" in told
    assert "This is the first puzzle." in told
    assert "'s' is ambiguous: solution, skip." in told
    assert workbook.place == 0


def test_french(path):
    set_language("fr")
    told = solve(path, "conseil", "b1", "passer", "retour", "quitter")[0]
    assert "b1 n'est pas le bon coup" in told
    assert "Puzzle" not in told


def test_the_next_start_goes_on_where_the_player_stopped(path):
    told, workbook, stayed = solve(path, "c1", "skip")
    assert told.endswith("Goodbye.\n")
    assert not stayed
    told, workbook, _stayed = solve(path, "board", typist=Interrupter)
    assert "Puzzle 3 of 3" in told
    assert "Puzzle 1 of 3" not in told
    told, workbook, _stayed = solve(path, "skip", "back", "quit")
    assert "Puzzle 1 of 3: morpion, level 1 (solved)" in told
    assert workbook.solved == {0}


def test_workbooks_do_not_disturb_each_other(path):
    solve(path, "c1")
    Workbook("teeko", shipped_puzzles("teeko"), path).solve()
    assert Workbook("morpion", MINE, path).solved == {0}
    assert Workbook("teeko", shipped_puzzles("teeko"), path).place == 1
    assert Workbook("morpion", MINE[1:], path).solved == set()


def test_the_end_of_a_workbook(path):
    told, _workbook, stayed = solve(path, "skip", "b2", "c1-b3", "c1", puzzles=MINE[:2])
    assert told.endswith("2 of 2 puzzles solved.\n")
    assert stayed
    told, workbook, stayed = solve(path, puzzles=MINE[:2])
    assert told == "2 of 2 puzzles solved.\nRun again with --reset to start over.\n"
    workbook.reset()
    assert not Workbook("morpion", MINE, path).solved
    assert "There are no other puzzles left to solve." in solve(path, "skip", puzzles=MINE[:1])[0]


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"version": 1}',
        b'{"version": 1, "campaigns": []}',
        b'{"version": 0, "campaigns": {}}',
        b'{"version": 1, "campaigns": {"morpion": {"solved": [7], "at": ""}}}',
        b'{"version": 1, "campaigns": {"morpion": {"solved": null, "at": ""}}}',
    ],
)
def test_a_damaged_file_of_progress_is_told_and_replaced(damage, path):
    solve(path, "c1")
    path.write_bytes(damage)
    told = solve(path, "c1", "quit")[0]
    assert told.count("puzzles.json is damaged: your puzzle progress starts over.\n") == 1
    assert "Puzzle 1 of 3" in told
    told, workbook, _stayed = solve(path, "quit")
    assert "damaged" not in told
    assert workbook.solved == {0}


@pytest.mark.parametrize(
    ("old", "complaint"),
    [
        (b"", "puzzles.json is damaged: your puzzle progress starts over.\n"),
        (
            b'{"version": 9}',
            "puzzles.json comes from a newer version of Palamedes: "
            "your puzzle progress starts over.\n",
        ),
    ],
)
def test_progress_that_cannot_be_read_is_kept_beside(old, complaint, path):
    path.parent.mkdir()
    path.write_bytes(old)
    told = solve(path, "quit")[0]
    assert told.count(complaint) == 1
    assert path.read_bytes() == old
    told = solve(path, "c1", puzzles=MINE[:1])[0]
    kept = path.with_name("puzzles.json.bak")
    assert told.count(f"{path} could not be read and was renamed to {kept}.\n") == 1
    assert kept.read_bytes() == old
    assert Workbook("morpion", MINE, path).solved == {0}
    kept.unlink()
    solve(path, "skip")
    assert not kept.exists()


def test_progress_behind_a_link_is_kept_beside_it(tmp_path):
    link, target = tmp_path / "puzzles.json", tmp_path / "elsewhere.json"
    target.write_text("?")
    link.symlink_to(target)
    Workbook("morpion", MINE, link).reset()
    assert (tmp_path / "elsewhere.json.bak").read_text() == "?"
    assert link.is_symlink()
    assert Workbook("morpion", MINE, link).complaint == ""


def test_progress_that_cannot_be_kept_is_told(tmp_path):
    (tmp_path / "file").touch()
    told, workbook, _stayed = solve(tmp_path / "file" / "puzzles.json", "c1", "quit")
    assert "Not a directory" in told
    assert "Puzzle 2 of 3" in told
    assert workbook.solved == {0}


# On the command line


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run the program with these lines as input: its exit code, stdout and stderr."""
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
    assert ": morpion:4, level 1" in run("play", "morpion:4")[1]
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


def test_a_wrong_puzzle_in_a_file_is_told_before_anything_is_played(run, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(to_text([BLOCK, replace(SHORT, line=("z9",))]))
    code, out, err = run("play", "morpion", "--file", file, typed="c1\nhint\n")
    assert (code, out) == (2, "")
    assert err.endswith("mine.json, puzzle 2: in the line: 'z9' is not a legal move here\n")
    assert len(err.splitlines()) == 1
