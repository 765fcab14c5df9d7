"""Games in progress, saved after every move so that a crash loses none.

Each session has one file and holds a lock beside it. A file without a lock was left by a crash, or
by a player who wants to continue: it is offered at the next start.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import LARGEST, from_document, to_document
from palamedes.games import find_game
from palamedes.ui.session.clock import TimeControl
from palamedes.ui.session.seats import Seats

FORMAT = "palamedes-unfinished"
VERSION = 1
LONGEST_SPEC = 1000  # characters


class Autosave:
    """The file of one session."""

    def __init__(self, path: Path | None = None) -> None:
        """Lock a file; raises PalamedesError if another session has it. None is a new file."""
        self.path = path or _new_path()
        self._lock = FileLock(_lock_path(self.path))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise PalamedesError(_("this game is already open in another window")) from None
        except OSError as error:
            raise PalamedesError(f"{self.path.parent}: {error.strerror}") from None

    def save(self, match: Match, seats: Seats, control: TimeControl | None) -> None:
        """Write the match as it stands; raises OSError if that fails."""
        document = {
            "format": FORMAT,
            "version": VERSION,
            "seats": [seat.spec for seat in seats],
            "control": control and [control.total, control.increment, control.since],
            "counts": match.counts,
            "record": to_document(match),
        }
        write_atomically(self.path, json.dumps(document, ensure_ascii=False).encode())

    def close(self, keep: bool) -> None:
        """Release the file and, unless it is to be offered again, try to remove it."""
        if not keep:
            with suppress(OSError):
                self.path.unlink()
        self._lock.release()
        if not keep:
            with suppress(OSError):
                _lock_path(self.path).unlink()


@dataclass(frozen=True)
class Unfinished:
    """A match that was left unfinished."""

    path: Path
    match: Match
    specs: tuple[str, str]  # of the seats
    control: TimeControl | None
    when: datetime

    @property
    def goes_on(self) -> bool:
        """Whether the match can be continued: it has moves and no result."""
        return bool(self.match.turns) and self.match.result is None

    def discard(self) -> None:
        """Delete the file, unless a session has it."""
        with suppress(PalamedesError):
            Autosave(self.path).close(keep=False)


def unfinished(folder: Path | None = None) -> list[Unfinished]:
    """The matches left unfinished, the newest first. Files that cannot be read are skipped.

    Matches without a move or with a result are deleted.
    """
    folder = folder or _folder()
    found = [each for path in sorted(folder.glob("*.json")) for each in _read_abandoned(path)]
    for each in found:
        if not each.goes_on:
            each.discard()
    going_on = [each for each in found if each.goes_on]
    return sorted(going_on, key=lambda each: each.when, reverse=True)


def _read_abandoned(path: Path) -> Iterator[Unfinished]:
    try:
        with FileLock(_lock_path(path), timeout=0), path.open("rb") as file:
            document = json.loads(file.read(LARGEST + 1))
            when = datetime.fromtimestamp(path.stat().st_mtime)
        yield _read(path, document, when)
    except (Timeout, OSError):
        return  # open in another session, or not readable
    except (ArithmeticError, LookupError, PalamedesError, RecursionError, TypeError, ValueError):
        return  # damaged


def _read(path: Path, document: Any, when: datetime) -> Unfinished:
    if document["format"] != FORMAT or document["version"] != VERSION:
        raise PalamedesError("of another version")
    first, second = (str(spec)[:LONGEST_SPEC] for spec in document["seats"])
    control = document["control"]
    match = from_document(document["record"], find_game)
    match.counts = document.get("counts") is not False  # older files do not say it
    return Unfinished(
        path,
        match,
        (first, second),
        control and TimeControl(float(control[0]), float(control[1]), int(control[2])),
        when,
    )


def _folder() -> Path:
    return data_folder() / "unfinished"


def _new_path() -> Path:
    return _folder() / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}-{os.getpid()}.json"


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")
