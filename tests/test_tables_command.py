"""`palamedes tables`: which are here, which are damaged, and archives that carry them."""

import errno
import json
import os
import signal
import subprocess
import sys
import tarfile
from dataclasses import fields
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st

import palamedes
from palamedes.games import find_game
from palamedes.solver import archive
from palamedes.solver.archive import MANIFEST, STAGING, export_tables, import_tables
from palamedes.solver.census import Census
from palamedes.solver.files import TableFile, write_table
from palamedes.solver.inventory import stored_tables
from palamedes.solver.tablebase import RULES_VERSION, Tablebase

pytestmark = pytest.mark.xdist_group("morpion")

SMALL = ("nim:1,2", "nim:2,2,misere", "nim:3")


def quietly(_done, _total):
    """Progress that nobody wants to see."""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A data folder with tables of morpion and of some nims, which nobody changes.

    They have the right form, and mean nothing: nothing need be compiled for them.
    """
    folder = tmp_path_factory.mktemp("built")
    random = np.random.default_rng(1)
    for name in ("morpion", *SMALL):
        tablebase = Tablebase(find_game(name), folder)
        for layer in tablebase.layers.every:
            table = random.integers(0, 9, int(tablebase.layers.space(layer).size()), np.uint8)
            write_table(tablebase.path(layer), table, facts_of(tablebase.game, layer), 1)
    return folder


def facts_of(game, layer):
    """What the header of a table says, besides what it says of the contents."""
    census = {field.name: 0 for field in fields(Census)}
    facts = {"game": game.id, "layer": list(layer), "rules": RULES_VERSION}
    return {**facts, "census": census, "seconds": 0.1}


@pytest.fixture
def data(built, tmp_path, monkeypatch):
    """The data folder of the command: a copy of what was built."""
    folder = tmp_path / "data"
    use(monkeypatch, folder)
    for name, contents in files_in(built).items():
        path = folder / "tables" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    return folder


@pytest.fixture
def packed(data, tmp_path, monkeypatch):
    """An archive of all that was built, on a machine where nothing is built."""
    path = tmp_path / "class.tables"
    export_tables(path, every_table(), quietly)
    use(monkeypatch, tmp_path / "other")
    return path


def use(monkeypatch, folder):
    monkeypatch.setenv("PALAMEDES_DATA", str(folder))


def every_table():
    return [table for name in ("morpion", *SMALL) for table in stored_tables(find_game(name))]


def files_in(folder):
    """The tables in a data folder, by their names."""
    tables = folder / "tables"
    return {str(path.relative_to(tables)): path.read_bytes() for path in tables.glob("*/*.table")}


def staged(folder):
    return list((folder / "tables").glob(f"{STAGING}*"))


def altered(path, place):
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


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


# Archives


@settings(max_examples=15)
@given(chosen=st.sets(st.sampled_from(range(10)), min_size=1), lost=st.sets(st.integers(0, 9)))
def test_what_is_exported_is_imported(built, chosen, lost, tmp_path_factory):
    """Any tables, into a machine that has some of them: it then has all, and no other file."""
    folder = tmp_path_factory.mktemp("trip")
    with pytest.MonkeyPatch.context() as patch:
        use(patch, built)
        tables = [table for number, table in enumerate(every_table()) if number in chosen]
        export_tables(folder / "archive", tables, quietly)
        use(patch, folder)
        import_tables(folder / "archive", False, quietly)
        gone = [name for number, name in enumerate(sorted(files_in(folder))) if number in lost]
        for name in gone:
            (folder / "tables" / name).unlink()
        done = import_tables(folder / "archive", False, quietly)
    here = {str(table.path.relative_to(built / "tables")) for table in tables}
    assert files_in(folder) == {name: files_in(built)[name] for name in here}
    assert (done.added, done.kept) == (len(gone), len(tables) - len(gone))
    assert not staged(folder)


def test_copying_tables_as_a_user_does(run, built, packed, tmp_path):
    code, out, err = run("tables", "import", packed)
    assert (code, err) == (0, "")
    assert "10 tables imported" in out
    assert files_in(tmp_path / "other") == files_in(built)
    assert "10 tables were here already and are kept" in run("tables", "import", packed)[1]
    assert "10 tables imported" in run("tables", "import", packed, "--replace")[1]
    few = tmp_path / "few"
    assert "2 tables" in run("tables", "export", few, "nim:3", "nim:1,2")[1]
    with tarfile.open(few) as members:
        assert members.getnames() == [MANIFEST, "nim-3/3.table", "nim-1,2/1-2.table"]


def test_the_same_tables_make_the_same_archive(run, packed, tmp_path):
    import_tables(packed, False, quietly)
    export_tables(tmp_path / "again", every_table(), quietly)
    assert (tmp_path / "again").read_bytes() == packed.read_bytes()


def test_damaged_tables_are_not_exported(run, data, tmp_path):
    altered(data / "tables" / "nim-3" / "3.table", -3)
    code, _out, err = run("tables", "export", tmp_path / "x")
    assert code == 2
    assert "nim:3: table 3 is damaged" in err
    assert not (tmp_path / "x").exists()


def test_damaged_tables_are_replaced(run, built, packed, tmp_path):
    run("tables", "import", packed)
    altered(tmp_path / "other" / "tables" / "nim-3" / "3.table", -3)
    assert "1 table imported" in run("tables", "import", packed)[1]
    assert files_in(tmp_path / "other") == files_in(built)


# Archives that somebody else has made, or that were damaged on the way


def refused(run, path, before, complaint="is damaged or incomplete"):
    """One line, and all is as it was."""
    code, out, err = run("tables", "import", path)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert complaint in err
    data = Path(os.environ["PALAMEDES_DATA"])
    assert files_in(data) == before
    assert not staged(data)


def repacked(packed, change_manifest=None, change_members=None):
    """Write an archive again, with other members and another manifest."""
    with tarfile.open(packed) as source:
        members = [(each, source.extractfile(each).read()) for each in source]
    (_first, manifest), *tables = members
    document = json.loads(manifest)
    if change_manifest:
        change_manifest(document)
    if change_members:
        tables = change_members(tables)
    text = json.dumps(document).encode()
    head = tarfile.TarInfo(MANIFEST)
    head.size = len(text)
    with tarfile.open(packed, "w", format=tarfile.USTAR_FORMAT) as target:
        for member, contents in [(head, text), *tables]:
            target.addfile(member, BytesIO(contents))


def renamed(name):
    def change(tables):
        tables[0][0].name = name
        return tables

    return change


def link(kind):
    def change(tables):
        tables[0][0].type, tables[0][0].linkname, tables[0][0].size = kind, "/etc/passwd", 0
        return tables

    return change


def one_more(name):
    def change(tables):
        return [*tables, (tarfile.TarInfo(name), b"")]

    return change


HOSTILE_MEMBERS = {
    "traversal": renamed("../../../evil"),
    "absolute": renamed("/tmp/evil.table"),
    "another table": renamed("morpion/1-1.table"),
    "symlink": link(tarfile.SYMTYPE),
    "hard link": link(tarfile.LNKTYPE),
    "folder": link(tarfile.DIRTYPE),
    "device": link(tarfile.CHRTYPE),
    "sparse": link(tarfile.GNUTYPE_SPARSE),
    "foreign file": one_more("notes.txt"),
    "a table that is not listed": one_more("nim-1/1.table"),
    "one table less": lambda tables: tables[:-1],
    "another order": lambda tables: tables[::-1],
    "the same twice": lambda tables: [tables[0], *tables],
}


@pytest.mark.parametrize("change", HOSTILE_MEMBERS.values(), ids=list(HOSTILE_MEMBERS))
def test_hostile_members(run, packed, change, tmp_path):
    repacked(packed, change_members=change)
    refused(run, packed, {})
    assert not list(tmp_path.rglob("*evil*"))


def entry(**changes):
    return lambda document: document["tables"][0].update(changes)


def twice(document):
    document["tables"].append(document["tables"][0])


HOSTILE_MANIFESTS = {
    "wrong sum": entry(sha256="0" * 64),
    "no sum": entry(sha256=None),
    "huge": entry(bytes=1 << 60),
    "nothing": entry(bytes=0),
    "negative": entry(bytes=-5),
    "size in words": entry(bytes="many"),
    "a fraction": entry(bytes=448.5),
    "traversal": entry(table="../3-3"),
    "no layer": entry(table="9-9"),
    "layer in a list": entry(table=[3, 3]),
    "another spelling": entry(game="MORPION"),
    "an alias": entry(game="morpion:3"),
    "twice": twice,
    "no list": lambda document: document.update(tables=5),
    "list of numbers": lambda document: document.update(tables=[1, 2]),
}


@pytest.mark.parametrize("change", HOSTILE_MANIFESTS.values(), ids=list(HOSTILE_MANIFESTS))
def test_hostile_manifests(run, packed, change):
    repacked(packed, change)
    refused(run, packed, {})


def test_games_that_are_not_here_are_named(run, packed):
    repacked(packed, entry(game="connect4"))
    refused(run, packed, {}, "unknown game 'connect4'")
    repacked(packed, entry(game="ultimate"))
    refused(run, packed, {}, "ultimate is too large to solve")


@pytest.mark.parametrize("field", ["version", "rules"])
def test_archives_of_another_version(run, packed, field):
    repacked(packed, lambda document: document.update({field: 99}))
    refused(run, packed, {}, "was made by another version of Palamedes")


def pretending(**facts):
    """A table with the right name and the right sum, whose header or contents are wrong."""

    def change(document, tables):
        member, contents = tables[-1]
        path = Path(os.environ["PALAMEDES_DATA"]) / "pretending.table"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(contents)
        true = TableFile(path, {})
        write_table(path, np.zeros(facts.pop("positions", 4), np.uint8), {**true.facts, **facts}, 1)
        contents = path.read_bytes()
        path.unlink()
        member.size = len(contents)
        document["tables"][-1].update(bytes=len(contents), sha256=sha256(contents).hexdigest())
        return [*tables[:-1], (member, contents)]

    return change


@pytest.mark.parametrize(
    "facts",
    [
        {"game": "nim:4"},
        {"layer": [4]},
        {"rules": 99},
        {"positions": 5},
        {"positions": 40_000},
        {"census": {}},
        {"census": 5},
        {"census": ["states"]},
        {"seconds": "long"},
        {"seconds": float("nan")},
        {"more": 1},
    ],
    ids=str,
)
def test_tables_that_pretend(run, packed, facts):
    with tarfile.open(packed) as source:
        members = [(each, source.extractfile(each).read()) for each in source]
    document = json.loads(members[0][1])
    tables = pretending(**facts)(document, members[1:])
    repacked(packed, lambda found: found.update(document), lambda _tables: tables)
    refused(run, packed, {})


FOREIGN = {
    "empty": b"",
    "text": b"hello\n" * 500,
    "zeros": bytes(20_000),
    "noise": Random(1).randbytes(20_000),
}


@pytest.mark.parametrize("contents", FOREIGN.values(), ids=list(FOREIGN))
def test_foreign_files(run, tmp_path, contents, monkeypatch):
    use(monkeypatch, tmp_path / "other")
    path = tmp_path / "foreign"
    path.write_bytes(contents)
    refused(run, path, {}, "is not an archive of tables")


def test_a_manifest_without_end_or_measure(run, tmp_path, monkeypatch):
    use(monkeypatch, tmp_path / "other")
    path = tmp_path / "deep"
    for text in (b"[" * 100_000, b" " * (archive.LARGEST_MANIFEST + 1)):
        head = tarfile.TarInfo(MANIFEST)
        head.size = len(text)
        with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as target:
            target.addfile(head, BytesIO(text))
        refused(run, path, {}, "is not an archive of tables")


def test_what_is_no_file(run, tmp_path, monkeypatch):
    use(monkeypatch, tmp_path / "other")
    refused(run, tmp_path / "missing", {}, "No such file")
    refused(run, tmp_path, {}, "not a regular file")
    os.mkfifo(tmp_path / "pipe")
    refused(run, tmp_path / "pipe", {}, "not a regular file")


def test_no_truncated_archive_is_believed(run, packed):
    whole = packed.read_bytes()
    for length in (100, 600, 2000, len(whole) // 2, len(whole) - 1100):
        packed.write_bytes(whole[:length])
        refused(run, packed, {}, "class.tables")


def test_no_flipped_bit_is_believed(built, packed, tmp_path, monkeypatch):
    """It is refused or, where it means nothing, all tables are the right ones."""
    whole = packed.read_bytes()
    for number, place in enumerate(Random(1).sample(range(len(whole)), 25)):
        packed.write_bytes(whole)
        altered(packed, place)
        other = tmp_path / f"other{number}"
        use(monkeypatch, other)
        try:
            import_tables(packed, False, quietly)
        except palamedes.PalamedesError:
            assert files_in(other) == {}
        else:
            assert files_in(other) == files_in(built)


# What can happen meanwhile


def test_a_full_disk_is_one_line(run, packed, monkeypatch):
    monkeypatch.setattr(archive, "_check_space", lambda _needed: None)

    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(archive, "_copy", full)
    refused(run, packed, {}, "No space left on device")


def test_a_full_disk_keeps_the_archive_that_was_there(run, packed, data, monkeypatch):
    use(monkeypatch, data)
    before = packed.read_bytes()

    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(archive, "_copy", full)
    code, out, err = run("tables", "export", packed)
    assert (code, out, err) == (2, "", f"palamedes: {packed}: No space left on device\n")
    assert packed.read_bytes() == before


def test_too_little_space_is_noticed_at_once(run, packed, monkeypatch):
    usage = SimpleNamespace(free=7)
    monkeypatch.setattr(archive.shutil, "disk_usage", lambda _folder: usage)
    refused(run, packed, {}, "7 are free")


DYING = """
import os, signal, sys
from pathlib import Path
from palamedes.solver import archive

replace, moves = os.replace, []

def dying(source, target):
    moves.append(target)
    if len(moves) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    replace(source, target)

os.replace = dying
archive.import_tables(Path(sys.argv[1]), False, lambda _done, _total: None)
"""


@pytest.mark.parametrize("moves", [4, 15])  # while tables are unpacked; while they are moved
def test_a_killed_import_can_be_repeated(built, packed, tmp_path, moves):
    killed = subprocess.run([sys.executable, "-c", DYING, packed, str(moves)], check=False)
    assert killed.returncode == -signal.SIGKILL
    other = tmp_path / "other"
    assert staged(other)
    assert files_in(other).items() <= files_in(built).items()
    assert len(files_in(other)) == max(moves - 11, 0)
    import_tables(packed, False, quietly)
    assert files_in(other) == files_in(built)
    assert not staged(other)
