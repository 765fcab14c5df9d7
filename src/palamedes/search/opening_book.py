"""Opening books: positions of a game with the moves worth playing there, as files.

A file is one line of JSON, and then the entries, compressed:

    {"palamedes": "opening book", "format": 1, "game": "teeko", "entries": 4000, "moves": 9000, ...}

An entry is a position up to symmetry, known by the smallest key of its images. It has the moves as
they are in that image, best first, each with its score (score.py), and where the scores come from:
tables, which are exact, or searches. The line has the digest of what follows, so that a damaged
file is noticed; `made` says how the book was made (books/grower.py).

After the entries a file may have the exact values of all positions of the first plies
(book_values.py), with "values": the bytes of each ply; readers of before do not look at them.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.files import write_atomically
from palamedes.core.game import Game, State
from palamedes.core.language import N_
from palamedes.core.probe import truth_without_plies
from palamedes.search.book_values import BookValues, read_values
from palamedes.search.headed_file import LARGEST, FileKind, Head
from palamedes.search.score import WON, truth_score

KIND = FileKind(
    "opening book",
    format=1,
    of_another_kind=N_("{file} is not an opening book"),
    of_another_game=N_("{file} is a book for {game}, not for {other}"),
)
SUFFIX = ".book"
MOST_MOVES = 255  # of an entry
COLUMNS = {"keys": "<u8", "counts": "u1", "exact": "u1", "codes": "<u2", "scores": "<i4"}
PER_ENTRY = ("keys", "counts", "exact")  # the other columns have a row for each move

Columns = dict[str, NDArray[Any]]


class BookMove(NamedTuple):
    """A move worth playing, with its score for the player who makes it."""

    code: int
    score: int


class BookEntry(NamedTuple):
    """What a book says of a position: the moves worth playing, best first."""

    moves: tuple[BookMove, ...]
    is_exact: bool  # from tables; otherwise from searches


class Canonical(NamedTuple):
    """The image that stands for a position and all its images: the one with the smallest key."""

    state: State
    key: int


def canonical(state: State) -> Canonical:
    images = [state.image(symmetry) for symmetry in range(state.SYMMETRIES)]
    keys = [int(image.key()) for image in images]
    smallest = keys.index(min(keys))
    return Canonical(images[smallest], keys[smallest])


@dataclass(frozen=True)
class OpeningBook:
    """The book of a game."""

    game: str
    columns: Columns
    made: Mapping[str, Any] = field(default_factory=dict)
    values: BookValues | None = None

    @classmethod
    def of(
        cls, game: Game, entries: Mapping[int, BookEntry], made: Mapping[str, Any]
    ) -> "OpeningBook":
        """The book with these entries, by canonical keys, whose moves are those of that image."""
        rows = sorted((key % (1 << 64), entry) for key, entry in entries.items())
        moves = [move for _key, entry in rows for move in entry.moves]
        values: dict[str, Sequence[int]] = {
            "keys": [key for key, _entry in rows],
            "counts": [len(entry.moves) for _key, entry in rows],
            "exact": [entry.is_exact for _key, entry in rows],
            "codes": [move.code for move in moves],
            "scores": [move.score for move in moves],
        }
        columns = {name: np.array(values[name], kind) for name, kind in COLUMNS.items()}
        return cls(game.id, columns, made)

    def __len__(self) -> int:
        return len(self.columns["keys"])

    def find(self, state: State) -> BookEntry | None:
        """What the book says of a position, None if it is not in it."""
        image, key = canonical(state)
        keys, wanted = self.columns["keys"], np.uint64(key % (1 << 64))
        row = int(np.searchsorted(keys, wanted))
        if row == len(keys) or keys[row] != wanted:
            return None
        first = int(self.columns["counts"][:row].sum(dtype=np.int64))
        its = slice(first, first + int(self.columns["counts"][row]))
        back = next(each for each in range(state.SYMMETRIES) if image.image(each) == state)
        moves = zip(self.columns["codes"][its], self.columns["scores"][its], strict=True)
        return BookEntry(
            tuple(
                BookMove(int(image.move_image(int(code), back)), int(score))
                for code, score in moves
            ),
            bool(self.columns["exact"][row]),
        )

    def exact_entry(self, state: State, codes: Sequence[int]) -> BookEntry | None:
        """All moves of a position with their exact values, None if one is not in the book."""
        after = [None if self.values is None else self.values.outcome(state.play(c)) for c in codes]
        known = [
            BookMove(code, truth_score(truth_without_plies(outcome), earlier=1))
            for code, outcome in zip(codes, after, strict=True)
            if outcome is not None
        ]
        if not codes or len(known) < len(codes):
            return None
        return BookEntry(tuple(sorted(known, key=lambda move: -move.score)), is_exact=True)

    def to_bytes(self) -> bytes:
        body = zlib.compress(b"".join(_packed(name, self.columns[name]) for name in COLUMNS), 9)
        head = {
            "game": self.game,
            "entries": len(self),
            "moves": len(self.columns["codes"]),
            "made": dict(self.made),
        }
        if self.values is not None:
            head["values"] = self.values.sizes
            body += self.values.to_bytes()
        return KIND.packed(head, body)

    def fits(self, largest: int) -> bool:
        """Whether its file has at most this many bytes, and can be read again."""
        unpacked = sum(column.nbytes for column in self.columns.values())
        return unpacked <= LARGEST and len(self.to_bytes()) <= min(largest, LARGEST)

    def write(self, path: Path) -> None:
        write_atomically(path, self.to_bytes())


def read_book(path: Path, game: Game) -> OpeningBook:
    """The book in a file; PalamedesError if it is no good for this game."""
    return KIND.read(path, game, partial(_unpacked, game))


def _packed(name: str, column: NDArray[Any]) -> bytes:
    """A column as bytes that compress well: the first bytes of all numbers, then the second, ..."""
    if name == "keys":  # they rise: the differences are smaller
        column = np.diff(column, prepend=column.dtype.type(0))
    return column.view(np.uint8).reshape(len(column), column.itemsize).T.tobytes()


def _unpacked(game: Game, head: Head, body: bytes) -> OpeningBook:
    columns, rest = _columns(head, body)
    sizes = [int(size) for size in head.get("values", ())]
    values = read_values(game, sizes, rest) if sizes else None
    return OpeningBook(game.id, columns, dict(head["made"]), values)


def _columns(head: Head, body: bytes) -> tuple[Columns, bytes]:
    """The columns, and what follows them; ValueError if they do not fit together."""
    rows = {name: int(head["entries" if name in PER_ENTRY else "moves"]) for name in COLUMNS}
    sizes = [rows[name] * np.dtype(kind).itemsize for name, kind in COLUMNS.items()]
    if min(rows.values()) < 0 or sum(sizes) > LARGEST:
        raise ValueError("sizes")
    unpacking = zlib.decompressobj()
    whole = unpacking.decompress(body, sum(sizes) + 1)
    if len(whole) != sum(sizes):
        raise ValueError("length")
    columns: Columns = {}
    for (name, kind), end, size in zip(COLUMNS.items(), np.cumsum(sizes), sizes, strict=True):
        planes = np.frombuffer(whole[end - size : end], np.uint8)
        numbers = planes.reshape(np.dtype(kind).itemsize, rows[name]).T
        columns[name] = np.ascontiguousarray(numbers).view(kind).ravel()
    columns["keys"] = np.cumsum(columns["keys"], dtype=np.uint64)
    _check(columns)
    return columns, unpacking.unused_data


def _check(columns: Columns) -> None:
    keys, counts = columns["keys"], columns["counts"]
    are_sound = (
        bool((keys[1:] > keys[:-1]).all())
        and bool((counts > 0).all())
        and int(counts.sum(dtype=np.int64)) == len(columns["codes"])
        and bool((np.abs(columns["scores"]) < WON).all())
    )
    if not are_sound:
        raise ValueError("entries")
