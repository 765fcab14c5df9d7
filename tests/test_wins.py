"""Files without wins say the same as files with all bytes, which are still read."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from palamedes.core.errors import PalamedesError
from palamedes.solver.archive import export_tables, import_tables
from palamedes.solver.files import MAGIC, write_table
from palamedes.solver.inventory import stored_tables
from palamedes.solver.tablebase import Tablebase
from palamedes.solver.wins import without_wins

pytestmark = pytest.mark.xdist_group("morpion")

BEFORE = Path(__file__).parent / "data" / "before" / "tables"  # of a version that knew no other


def _quiet(*_told):
    pass


@pytest.fixture
def without(solved, tmp_path, monkeypatch):
    """Tables of morpion, as they are usually and in files without wins."""
    usual = solved("morpion")
    monkeypatch.setattr(usual.layers, "wins_are_stored", False)
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    tablebase = Tablebase(usual.game)
    for layer in usual.layers.every:
        table = usual.load(layer, 1)
        facts = usual.file(layer).facts
        write_table(tablebase.path(layer), table, facts, 1, without_wins(table))
    return usual, tablebase


def _fresh(tablebase):
    return Tablebase(tablebase.game, tablebase.folder.parent.parent)


def test_every_win_is_worked_out(without):
    usual, tablebase = without
    assert not tablebase.missing_usual
    wins = 0
    for layer in usual.layers.every:
        file, table = tablebase.file(layer), usual.load(layer, 1)
        assert not file.has_wins
        stored = file.read(1)
        assert np.array_equal(stored[table % 2 == 1], table[table % 2 == 1])
        assert not stored[table % 2 == 0].any()
        assert np.array_equal(tablebase.load(layer, 2), table)
        wins += np.count_nonzero(table) - np.count_nonzero(stored)
    assert wins > 500


def test_every_single_position_is_right(without):
    usual, tablebase = without
    for layer in usual.layers.every:
        space, table = usual.layers.space(layer), usual.load(layer, 1)
        for number in range(0, len(table), 3):
            truth = tablebase.truth(int(table[number]))
            assert tablebase.probe(space.state_at(number)) == truth, (layer, number)


def test_a_build_leaves_out_the_wins_and_says_the_same(without, tmp_path):
    usual, tablebase = without
    built = Tablebase(usual.game, tmp_path / "built")
    built.build(built.layers.every, 2, _quiet)
    for layer in usual.layers.every:
        assert not built.file(layer).has_wins
        for name in ("digest", "census"):
            assert built.file(layer).facts[name] == usual.file(layer).facts[name]
        assert built.file(layer).facts["stored"] == tablebase.file(layer).facts["stored"]


def test_old_files_are_read_and_never_built_anew(without, tmp_path):
    usual, _tablebase = without
    old = Tablebase(usual.game, tmp_path / "old")
    shutil.copytree(BEFORE / "morpion", old.folder)
    before = {path.name: path.read_bytes() for path in old.folder.glob("*.table")}
    assert all(data.startswith(MAGIC) for data in before.values())
    assert not old.missing_usual
    old.build(old.layers.every, 1, _quiet)
    for layer in usual.layers.every:
        assert np.array_equal(old.load(layer, 1), usual.load(layer, 1))
    for number in range(0, 280, 7):
        state = usual.layers.space((2, 3)).state_at(number)
        assert old.probe(state) == usual.probe(state)
    assert {path.name: path.read_bytes() for path in old.folder.glob("*.table")} == before


def test_an_archive_carries_them(without, tmp_path, monkeypatch):
    usual, tablebase = without
    export_tables(tmp_path / "class.tables", stored_tables(usual.game), _quiet)
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path / "other"))
    assert import_tables(tmp_path / "class.tables", False, _quiet).added == len(usual.layers.every)
    other = Tablebase(usual.game)
    assert {path.name: path.read_bytes() for path in other.folder.glob("*.table")} == {
        path.name: path.read_bytes() for path in tablebase.folder.glob("*.table")
    }


def test_they_are_refused_where_wins_are_stored(without, monkeypatch):
    usual, tablebase = without
    monkeypatch.setattr(usual.layers, "wins_are_stored", True)
    assert _fresh(tablebase).file((3, 3)) is None


def test_without_the_tables_that_moves_lead_to_nothing_is_known(without):
    usual, tablebase = without
    tablebase.path((3, 3)).unlink()
    space, stored = usual.layers.space((2, 3)), tablebase.file((2, 3)).read(1)
    known = [tablebase.probe(space.state_at(number)) is not None for number in range(len(stored))]
    assert known == list(stored > 0)
    with pytest.raises(PalamedesError, match="3-3 is missing"):
        tablebase.load((2, 3), 1)


def test_wrong_losses_are_found_though_their_checksum_is_right(without):
    usual, tablebase = without
    table, file = usual.load((3, 3), 1), tablebase.file((3, 3))
    wrong = without_wins(table)
    wrong[np.flatnonzero(wrong)[0]] += 2
    write_table(tablebase.path((3, 3)), table, file.facts, 1, wrong)
    again = _fresh(tablebase)
    again.file((3, 3)).check()
    with pytest.raises(PalamedesError, match="damaged"):
        again.load((3, 3), 1)
    assert not again.path((3, 3)).exists()
