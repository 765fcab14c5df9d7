"""Tables of a game on disk: damaged ones are replaced, and a build that is killed goes on."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from random import Random
from time import perf_counter, sleep

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.games import find_game
from palamedes.solver import tablebase as tablebase_module
from palamedes.solver.files import MAGIC, write_table
from palamedes.solver.tablebase import Tablebase

MORPION = pytest.mark.xdist_group("morpion")


def _quiet(*_told):
    pass


def _digests(tablebase):
    """By name: what the files of a folder say and hold."""
    every = {layer: tablebase.file(layer) for layer in tablebase.layers.every}
    digests = {layer: file.facts["digest"] for layer, file in every.items() if file}
    for layer in digests:
        tablebase.load(layer, 2)
    return digests


@pytest.fixture
def morpion(solved, tmp_path):
    """Tables of morpion that may be damaged, and the digests of good ones."""
    good = solved("morpion")
    tablebase = Tablebase(good.game, tmp_path)
    shutil.copytree(good.folder, tablebase.folder)
    return tablebase, _digests(good)


def _fresh(tablebase):
    """The same tables as another run sees them."""
    return Tablebase(tablebase.game, tablebase.folder.parent.parent)


def _damage_header(data):
    return data[: len(MAGIC) + 20] + b"?" + data[len(MAGIC) + 21 :]


def _cut(data):
    return data[:-3]


def _damage_block(data):
    return data[:-8] + bytes([data[-8] ^ 4]) + data[-7:]


def _empty(data):
    return b""


@MORPION
@pytest.mark.parametrize("damage", [_damage_header, _cut, _empty, _damage_block])
@pytest.mark.parametrize("layer", [(3, 3), (2, 2), (0, 0)])
def test_a_damaged_table_is_recognised_and_repaired(damage, layer, morpion):
    tablebase, digests = morpion
    path = tablebase.folder / f"{layer[0]}-{layer[1]}.table"
    path.write_bytes(damage(path.read_bytes()))
    if (again := _fresh(tablebase)).file(layer) is not None:
        with pytest.raises(PalamedesError, match="damaged"):
            again.load(layer, 1)
    assert _fresh(tablebase).file(layer) is None
    again.build(again.layers.every, 2, _quiet)
    assert _digests(_fresh(tablebase)) == digests


@MORPION
@pytest.mark.parametrize("damage", [_damage_header, _cut, _empty, _damage_block])
def test_no_damaged_table_is_probed(damage, morpion):
    tablebase, _digests = morpion
    path = tablebase.folder / "0-0.table"
    path.write_bytes(damage(path.read_bytes()))
    with suppress(PalamedesError):
        assert _fresh(tablebase).probe(tablebase.game.start) is None


@MORPION
def test_a_table_of_another_layer_or_game_is_replaced(morpion):
    tablebase, digests = morpion
    shutil.copy(tablebase.folder / "2-3.table", tablebase.folder / "2-2.table")
    facts = {**tablebase.file((1, 1)).facts, "game": "morpion:4"}
    path = tablebase.folder / "1-1.table"
    write_table(path, tablebase.load((1, 1), threads=1), facts, threads=1)
    again = _fresh(tablebase)
    missing = {layer for layer in again.layers.every if again.file(layer) is None}
    assert missing == {(2, 2), (1, 1)}
    again.build(again.layers.every, 2, _quiet)
    assert _digests(_fresh(tablebase)) == digests


@MORPION
def test_tables_of_other_rules_are_replaced(morpion, monkeypatch):
    tablebase, digests = morpion
    monkeypatch.setattr(tablebase_module, "RULES_VERSION", tablebase_module.RULES_VERSION + 1)
    again = _fresh(tablebase)
    missing = [layer for group in again.missing(again.layers.every) for layer in group]
    assert set(missing) == set(digests)
    again.build(again.layers.every, 2, _quiet)
    assert _digests(again) == digests


@MORPION
def test_building_leaves_nothing_but_tables(morpion):
    tablebase, digests = morpion
    (tablebase.folder / ".table-left-by-a-kill").write_bytes(b"half")
    (tablebase.folder / "2-2.table").unlink()
    _fresh(tablebase).build(tablebase.layers.every, 2, _quiet)
    names = {path.name for path in tablebase.folder.iterdir()}
    assert names - {"lock"} == {f"{mine}-{others}.table" for mine, others in digests}


@MORPION
def test_a_full_disk_leaves_neither_half_a_table_nor_rubbish(morpion, monkeypatch):
    tablebase, digests = morpion
    (tablebase.folder / "2-2.table").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _handle: _raise(OSError(28, "No space left on device")))
        with pytest.raises(PalamedesError, match="cannot be written: No space"):
            _fresh(tablebase).build(tablebase.layers.every, 2, _quiet)
    assert not (tablebase.folder / "2-2.table").exists()
    assert not list(tablebase.folder.glob(".table-*"))
    _fresh(tablebase).build(tablebase.layers.every, 2, _quiet)
    assert _digests(_fresh(tablebase)) == digests


def _raise(error):
    raise error


@MORPION
def test_a_file_where_the_folder_should_be_is_an_error_of_one_line(tmp_path):
    (tmp_path / "tables").write_text("in the way")
    with pytest.raises(PalamedesError) as error:
        Tablebase(find_game("morpion"), tmp_path).build([(3, 3)], 1, _quiet)
    assert "\n" not in str(error.value)


@MORPION
def test_tables_that_are_there_are_not_written_again(solved):
    tablebase = solved("morpion")
    lock = tablebase.folder / "lock"
    lock.unlink(missing_ok=True)
    _fresh(tablebase).build(tablebase.layers.every, 1, _quiet)
    assert not lock.exists()


def test_tables_are_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    assert Tablebase(find_game("teeko:advanced")).folder.is_relative_to(tmp_path)
    assert Tablebase(find_game("teeko:advanced")).folder != Tablebase(find_game("teeko")).folder


def test_a_game_without_layers_cannot_be_solved():
    with pytest.raises(PalamedesError, match="awale"):
        Tablebase(find_game("awale"))


BUILD = """
import sys
from pathlib import Path
from palamedes.games import find_game
from palamedes.solver.tablebase import Tablebase

tablebase = Tablebase(find_game("morris"), Path(sys.argv[1]))
print("ready", flush=True)
tablebase.build([(4, 4)], 2, lambda *_told: None)
"""
KILLS = 5


def _begin(folder):
    """Start a build; it is returned when it gets to work."""
    command = [sys.executable, "-c", BUILD, folder]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def _finish(folder):
    """Let a build come to its end; the seconds it took."""
    with _begin(folder) as process:
        began = perf_counter()
    assert process.returncode == 0
    return perf_counter() - began


def _kill(folder, after):
    """Kill a build some seconds after it got to work; whether it was not ready before."""
    with _begin(folder) as process:
        sleep(after)
        process.kill()
    return process.returncode == -signal.SIGKILL


@pytest.mark.xdist_group("morris")
def test_a_build_killed_again_and_again_ends_with_the_same_tables(solved, tmp_path):
    every = _digests(solved("morris", (4, 4)))
    wanted = {layer: every[layer] for layer in [(3, 3), (3, 4), (4, 3), (4, 4)]}
    seconds = _finish(tmp_path / "whole")
    folder, random, killed = tmp_path / "killed", Random(4), 0
    while killed < KILLS:
        killed += _kill(folder, random.uniform(0, seconds))
        there = _digests(Tablebase(find_game("morris"), folder))
        assert there.items() <= wanted.items()
        if there == wanted:
            shutil.rmtree(folder)
    _finish(folder)
    tablebase = Tablebase(find_game("morris"), folder)
    assert _digests(tablebase) == wanted
    assert not list(tablebase.folder.glob(".table-*"))
