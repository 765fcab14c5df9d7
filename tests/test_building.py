"""Tables for whoever needs them: built at once where it takes seconds, and only if they fit."""

import errno
import json

import pytest

import palamedes
from palamedes.core import devices
from palamedes.core.errors import PalamedesError
from palamedes.games import find_game
from palamedes.solver.building import build_at_first_need, build_tables, takes_seconds
from palamedes.solver.building_process import build_beside
from palamedes.solver.tablebase import Tablebase, is_solved

pytestmark = pytest.mark.xdist_group("morpion")
MORPION = find_game("morpion")
MORRIS = "XXX/3/3/O4O/3/3/1O1 X 0 0"  # three men against three


@pytest.fixture(autouse=True)
def _without_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))


def silently(*_told):
    pass


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("teeko", True),
        ("morpion:4", True),
        ("nim:3,4,5", True),
        ("morpion:5", False),
        ("morris", False),
        ("nim:90,90,60", False),  # forwards, a position takes longer
        ("ultimate", False),
    ],
)
def test_which_tables_take_seconds(name, expected):
    assert takes_seconds(find_game(name)) == expected


def test_only_what_takes_seconds_is_built_unasked(monkeypatch):
    build_at_first_need(find_game("morris"), 1, silently)
    assert not Tablebase(find_game("morris")).folder.exists()
    told = []
    build_at_first_need(MORPION, 1, lambda *report: told.append(report))
    assert is_solved(MORPION)
    assert told[-1][1:] == (886, 886)
    monkeypatch.setattr(Tablebase, "build", None)
    assert palamedes.truth(palamedes.start("morpion")).is_draw  # nothing is built again


def test_the_library_builds_what_truth_needs():
    told = []
    start = palamedes.start("morpion")
    assert palamedes.truth(start, on_progress=lambda *report: told.append(report)).is_draw
    assert told
    assert palamedes.truth(palamedes.parse("morris", MORRIS)) is None  # it would take minutes


@pytest.mark.parametrize(
    "begin",
    [
        lambda: palamedes.play_game("morpion", "perfect", "random"),
        lambda: palamedes.engine("morpion", "perfect"),
    ],
)
def test_the_library_builds_what_perfect_players_need(begin):
    begin()
    assert is_solved(MORPION)


def test_analyse_knows_the_truth_unless_a_search_is_asked_for(run):
    assert json.loads(run("analyse", "morpion", "--depth", 3, "--json")[1])["depth"] == 3
    assert not is_solved(MORPION)
    document = json.loads(run("analyse", "morpion", "--lines", 9, "--json")[1])
    assert [line["draw"] for line in document["lines"]] == [True] * 9


def test_a_perfect_engine_has_its_tables_built(run):
    code, _out, err = run("analyse", "morpion", "--engine", "perfect", "--depth", 3, "--json")
    assert (code, err) == (0, "")
    assert is_solved(MORPION)


def test_too_little_memory_and_a_full_disk_are_told_in_one_line(monkeypatch):
    monkeypatch.setattr(devices, "available_memory", lambda: 100)
    with pytest.raises(PalamedesError, match=r"^not enough memory: 1,827 .*, 100 are free$"):
        build_tables(MORPION, None, 1, silently)
    monkeypatch.undo()

    def fill_up(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("palamedes.solver.tablebase.write_table", fill_up)
    with pytest.raises(PalamedesError, match=r"morpion cannot be written: No space left on device"):
        build_tables(MORPION, None, 1, silently)


def test_tables_are_built_beside_and_can_be_ended():
    class EndedError(Exception):
        pass

    def end(*_report):
        raise EndedError

    with pytest.raises(EndedError):
        build_beside(MORPION, None, 1, end)
    known = Tablebase(MORPION)
    assert known.probe(MORPION.start) is None
    build_beside(MORPION, None, 1, silently, niceness=5)
    assert known.probe(MORPION.start).is_draw  # it looks again for what was missing


def test_a_process_that_cannot_write_says_so(tmp_path):
    (tmp_path / "tables").write_text("a file where a folder should be")
    with pytest.raises(PalamedesError, match="the tables of morpion cannot be written"):
        build_beside(MORPION, None, 1, silently)
