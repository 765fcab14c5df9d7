"""`palamedes solve` as a user meets it, and level perfect from the command line."""

import io
import json
import sys

import pytest

from palamedes.ui.texts.sizes import size_text

pytestmark = pytest.mark.xdist_group("morpion")

COUNTS = {"game", "variant", "value", "wins", "losses", "draws", "longest_win", "states"}


def test_a_solved_game_as_data(run):
    code, out, err = run("solve", "morpion", "--json", "--verify")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert COUNTS | {"seconds", "bytes"} <= set(document)
    assert (document["value"], document["states"], document["longest_win"]) == ("draw", 1680, 3)
    assert set(document["errors"].values()) == {0}


def test_a_solved_game_for_people(run):
    code, out, err = run("solve", "morpion", "--plain")
    assert (code, err) == (0, "")
    assert "With perfect play: a draw." in out
    assert "1,056" in out
    assert "le premier joueur" in run("--lang", "fr", "solve", "nim:1,2")[1]


def test_nim_has_the_same_figures_as_theory(run):
    document = json.loads(run("solve", "nim:1,2", "--json")[1])
    assert " all " in run("solve", "nim:1,2")[1]
    assert set(document) >= COUNTS
    assert (document["value"], document["plies"], document["states"]) == ("win", 3, 6)


def test_damaged_tables_are_rebuilt_at_once(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    first = run("solve", "nim:1,2", "--json")[1]
    (path,) = (tmp_path / "tables" / "nim-1,2").glob("*.table")
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    again = run("solve", "nim:1,2", "--json")[1]
    assert json.loads(again)["wins"] == json.loads(first)["wins"]
    assert path.read_bytes() != bytes(data)


@pytest.mark.parametrize("men", ["x", "12-3", "3-2", "7", "3-3-3", "-", "999999"])
def test_men_that_cannot_be_are_refused_in_one_line(run, men):
    code, out, err = run("solve", "morris", "--men", men)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "each side has 3 to 9 men; try 6-6" in err


def test_what_cannot_be_solved_is_refused(run):
    for game in ("ultimate", "awale", "morpion:6"):
        code, _out, err = run("solve", game)
        assert code == 2
        assert "is too large to solve" in err
    assert run("play", "ultimate", "--second", "perfect")[0] == 2


def test_playing_the_perfect_level_solves_first(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    arguments = "play", "morpion", "--first", "perfect", "--second", "random", "--plain"
    code, out, _err = run(*arguments)
    assert code == 0
    assert "Solving Morpion" in out
    assert "Computer (perfect) wins" in out
    assert "Solving" not in run(*arguments)[1]


def test_analyse_tells_the_truth_where_it_is_known(run):
    run("solve", "morpion")
    document = json.loads(run("analyse", "morpion", "--lines", 9, "--json")[1])
    assert [line["draw"] for line in document["lines"]] == [True] * 9
    assert "draw" in run("analyse", "morpion")[1]


def test_games_say_what_is_solved(run):
    run("solve", "morpion")
    described = {game["id"]: game for game in json.loads(run("games", "--json")[1])}
    assert described["morpion"]["solved"]
    assert "perfect" in described["morpion"]["levels"]
    assert not described["morpion:6"]["solvable"]
    assert "perfect" not in described["morpion:6"]["levels"]


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (999, "999 B"), (999_600, "1 MB"), (2_640_000, "2.64 MB"), (9.9e9, "9.9 GB")],
)
def test_sizes_are_read_easily(size, text):
    assert size_text(size) == text
