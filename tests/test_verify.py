"""Verifying finds no error in tables that are right, and any single one in those that are not."""

import pytest

from conftest import on_the_worker_of
from palamedes.core.devices import Processor
from palamedes.core.errors import PalamedesError
from palamedes.games import find_game
from palamedes.solver.files import write_table
from palamedes.solver.tablebase import Tablebase, layer_name
from palamedes.solver.verify import verify, verify_group

MORPION = pytest.mark.xdist_group("morpion")
BELOW_5_5 = [(3, 3), (3, 4), (4, 3), (4, 4)]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        on_the_worker_of("nim:3,4,5", [(3, 4, 5)]),
        on_the_worker_of("nim:3,4,5,misere", [(3, 4, 5)]),
        on_the_worker_of("morpion", [(0, 0)]),
        on_the_worker_of("morpion:4", [(0, 0)]),
        on_the_worker_of("morris", BELOW_5_5),
    ],
)
def test_good_tables_have_no_error(name, wanted, solved):
    tablebase = solved(name, *wanted)
    told = []
    wrong = verify(tablebase, wanted, threads=2, progress=lambda *line: told.append(line))
    every = [layer for group in tablebase.layers.groups(wanted) for layer in group]
    assert wrong == dict.fromkeys(every, 0)
    assert told[-1][0] == "all"
    assert all(0 <= done <= total for _name, done, total in told)
    assert told[-1][1] == told[-1][2] == sum(tablebase.layers.space(each).size() for each in every)


def _tables(tablebase):
    """The tables of all layers, to be changed."""
    return {layer: tablebase.load(layer, 1).copy() for layer in tablebase.layers.every}


def _wrong(layers, tables):
    (group,) = layers.groups(tables)
    return verify_group(layers, group, tables.__getitem__, Processor(1))


def _other_bytes(byte):
    """Another value, another distance, both."""
    return {0, 1, 2, byte + 1, byte + 2, max(byte - 2, 0), 255} - {byte}


@MORPION
@pytest.mark.parametrize("layer", [(3, 3), (2, 3)])
def test_a_single_wrong_byte_is_found_wherever_it_is(layer, solved):
    layers, tables = find_game("morpion").layers, _tables(solved("morpion"))
    table = tables[layer]
    for number in range(0, len(table), 7):
        right = int(table[number])
        for byte in _other_bytes(right):
            table[number] = byte
            assert sum(_wrong(layers, tables).values()) > 0, (number, right, byte)
        table[number] = right
    assert _wrong(layers, tables) == dict.fromkeys(layers.every, 0)


@MORPION
def test_a_wrong_byte_is_found_where_it_is_reached(solved):
    layers, tables = find_game("morpion").layers, _tables(solved("morpion"))
    tables[3, 3][tables[3, 3] == 0] = 1
    assert _wrong(layers, tables)[2, 3] > 0


@pytest.mark.xdist_group("nim:3,4,5,misere")
def test_a_table_for_the_other_ending_is_all_wrong(solved):
    tables = _tables(solved("nim:3,4,5,misere"))
    assert _wrong(find_game("nim:3,4,5").layers, tables)[3, 4, 5] > 100


@MORPION
def test_a_wrong_file_is_found_though_its_checksums_are_right(solved, tmp_path):
    good, bad = solved("morpion"), Tablebase(find_game("morpion"), tmp_path)
    bad.build([(2, 3)], 1, lambda *_told: None)
    table = good.load((3, 3), 1).copy()
    table[100] ^= 2
    facts = {**good.file((3, 3)).facts}
    write_table(bad.folder / f"{layer_name((3, 3))}.table", table, facts, threads=1)
    wrong = verify(Tablebase(bad.game, tmp_path), [(2, 3)], 1, lambda *_told: None)
    assert set(wrong) == set(bad.layers.every)
    assert wrong[3, 3] > 0


@MORPION
def test_a_missing_table_cannot_be_verified(tmp_path):
    with pytest.raises(PalamedesError, match="3-3 is missing"):
        verify(Tablebase(find_game("morpion"), tmp_path), [(0, 0)], 1, lambda *_told: None)
