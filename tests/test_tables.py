"""Tables on disk: what was written is read, and what was damaged is never believed."""

import json
import os
import shutil
import signal
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter, sleep

import numpy as np
import pytest

from palamedes.core.errors import PalamedesError
from palamedes.games import find_game
from palamedes.solve import tablebase as tablebase_module
from palamedes.solve.files import BLOCK, MAGIC, NUMBERS, DamagedError, TableFile, write_table
from palamedes.solve.tablebase import Tablebase

MORPION = pytest.mark.xdist_group("morpion")
FACTS = {"game": "a game", "layer": [1, 2]}


def _random_table(size, seed=1):
    """Bytes of which zlib can make something, but not the same in every block."""
    numbers = np.random.default_rng(seed)
    return numbers.choice(np.array([0, 0, 0, 1, 2, 3, 40], np.uint8), size)


@pytest.mark.parametrize("size", [1, 100, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_written_is_read(size, threads, tmp_path):
    table = _random_table(size)
    write_table(tmp_path / "new" / "one.table", table, FACTS, threads)
    file = TableFile(tmp_path / "new" / "one.table", FACTS)
    assert np.array_equal(file.read(threads), table)
    assert file.facts["size"] == size
    assert file.facts["game"] == "a game"
    assert file.bytes == (tmp_path / "new" / "one.table").stat().st_size
    numbers = {0, size - 1, *Random(size).sample(range(size), min(size, 300))}
    assert all(file.byte(number) == table[number] for number in numbers)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["one.table"]


def test_writing_again_replaces(tmp_path):
    path = tmp_path / "one.table"
    for seed in (1, 2):
        write_table(path, _random_table(1000, seed), FACTS, threads=1)
    assert np.array_equal(TableFile(path, FACTS).read(1), _random_table(1000, 2))


def _read_or_refuse(path, table):
    """Whether reading refuses the file, wholly or byte by byte; whatever it gives must be right."""
    refused = 0
    try:
        file = TableFile(path, FACTS)
    except (DamagedError, ValueError):
        return True
    try:
        assert np.array_equal(file.read(1), table)
    except DamagedError:
        refused += 1
    for number in range(0, len(table), BLOCK // 3):
        try:
            assert file.byte(number) == table[number]
        except DamagedError:
            refused += 1
    return refused > 0


def test_no_flipped_bit_is_believed(tmp_path):
    path, table = tmp_path / "one.table", _random_table(2 * BLOCK + 99)
    write_table(path, table, FACTS, threads=1)
    data = path.read_bytes()
    first_block = len(data) - data[::-1].index(MAGIC[::-1])
    places = [*range(first_block + 400), *Random(1).sample(range(len(data)), 200), len(data) - 1]
    for place in places:
        bit = 1 << place % 8
        path.write_bytes(data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :])
        assert _read_or_refuse(path, table), place


def test_no_cut_or_longer_file_is_believed(tmp_path):
    path, table = tmp_path / "one.table", _random_table(2 * BLOCK + 99)
    write_table(path, table, FACTS, threads=1)
    data = path.read_bytes()
    for length in (0, 1, 5, len(MAGIC), 30, 100, 200, 300, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        assert _read_or_refuse(path, table), length
    for more in (b"\0", b"x" * 1000, data):
        path.write_bytes(data + more)
        assert _read_or_refuse(path, table), len(more)


def _with_header(header):
    text = json.dumps(header).encode()
    return MAGIC + NUMBERS.pack(len(text), zlib.crc32(text)) + text + b"\1" * 40


FOREIGN = {
    "text": b"hello\n",
    "noise": bytes(range(256)) * 40,
    "picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
    "magic alone": MAGIC,
    "later version": MAGIC.replace(b"1", b"2") + b"\0" * 100,
    "not JSON": MAGIC + NUMBERS.pack(4, zlib.crc32(b"what")) + b"what",
    "a list": _with_header([1, 2]),
    "no block": _with_header({**FACTS, "size": 5}),
    "other blocks": _with_header({**FACTS, "size": 5, "block": 1}),
    "no size": _with_header({**FACTS, "block": BLOCK}),
    "nothing": _with_header({**FACTS, "size": 0, "block": BLOCK}),
    "less than nothing": _with_header({**FACTS, "size": -5, "block": BLOCK}),
    "more than all": _with_header({**FACTS, "size": 10**30, "block": BLOCK}),
    "size in words": _with_header({**FACTS, "size": "five", "block": BLOCK}),
}


@pytest.mark.parametrize("data", FOREIGN.values(), ids=list(FOREIGN))
def test_a_foreign_file_is_no_table(data, tmp_path):
    path = tmp_path / "one.table"
    path.write_bytes(data)
    with pytest.raises(DamagedError):
        TableFile(path, FACTS)


@pytest.mark.parametrize("expected", [{"game": "other"}, {"layer": [2, 1]}, {"rules": 1}])
def test_another_table_is_not_the_one_expected(expected, tmp_path):
    write_table(tmp_path / "one.table", _random_table(10), FACTS, threads=1)
    with pytest.raises(DamagedError):
        TableFile(tmp_path / "one.table", {**FACTS, **expected})


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
    """Tables of morpion that may be damaged; how they should be; and the name of one file."""
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
def test_a_table_of_another_layer_or_game_is_replaced(morpion, solved, tmp_path):
    tablebase, digests = morpion
    shutil.copy(tablebase.folder / "2-3.table", tablebase.folder / "2-2.table")
    nim = solved("nim:3,4,5")
    shutil.copy(nim.folder / "3-4-5.table", tablebase.folder / "1-1.table")
    again = _fresh(tablebase)
    assert again.file((2, 2)) is None
    assert again.file((1, 1)) is None
    assert len(again.missing(again.layers.every)) == 2
    again.build(again.layers.every, 2, _quiet)
    assert _digests(_fresh(tablebase)) == digests


@MORPION
def test_tables_of_other_rules_are_replaced(morpion, monkeypatch):
    tablebase, digests = morpion
    monkeypatch.setattr(tablebase_module, "RULES_VERSION", tablebase_module.RULES_VERSION + 1)
    again = _fresh(tablebase)
    assert len(again.missing(again.layers.every)) == len(digests)
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
        with pytest.raises(OSError, match="No space"):
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
    with pytest.raises((OSError, PalamedesError)) as error:
        Tablebase(find_game("morpion"), tmp_path).build([(3, 3)], 1, _quiet)
    assert "\n" not in str(error.value)


@MORPION
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_an_error_of_one_line(morpion):
    tablebase, digests = morpion
    (tablebase.folder / "2-2.table").unlink()
    tablebase.folder.chmod(0o500)
    try:
        with pytest.raises((OSError, PalamedesError)) as error:
            _fresh(tablebase).build([(2, 2)], 1, _quiet)
        assert "\n" not in str(error.value)
        assert _fresh(tablebase).probe(tablebase.game.start).is_draw
    finally:
        tablebase.folder.chmod(0o700)


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
from palamedes.solve.tablebase import Tablebase

tablebase = Tablebase(find_game("morris"), Path(sys.argv[1]))
print("ready", flush=True)
tablebase.build([(4, 4)], 2, lambda *_told: None)
"""
KILLS = 10


def _begin(folder):
    """Start a build; it is returned when it gets to work."""
    command = [sys.executable, "-c", BUILD, folder]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def _end(process, after):
    """Kill a build some seconds from now, if it is still at work; whether it was."""
    with process:
        sleep(after)
        process.kill()
    assert process.returncode in (0, -signal.SIGKILL)
    return process.returncode != 0


@pytest.mark.xdist_group("morris")
def test_a_build_killed_again_and_again_ends_with_the_same_tables(solved, tmp_path):
    digests = _digests(solved("morris", (4, 4)))
    wanted = {layer: digests[layer] for layer in [(3, 3), (3, 4), (4, 3), (4, 4)]}
    began = perf_counter()
    assert _begin(tmp_path / "whole").wait() == 0
    seconds = perf_counter() - began
    random, killed = Random(4), 0
    folder = tmp_path / "killed"
    while killed < KILLS:
        killed += _end(_begin(folder), random.uniform(0, seconds))
        there = _digests(Tablebase(find_game("morris"), folder))
        assert there.items() <= wanted.items()
        if there == wanted:
            shutil.rmtree(folder)
    assert _begin(folder).wait() == 0
    tablebase = Tablebase(find_game("morris"), folder)
    assert _digests(tablebase) == wanted
    assert not list(tablebase.folder.glob(".table-*"))
