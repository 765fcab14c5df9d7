"""Tables without distances, in a quarter of the memory: all of morris takes 2.2 GB.

A searcher that only asks who wins, such as above_tables.py, needs no more. What was packed once is
kept in a file beside the tables, which all processes share without reading it:

    {"palamedes": "outcomes", "format": 1, "tables": {"3-3": digest, ...}, "size": ..., ...}
    the outcomes, four to a byte

The line says which tables it was made of, so that it is made anew when one of them changes.
"""

import json
import mmap
import sys
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palamedes.core.cores import usable_cores
from palamedes.core.files import write_atomically
from palamedes.core.kernel import kernel
from palamedes.core.language import _
from palamedes.core.layers import Layer, Outcomes
from palamedes.solver.files import TEMPORARY, DamagedError
from palamedes.solver.retrograde import is_win
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

FILE = "outcomes.bin"
JOURNAL = "first-plies.journal"  # of what follows from them (books/first_plies.py)
NAME, FORMAT = "outcomes", 1
LONGEST_LINE = 1 << 16  # bytes of the line
CHUNK = 1 << 24  # bytes that have a checksum of their own

Packed = NDArray[np.uint8]


def read_outcomes(tablebase: Tablebase, layers: Sequence[Layer], threads: int = 2) -> Outcomes:
    """The outcomes of these layers; PalamedesError if one is missing or damaged."""
    return Outcomes(tablebase.layers.index(layers), _pack(tablebase, layers, threads))


def keep_outcomes(
    tablebase: Tablebase, layers: Sequence[Layer], threads: int, progress: Progress
) -> Outcomes:
    """The outcomes of these layers, from their file, which is made first if need be.

    Where the file cannot be written they are only in memory, and stderr has a line about it.
    """
    kept = kept_outcomes(tablebase)
    if kept is not None and set(layers) <= set(kept_layers(tablebase)):
        return kept
    packed = _pack(tablebase, layers, threads, progress)
    try:
        facts = {"game": tablebase.game.id, "tables": digests(tablebase, layers)}
        write_packed(tablebase.folder / FILE, facts, packed)
    except OSError as error:
        text = _("{file} cannot be written: {reason}")
        _warn(text.format(file=tablebase.folder / FILE, reason=error.strerror or error))
        return Outcomes(tablebase.layers.index(layers), packed)
    del packed  # before it is mapped again: it may be gigabytes
    return kept_outcomes(tablebase) or read_outcomes(tablebase, layers, threads)


def kept_outcomes(tablebase: Tablebase) -> Outcomes | None:
    """The outcomes in the file, None if there is none, or tables have changed since.

    A damaged file is removed, and stderr has a line about it.
    """
    path = tablebase.folder / FILE
    try:
        layers = _layers_in(path, tablebase)
        return Outcomes(tablebase.layers.index(layers), mapped(path)[1]) if layers else None
    except DamagedError:
        _warn(_("{file} was damaged and has been removed; solve the game again").format(file=path))
        with suppress(OSError):
            path.unlink()
    except OSError:
        pass
    return None


def kept_layers(tablebase: Tablebase) -> Sequence[Layer]:
    """The layers in the file; none if it is missing or older than a table."""
    with suppress(OSError, DamagedError):
        return _layers_in(tablebase.folder / FILE, tablebase)
    return []


def _layers_in(path: Path, tablebase: Tablebase) -> Sequence[Layer]:
    with path.open("rb") as file:
        made_of = _head(file.readline(LONGEST_LINE))["tables"]
    layers = [layer for layer in tablebase.layers.every if layer_name(layer) in made_of]
    return layers if made_of == digests(tablebase, layers) else []


def digests(tablebase: Tablebase, layers: Sequence[Layer]) -> dict[str, str]:
    """The digests of those of these tables that are there, by name."""
    files = {layer_name(layer): tablebase.file(layer) for layer in layers}
    return {name: file.facts["digest"] for name, file in files.items() if file is not None}


def write_packed(path: Path, facts: dict[str, Any], packed: Packed) -> None:
    """Write packed outcomes to a file whose first line has these facts."""
    checks = {"size": len(packed), "checksums": _checksums(packed)}
    head = {"palamedes": NAME, "format": FORMAT, **facts, **checks}
    line = json.dumps(head).encode() + b"\n"
    write_atomically(path, line, packed.data, prefix=TEMPORARY)


def mapped(path: Path) -> tuple[dict[str, Any], Packed]:
    """The facts and the outcomes in a file, checked, in memory that all processes share.

    OSError or DamagedError if that cannot be had.
    """
    with path.open("rb") as file:
        head = _head(file.readline(LONGEST_LINE))
        first = file.tell()
        # Private memory of which nothing is written is shared; to kernels it looks like any other.
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    packed = np.frombuffer(data, np.uint8)[first:]
    if len(packed) != head["size"] or _checksums(packed) != head["checksums"]:
        raise DamagedError("wrong checksum")
    return head, packed


def _head(line: bytes) -> dict[str, Any]:
    try:
        head = json.loads(line)
        if head["palamedes"] != NAME or head["format"] != FORMAT:
            raise ValueError("another file")
        return {
            **head,
            "tables": dict(head["tables"]),
            "size": int(head["size"]),
            "checksums": list(head["checksums"]),
        }
    except (ValueError, TypeError, LookupError, RecursionError):
        raise DamagedError("not such a file") from None


def _checksums(packed: Packed) -> list[int]:
    chunks = [packed[first : first + CHUNK] for first in range(0, len(packed), CHUNK)]
    with ThreadPoolExecutor(usable_cores()) as pool:
        return list(pool.map(zlib.crc32, chunks))


def _pack(
    tablebase: Tablebase,
    layers: Sequence[Layer],
    threads: int,
    progress: Progress = lambda *_told: None,
) -> Packed:
    sizes = [int(tablebase.layers.space(layer).size()) for layer in layers]
    packed = np.zeros((sum(sizes) + 3) // 4, np.uint8)
    first = 0
    for layer, size in zip(layers, sizes, strict=True):
        pack(tablebase.load(layer, threads), tablebase.layers.flip, packed, first)
        first += size
        progress(_("packing outcomes"), first, sum(sizes))
    return packed


def _warn(text: str) -> None:
    sys.stderr.write(f"palamedes: {text}\n")


@kernel
def pack(table, flip, packed, first):
    """Write what the bytes of a table say of the outcome, from place `first` on."""
    for number in range(len(table)):
        if table[number]:
            place = first + number
            outcome = 2 if is_win(table[number], flip) else 1
            packed[place >> 2] |= outcome << 2 * (place & 3)
