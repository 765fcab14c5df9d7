"""A growing book on disk: a line that says what it is, then a line for each position looked at.

However the program ends, what was found is safe. An incomplete last line is dropped.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from palamedes.books.tree import Expansion, TreeMove
from palamedes.core.errors import PalamedesError
from palamedes.core.files import write_atomically
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.search.alphabeta.memory import UNLIMITED
from palamedes.search.opening_book import canonical

KIND = "growing book"
FORMAT = 1
SYNC = 1.0  # seconds between two calls of fsync, at least


@dataclass(frozen=True)
class BookPlan:
    """How the positions of a book are searched: `seconds` or `nodes` for each."""

    game: str
    version: str  # of Palamedes
    seconds: float | None = None
    nodes: int | None = None


class BookJournal:
    """An open journal: the plan, and what was found so far. `add` appends a position."""

    def __init__(self, path: Path, plan: BookPlan, found: list[Expansion], file: BinaryIO) -> None:
        self.path = path
        self.plan = plan
        self.found = found
        self._file = file
        self._synced = monotonic()

    def add(self, found: Expansion) -> None:
        self.found.append(found)
        state = [int(number) for number in found.state]
        self._file.write(_line([found.ply, int(found.is_exact), state, found.moves]))
        self._file.flush()
        if monotonic() - self._synced > SYNC:
            os.fsync(self._file.fileno())
            self._synced = monotonic()


@contextmanager
def open_journal(path: Path, game: Game, plan: BookPlan | None) -> Iterator[BookJournal]:
    """A new journal of a plan or, without a plan, the one that exists.

    PalamedesError if there is no such journal, or if another process uses it.
    """
    lock = FileLock(f"{path}.lock")
    if plan is None and not path.exists():  # a lock would be left behind
        raise _nothing_to_resume(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise PalamedesError(
            _("{path}: another process is working on it").format(path=path)
        ) from None
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    try:
        if plan is not None:
            first = _line({"palamedes": KIND, "format": FORMAT, **asdict(plan)})
            write_atomically(path, first)
        known, found, size = _read(path, game)
        with path.open("ab") as file:
            file.truncate(size)
            yield BookJournal(path, known, found, file)
    finally:
        lock.release()


def _nothing_to_resume(path: Path) -> PalamedesError:
    return PalamedesError(_("{path}: there is no book to resume").format(path=path))


def _read(path: Path, game: Game) -> tuple[BookPlan, list[Expansion], int]:
    """The plan, what was found, and the bytes up to the end of the last whole line."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise _nothing_to_resume(path) from None
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    first, *lines = data.split(b"\n")[:-1] or [b""]
    plan = _plan(first, path, game)
    try:
        found = [_expansion(json.loads(line), type(game.start)) for line in lines]
        _check_origins(found, game)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise PalamedesError(_("{file} is damaged").format(file=path)) from None
    return plan, found, data.rindex(b"\n") + 1


def _plan(line: bytes, path: Path, game: Game) -> BookPlan:
    try:
        document = json.loads(line)
        is_ours = document.pop("palamedes") == KIND
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        is_ours = False
    if not is_ours:
        raise PalamedesError(_("{file} is not the journal of a book").format(file=path))
    if document.pop("format", None) != FORMAT:
        raise PalamedesError(_("{file} was made by another version of Palamedes").format(file=path))
    if document.get("game") != game.id:
        raise PalamedesError(
            _("{file} is a book for {game}, not for {other}").format(
                file=path, game=str(document.get("game"))[:40], other=game.id
            )
        )
    try:
        plan = BookPlan(**document)
        _check_limits(plan)
    except (ValueError, TypeError):
        raise PalamedesError(_("{file} is damaged").format(file=path)) from None
    return plan


def _check_limits(plan: BookPlan) -> None:
    """Raise ValueError unless there is exactly one limit of searches, a positive number."""
    (limit,) = (each for each in (plan.seconds, plan.nodes) if each is not None)
    kinds = (int,) if plan.seconds is None else (int, float)
    if type(limit) not in kinds or not 0 < limit < UNLIMITED:
        raise ValueError("limit")
    if not isinstance(plan.version, str):
        raise ValueError("version")


def _check_origins(found: list[Expansion], game: Game) -> None:
    """Raise ValueError unless every position is the start, or follows from one before it."""
    reached = {(canonical(game.start).key, 0)}
    for each in found:
        if (int(each.state.key()), each.ply) not in reached:
            raise ValueError("origin")
        reached.update((move.key, each.ply + 1) for move in each.moves)


def _expansion(row: Any, kind: Any) -> Expansion:
    ply, is_exact, state, moves = row
    if not moves:
        raise ValueError("moves")
    return Expansion(
        kind(*map(int, state)),
        int(ply),
        bool(is_exact),
        tuple(
            TreeMove(int(code), int(score), int(key), float(regret))
            for code, score, key, regret in moves
        ),
    )


def _line(document: object) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"
