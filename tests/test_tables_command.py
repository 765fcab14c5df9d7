"""`palamedes tables`: which are here, which are damaged, and how they are removed."""

import json
import sys
from io import StringIO

import numpy as np
import pytest
from filelock import FileLock

from few_tables import (  # noqa: F401
    SMALL,
    altered,
    built_fixture,
    data_fixture,
    every_table,
    facts_of,
    files_in,
    packed_fixture,
    use,
)
from palamedes.games import find_game
from palamedes.solver.files import write_table
from palamedes.solver.tablebase import Tablebase

pytestmark = pytest.mark.xdist_group("morpion")


# What is here


def test_a_row_for_each_game(run, data):
    code, out, err = run("tables")
    assert (code, err) == (0, "")
    assert "7 / 7" in out
    assert "nim:2,2,misere" in out  # which no list of games has
    assert "To build tables: palamedes solve GAME" in out
    assert run("tables", "list") == (code, out, err)
    for option in ("--plain", "--json"):
        assert run("tables", option) == run("tables", "list", option)


def test_a_row_for_each_table(run, data):
    rows = run("tables", "list", "morpion", "--plain")[1].splitlines()
    (row,) = (row for row in rows if "| 3-3 " in row or " 3-3 |" in row)
    assert "320" in row
    assert "good" in row
    assert "To build" not in "".join(rows)


def test_tables_as_data(run, data):
    code, out, err = run("tables", "list", "--json")
    listed = {each["id"]: each for each in json.loads(out)}
    assert (code, err) == (0, "")
    assert listed["morpion"]["missing"] == []
    assert listed["morpion"]["build"] is None
    assert listed["teeko"]["tables"] == []
    assert listed["teeko"]["build"] == "palamedes solve teeko"
    path = data / "tables" / "nim-3" / "3.table"
    (table,) = listed["nim:3"]["tables"]
    assert table == {
        "table": "3",
        "positions": 4,
        "bytes": path.stat().st_size,
        "condition": "good",
    }


def test_what_is_missing_beyond_the_usual_tables_is_built_by_all(run, tmp_path, monkeypatch):
    use(monkeypatch, tmp_path)
    tablebase = Tablebase(find_game("morris"))
    for layer in tablebase.layers.usual:
        facts = facts_of(tablebase.game, layer)
        write_table(tablebase.path(layer), np.zeros(9, np.uint8), facts, 1)
    assert "palamedes solve morris --all" in run("tables")[1]


def test_no_tables_at_all(run, tmp_path, monkeypatch):
    use(monkeypatch, tmp_path / "nothing")
    assert "0 tables, 0 B" in run("tables")[1]
    assert run("tables", "verify") == (0, "", "")
    assert run("tables", "verify", "nim:3")[0] == 2
    assert run("tables", "export", tmp_path / "x")[0] == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("subcommand", ["list", "verify", "remove"])
def test_games_that_have_no_tables_are_refused_in_one_line(run, data, subcommand):
    for game in ("chess", "ultimate"):
        code, out, err = run("tables", subcommand, game)
        assert (code, out, err.count("\n")) == (2, "", 1)


# Verifying and removing


def test_good_tables(run, data):
    code, out, err = run("tables", "verify")
    assert (code, err) == (0, "")
    assert "morpion: 7 tables" in out


def test_the_full_check_finds_wrong_entries(run, solved, data):
    tablebase = Tablebase(find_game("nim:1,2"))
    (layer,) = tablebase.layers.every
    path = tablebase.path(layer)
    right = solved("nim:1,2").file(layer)
    write_table(path, right.read(1), right.facts, 1)
    code, out, _err = run("tables", "verify", "nim:1,2", "--full")
    assert (code, "errors: 0" in out) == (0, True)
    table = right.read(1)
    table[3] += 2
    write_table(path, table, right.facts, 1)
    assert run("tables", "verify", "nim:1,2")[0] == 0
    code, out, _err = run("tables", "verify", "nim:1,2", "--full")
    assert (code, "errors: 0" in out) == (1, False)


@pytest.mark.parametrize("damage", ["header", "blocks", "cut", "empty"])
def test_a_damaged_table_gets_a_line_and_stays(run, data, damage):
    path = data / "tables" / "morpion" / "2-3.table"
    size = path.stat().st_size
    if damage in ("header", "blocks"):
        altered(path, {"header": 60, "blocks": size - 20}[damage])
    else:
        path.write_bytes(path.read_bytes()[: {"cut": size - 3, "empty": 0}[damage]])
    before = files_in(data)
    code, out, err = run("tables", "verify")
    assert (code, err) == (1, "")
    assert "morpion: table 2-3 is damaged; build it again: palamedes solve morpion\n" in out
    assert "nim:3: 1 table" in out
    assert run("tables", "verify", "morpion", "--full")[0] == 1
    assert files_in(data) == before


def test_tables_of_another_version_are_told_apart(run, data, monkeypatch):
    monkeypatch.setattr("palamedes.solver.inventory.RULES_VERSION", 2)
    code, out, _err = run("tables", "verify", "nim:3")
    assert code == 1
    assert "is from another version of Palamedes" in out


def test_removing_asks_first(run, data, monkeypatch):
    for answer in ("", "n\n", "\n"):
        monkeypatch.setattr(sys, "stdin", StringIO(answer))
        assert "Nothing was removed." in run("tables", "remove", "nim:3")[1]
    assert "nim-3/3.table" in files_in(data)
    monkeypatch.setattr(sys, "stdin", StringIO("y\n"))
    assert " freed." in run("tables", "remove", "nim:3")[1]
    assert "nim-3/3.table" not in files_in(data)


def test_removing_says_what_is_freed_and_leaves_other_files(run, data):
    (data / "tables" / "morpion" / "mine.table").write_bytes(b"mine")
    freed = sum(table.bytes for table in every_table())
    code, out, err = run("tables", "remove", "morpion", *SMALL, "--yes")
    assert (code, err) == (0, "")
    assert out == f"{freed / 1000:.3g} kB freed.\n"
    assert list(files_in(data)) == ["morpion/mine.table"]


def test_tables_that_are_being_built_are_left_alone(run, data, packed, monkeypatch):
    use(monkeypatch, data)
    before = files_in(data)
    with FileLock(data / "tables" / "nim-3" / "lock"):
        for command in (["remove", "nim:3", "--yes"], ["import", packed, "--replace"]):
            code, _out, err = run("tables", *command)
            assert (code, err.count("\n")) == (2, 1)
            assert "changing the tables of nim:3" in err
    assert files_in(data) == before
