"""The file of a backup: all tables of a database, whatever the database.

The first line names the format and the SHA-256 of everything after it, so that a byte that is lost
or changed is noticed before anything is restored. The rest is compressed with gzip: lines of JSON.
The first is the header, then each table has a line with its name and columns, and lines with lists
of rows. Times are in UTC. Neither writing nor reading has more than a few hundred rows in memory.
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.files import atomic_file
from palamedes.core.language import _

MAGIC, FORMAT = b"palamedes-backup ", 1
DIGITS = 2 * hashlib.sha256().digest_size
FIRST_LINE = len(MAGIC) + len(f"{FORMAT} ") + DIGITS + 1  # bytes
PIECE = 1 << 20  # bytes that are read at once to check a file
UNREADABLE = (  # what reading nonsense raises; a RecursionError: JSON of thousands of brackets
    *(EOFError, gzip.BadGzipFile, zlib.error, StopIteration),
    *(ValueError, TypeError, KeyError, RecursionError),
)
FOR_THE_OPERATOR = 0o600  # permissions: password hashes are nobody else's business


class BackupHeader(NamedTuple):
    """What a backup says of itself: the revision of its tables, and how many rows each has."""

    revision: str
    version: str  # of Palamedes
    made: str
    rows: dict[str, int]


class BlockOfRows(NamedTuple):
    """Some rows of a table, as lists in the order of the columns."""

    table: str
    columns: list[str]
    rows: list[list[Any]]


class BackupWriter:
    """Writes one line after the other."""

    def __init__(self, lines: gzip.GzipFile) -> None:
        self._lines = lines

    def begin_table(self, table: str, columns: Sequence[str]) -> None:
        self.write({"table": table, "columns": list(columns)})

    def write(self, document: object) -> None:
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        self._lines.write(text.encode("utf-8", "surrogatepass") + b"\n")


class _HashedFile:
    """A file to write to that computes the SHA-256 of what is written."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.hash = file, hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.hash.update(data)
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()


@contextmanager
def new_backup(path: Path, header: BackupHeader) -> Iterator[BackupWriter]:
    """Write a backup; the file appears when it is complete, and only its owner can read it."""
    with atomic_file(path, mode=FOR_THE_OPERATOR) as file:
        file.write(bytes(FIRST_LINE))
        hashed = _HashedFile(file)
        with gzip.GzipFile("", "wb", 6, hashed, mtime=0) as lines:
            writer = BackupWriter(lines)
            writer.write(header._asdict())
            yield writer
        file.seek(0)
        file.write(_first_line(hashed.hash.hexdigest()))
        file.seek(0, os.SEEK_END)


def _first_line(digest: str) -> bytes:
    return MAGIC + f"{FORMAT} {digest}\n".encode()


def is_backup(path: Path) -> bool:
    """Whether a file begins like a backup, of whatever format."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def check_backup(path: Path) -> BackupHeader:
    """The header of a backup; raises PalamedesError unless every byte is as it was written."""
    try:
        with path.open("rb") as file:
            first = file.read(FIRST_LINE)
            _check_format(path, first)
            found = hashlib.sha256()
            while piece := file.read(PIECE):
                found.update(piece)
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror or error}") from None
    if first != _first_line(found.hexdigest()):
        raise damaged(path)
    with _reading(path) as lines:
        header = BackupHeader(**json.loads(next(lines)))
        if not _is_sensible(header):
            raise damaged(path)
        return header


def _is_sensible(header: BackupHeader) -> bool:
    """Whether a header says what headers say: the hash shows only that nobody changed the file."""
    return (
        _are_names([header.revision, header.version, header.made])
        and isinstance(header.rows, dict)
        and all(isinstance(count, int) for count in header.rows.values())
    )


def _are_names(values: Iterable[object]) -> bool:
    """Whether all are texts, and none is empty."""
    return all(isinstance(each, str) and each for each in values)


def _check_format(path: Path, first: bytes) -> None:
    """Check the first line; what follows it means nothing in another format."""
    magic, words = first[: len(MAGIC)], first[len(MAGIC) :].split(b" ")
    if magic != MAGIC or not words[0].isdigit():
        raise PalamedesError(_("{path} is not a backup of Palamedes").format(path=path))
    if int(words[0]) > FORMAT:
        raise newer(path)


def newer(path: Path) -> PalamedesError:
    text = _("{path} was written by a newer version of Palamedes")
    return PalamedesError(text.format(path=path))


def damaged(path: Path) -> PalamedesError:
    return PalamedesError(_("{path} is damaged or incomplete").format(path=path))


@contextmanager
def _reading(path: Path) -> Iterator[Iterator[bytes]]:
    """The lines of a backup after the first."""
    try:
        with path.open("rb") as file:
            file.seek(FIRST_LINE)
            with gzip.GzipFile(fileobj=file, mode="rb") as lines:
                yield iter(lines)
    except UNREADABLE as error:
        raise damaged(path) from error


def blocks_of(path: Path) -> Iterator[BlockOfRows]:
    """The rows of a backup that was checked, table by table; an empty table has an empty block."""
    with _reading(path) as lines:
        table, columns = "", list[str]()
        next(lines)  # the header
        for line in lines:
            document = json.loads(line)
            if isinstance(document, dict):
                table, columns = document["table"], document["columns"]
                document = []
            if not (isinstance(document, list) and _are_names([table, *columns])):
                raise damaged(path)
            yield BlockOfRows(table, columns, document)
