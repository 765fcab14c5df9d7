"""Archives of tables: one file that carries tables from one machine to another.

An archive is a plain tar file. Its first member, `manifest.json`, lists the tables with their sizes
and SHA-256; the tables follow in that order, as they are on disk, and nothing else. Any tar can
list and unpack it. We read it ourselves, and strictly: it may come from anybody.
"""

import json
import os
import shutil
import tarfile
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.files import atomic_file, open_regular
from palamedes.core.game import Game
from palamedes.core.language import Number, _
from palamedes.core.layers import Layer
from palamedes.games import find_game
from palamedes.solver.census import Census
from palamedes.solver.inventory import (
    Report,
    StoredTable,
    adding,
    being_changed,
    check_table,
    is_whole,
    locked,
    sole_writer,
    tables_folder,
)
from palamedes.solver.tablebase import RULES_VERSION, Tablebase, layer_name

FORMAT, VERSION = "palamedes-tables", 1
MANIFEST = "manifest.json"
LARGEST_MANIFEST = 1 << 20  # bytes: thousands of tables
OVERHEAD = 1 << 16  # bytes by which a table that cannot be compressed is larger, besides 1 %
PIECE = 1 << 20  # bytes that are copied at once
STAGING = ".import-"  # prefix of the folder where tables wait until all are checked
UNREADABLE = (  # what reading nonsense raises; a RecursionError: JSON of thousands of brackets
    *(tarfile.TarError, EOFError, RecursionError, ValueError, LookupError, TypeError),
)
HEADER = {"game", "layer", "size", "rules", "census", "seconds", "block", "digest"}
LONGEST = 1e9  # seconds that a table says it took


class Imported(NamedTuple):
    """What became of the tables of an archive."""

    added: int
    bytes: int  # of those
    kept: int  # tables that were here and whole already


class PackedTable(NamedTuple):
    """A table of an archive, and where it belongs."""

    game: Game
    layer: Layer
    bytes: int
    sha256: str

    @property
    def name(self) -> str:
        """The name in the archive."""
        return _member_name(_path(self))


def export_tables(path: Path, tables: Sequence[StoredTable], report: Report) -> None:
    """Write tables to an archive; PalamedesError if one of them is not whole."""
    add = adding(report, 2 * sum(table.bytes for table in tables))  # checked, then copied
    with atomic_file(path) as file:
        digests = ["0" * 64] * len(tables)  # known when all is copied; the length is the same
        manifest = _manifest(tables, digests)
        _write_header(file, MANIFEST, len(manifest))
        file.write(manifest + _padding(len(manifest)))
        for number, table in enumerate(tables):
            if (checked := check_table(table, add)).condition != "good":
                raise PalamedesError(checked.complaint)
            _write_header(file, _member_name(table.path), table.bytes)
            with table.path.open("rb") as source:
                if os.fstat(source.fileno()).st_size != table.bytes:
                    raise PalamedesError(being_changed(table.game))
                digests[number] = _copy(source, file, table.bytes, add)
            file.write(_padding(table.bytes))
        file.write(bytes(2 * tarfile.BLOCKSIZE))
        file.seek(tarfile.BLOCKSIZE)
        file.write(_manifest(tables, digests))


def import_tables(path: Path, replace: bool, report: Report) -> Imported:
    """Add the tables of an archive to those that are here, which are kept unless `replace`.

    PalamedesError, and no table is changed, unless the whole archive is as it should be. Each table
    is moved into place as a whole: an import that was interrupted can be repeated.
    """
    with _reading(path) as file, _staging_folder() as staging, ExitStack() as locks:
        packed = _read_manifest(path, file)
        for game in dict.fromkeys(table.game for table in packed):
            locks.enter_context(sole_writer(Tablebase(game)))
        kept = set() if replace else {table.name for table in packed if _is_here(table)}
        wanted = [table for table in packed if table.name not in kept]
        _check_space(sum(table.bytes for table in wanted))
        _unpack(file, packed, kept, staging, report)
        for table in wanted:
            os.replace(_path(table, staging), _path(table))
    return Imported(len(wanted), sum(table.bytes for table in wanted), len(kept))


@contextmanager
def _reading(path: Path) -> Iterator[BinaryIO]:
    """An archive, open; PalamedesError if this block finds nonsense in it, or a full disk."""
    try:
        with open_regular(path) as file:
            yield file
    except UNREADABLE:
        raise PalamedesError(_("{path} is damaged or incomplete").format(path=path)) from None
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror or error}") from None


def _manifest(tables: Sequence[StoredTable], digests: Sequence[str]) -> bytes:
    lines = [
        {
            "game": table.game.id,
            "table": layer_name(table.layer),
            "bytes": table.bytes,
            "sha256": digest,
        }
        for table, digest in zip(tables, digests, strict=True)
    ]
    head = {"format": FORMAT, "version": VERSION, "rules": RULES_VERSION}
    return json.dumps({**head, "tables": lines}, indent=1).encode()


def _read_manifest(path: Path, file: BinaryIO) -> list[PackedTable]:
    """The tables that an archive says it has."""
    try:
        size = _read_header(file, MANIFEST)
        if size > LARGEST_MANIFEST:
            raise ValueError("manifest")
        document = json.loads(_read(file, size))
        _read(file, len(_padding(size)))
        head = document["format"], document["version"], document["rules"]
    except UNREADABLE:
        raise PalamedesError(_("{file} is not an archive of tables").format(file=path)) from None
    if head != (FORMAT, VERSION, RULES_VERSION):
        other_version = _("{file} was made by another version of Palamedes")
        raise PalamedesError(other_version.format(file=path))
    tables = [_packed_table(line) for line in document["tables"]]
    if len({table.name for table in tables}) < len(tables):
        raise ValueError("a table that is there twice")
    return tables


def _packed_table(line: Any) -> PackedTable:
    """What a line of the manifest says; only tables that we could have built ourselves."""
    game = find_game(str(line["game"]))
    layers = Tablebase(game).layers
    by_name = {layer_name(layer): layer for layer in layers.every}
    table = PackedTable(game, by_name[line["table"]], line["bytes"], line["sha256"])
    most = int(layers.space(table.layer).size() * 1.01) + OVERHEAD
    if game.id != line["game"] or not 0 < table.bytes <= most:
        raise ValueError("not a table of ours")
    return table


def _path(table: PackedTable, data: Path | None = None) -> Path:
    """Where a table belongs, in a data folder or in ours."""
    return Tablebase(table.game, data).path(table.layer)


def _is_here(table: PackedTable) -> bool:
    return is_whole(Tablebase(table.game), table.layer)


def _check_space(needed: int) -> None:
    """Raise PalamedesError if the disk has too little space; it can still fill up meanwhile."""
    free = shutil.disk_usage(tables_folder()).free
    if needed > free:
        text = _("not enough disk space: {needed:,} bytes are needed, {free:,} are free")
        raise PalamedesError(text.format(needed=Number(needed), free=Number(free)))


@contextmanager
def _staging_folder() -> Iterator[Path]:
    """A folder on the disk of the tables, for one import at a time; empty, and removed again."""
    folder = tables_folder()
    with locked(folder / "import.lock", _("another import is running")):
        for leftover in folder.glob(f"{STAGING}*"):  # of an import that was killed
            shutil.rmtree(leftover)
        with TemporaryDirectory(dir=folder, prefix=STAGING) as staging:
            yield Path(staging)


def _unpack(
    file: BinaryIO, packed: Sequence[PackedTable], kept: Set[str], staging: Path, report: Report
) -> None:
    """Write the tables that are not kept to the staging folder, and check them."""
    total = sum(table.bytes for table in packed if table.name not in kept)
    add = adding(report, 2 * total)  # copied, then checked
    for table in packed:
        if _read_header(file, table.name) != table.bytes:
            raise ValueError("another size")
        if table.name in kept:
            file.seek(table.bytes, os.SEEK_CUR)
        else:
            _unpack_table(file, table, staging, add)
        _read(file, len(_padding(table.bytes)))
    if any(_read(file, tarfile.BLOCKSIZE)):
        raise ValueError("more than the manifest says")


def _unpack_table(
    file: BinaryIO, table: PackedTable, staging: Path, add: Callable[[int], None]
) -> None:
    path, staged = _path(table, staging), Tablebase(table.game, staging)
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path) as target:
        digest = _copy(file, target, table.bytes, add)
    unpacked = staged.file(table.layer)
    if digest != table.sha256 or unpacked is None or not _is_sensible(unpacked.facts):
        raise ValueError("another table")
    if not is_whole(staged, table.layer, add):
        raise ValueError("a damaged table")


def _is_sensible(facts: dict[str, Any]) -> bool:
    """Whether a header has what later reports take from it."""
    census = facts["census"]
    return (
        set(facts) - {"stored"} == HEADER
        and isinstance(census, dict)
        and set(census) == {field.name for field in fields(Census)}
        and all(type(count) is int and 0 <= count < 1 << 63 for count in census.values())
        and 0 <= facts["seconds"] <= LONGEST
    )


def _member_name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _write_header(file: BinaryIO, name: str, size: int) -> None:
    member = tarfile.TarInfo(name)
    member.size = size
    file.write(member.tobuf(tarfile.USTAR_FORMAT))


def _read_header(file: BinaryIO, name: str) -> int:
    """The size of the next member, which must be a plain file with this name."""
    member = tarfile.TarInfo.frombuf(file.read(tarfile.BLOCKSIZE), "utf-8", "strict")
    if (member.name, member.type) != (name, tarfile.REGTYPE) or member.size < 0:
        raise ValueError("another member")
    return member.size


def _padding(size: int) -> bytes:
    """What follows a member in a tar file, up to the next full block."""
    return bytes(-size % tarfile.BLOCKSIZE)


def _read(file: BinaryIO, size: int) -> bytes:
    """Exactly this many bytes."""
    data = file.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _copy(source: BinaryIO, target: BinaryIO, size: int, add: Callable[[int], None]) -> str:
    """Copy this many bytes, and return their SHA-256."""
    found = sha256()
    while size:
        piece = _read(source, min(size, PIECE))
        target.write(piece)
        found.update(piece)
        size -= len(piece)
        add(len(piece))
    return found.hexdigest()
