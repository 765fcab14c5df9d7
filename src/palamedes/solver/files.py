"""Tables on disk, compressed in blocks, so that one byte can be read without the rest.

    MAGIC, length of the header, its checksum, the header (JSON), the ends of the blocks, the blocks

A file of version 1 has the bytes of all positions. One of version 2 has no wins (wins.py); the
checksum of what follows the header is in it, beside that of the whole table.

A file that is not exactly as expected raises DamagedError, and is never used.
"""

import json
import mmap
import struct
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from palamedes.core.files import write_atomically
from palamedes.solver.solve_group import Table

MAGIC = b"palamedes table 1\n"
MAGIC_WITHOUT_WINS = b"palamedes table 2\n"  # of the same length
NUMBERS = struct.Struct("<II")  # length and checksum of the header
BLOCK = 1 << 16  # positions
LEVEL = 6  # of compression
TEMPORARY = ".table-"  # prefix of a file that is being written
KEPT = 256  # blocks per file that stay in memory
UNREADABLE = (ValueError, LookupError, TypeError, OverflowError, RecursionError, struct.error)


class DamagedError(Exception):
    """The file is not a table, not the one expected, or has been altered."""


def write_table(
    path: Path,
    table: Table,
    facts: dict[str, Any],
    threads: int,
    stored: Table | None = None,
) -> None:
    """Write a table with `facts` in its header; after a crash the file is whole or not there.

    What is stored is the table itself, or if given the same without wins.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(threads) as pool:
        blocks = list(pool.map(_compress, _slices(table if stored is None else stored)))
    ends = np.cumsum([len(block) for block in blocks], dtype="<u8")
    magic, header = MAGIC, {**facts, "size": len(table), "block": BLOCK, "digest": digest(table)}
    if stored is not None:
        magic = MAGIC_WITHOUT_WINS
        header["stored"] = _checksum(ends.tobytes() + b"".join(blocks)).hexdigest()
    text = json.dumps(header, sort_keys=True).encode()
    start = magic + NUMBERS.pack(len(text), zlib.crc32(text)) + text + ends.tobytes()
    write_atomically(path, start, *blocks, prefix=TEMPORARY)


def digest(table: Table) -> str:
    """A checksum of all positions."""
    return _checksum(table.data).hexdigest()


def _checksum(data: Any = b"") -> blake2b:
    return blake2b(data, digest_size=16)


def _slices(table: Table) -> Iterator[Table]:
    return (table[first : first + BLOCK] for first in range(0, len(table), BLOCK))


def _compress(positions: Table) -> bytes:
    return zlib.compress(positions.tobytes(), LEVEL)


class TableFile:
    """A table on disk, open for reading."""

    def __init__(self, path: Path, expected: dict[str, Any]) -> None:
        """Open a file whose header must contain what is expected; OSError or DamagedError."""
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            self.facts = self._read_header()
            if any(self.facts.get(name) != value for name, value in expected.items()):
                raise ValueError("another table")
            self._ends = self._read_ends()
        except UNREADABLE as error:
            raise DamagedError(str(error)) from None
        self.bytes = len(self._data)
        self._block = lru_cache(KEPT)(self._read_block)

    def holds(self, table: Table) -> bool:
        """Whether this is the table that was written, with its wins."""
        return digest(table) == self.facts.get("digest")

    def byte(self, number: int) -> int:
        """What is stored of one position."""
        return int(self._block(number // BLOCK)[number % BLOCK])

    def read(self, threads: int) -> Table:
        """All that is stored, checked."""
        table = np.empty(self.facts["size"], np.uint8)

        def read(number: int) -> None:
            first = number * BLOCK
            table[first : first + BLOCK] = np.frombuffer(self._read_block(number), np.uint8)

        if threads == 1:  # a background thread may outlive all pools
            list(map(read, range(len(self._ends))))
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(read, range(len(self._ends))))
        self._compare(_checksum(table.data))
        if hasattr(mmap, "MADV_DONTNEED"):
            self._data.madvise(mmap.MADV_DONTNEED)  # the compressed data need not stay in memory
        return table

    def check(self, report: Callable[[int], None] = lambda _bytes: None) -> None:
        """Read every block, one at a time; DamagedError if anything is not as it was written.

        `report` is called with the bytes of the file that were read since it was called last.
        """
        found, before = _checksum(), 0
        for number, end in enumerate(map(int, self._ends)):
            found.update(self._read_block(number))
            report(end - before)
            before = end
        self._compare(found)

    def _compare(self, contents: blake2b) -> None:
        """Raise DamagedError unless the checksums are right; `contents` is that of all blocks."""
        written = contents if self.has_wins else _checksum(self._data[self._first :])
        if written.hexdigest() != self.facts.get("digest" if self.has_wins else "stored"):
            raise DamagedError("wrong checksum")

    def _read_header(self) -> dict[str, Any]:
        magic = self._data[: len(MAGIC)]
        if magic not in (MAGIC, MAGIC_WITHOUT_WINS):
            raise ValueError("no table")
        self.has_wins = magic == MAGIC
        first = len(MAGIC) + NUMBERS.size
        length, checksum = NUMBERS.unpack(self._data[len(MAGIC) : first])
        text = self._data[first : first + length]
        if zlib.crc32(text) != checksum:
            raise ValueError("wrong checksum of the header")
        self._first = first + length
        facts = json.loads(text)
        if facts["block"] != BLOCK:
            raise ValueError("another size of blocks")
        return dict(facts)

    def _read_ends(self) -> Any:
        """Where the blocks end in the file."""
        count = -(-self.facts["size"] // BLOCK)
        data = self._data[self._first : self._first + 8 * count]
        ends = np.frombuffer(data, "<u8").astype(np.int64) + self._first + 8 * count
        if len(ends) != count or (np.diff(ends, prepend=0) <= 0).any():
            raise ValueError("blocks out of order")
        if int(ends[-1]) != len(self._data):
            raise ValueError("the file is cut")
        return ends

    def _read_block(self, number: int) -> bytes:
        first = int(self._ends[number - 1]) if number else self._first + 8 * len(self._ends)
        size = min(BLOCK, self.facts["size"] - number * BLOCK)
        unpacking = zlib.decompressobj()
        try:  # never more than expected: somebody else may have made the file
            block = unpacking.decompress(self._data[first : int(self._ends[number])], size + 1)
        except zlib.error as error:
            raise DamagedError(str(error)) from None
        if len(block) != size or not unpacking.eof:
            raise DamagedError("a block of the wrong length")
        return block
