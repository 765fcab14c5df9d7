"""Archives of tables: exported, imported, and refused if they are not what they say."""

import errno
import json
import os
import signal
import subprocess
import sys
import tarfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palamedes
from few_tables import (  # noqa: F401
    altered,
    built_fixture,
    data_fixture,
    every_table,
    files_in,
    packed_fixture,
    quietly,
    staged,
    use,
)
from palamedes.solver import archive
from palamedes.solver.archive import MANIFEST, export_tables, import_tables
from palamedes.solver.files import TableFile, write_table

pytestmark = pytest.mark.xdist_group("morpion")


# What is exported is imported


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
