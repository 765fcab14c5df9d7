"""The games of a tournament on disk: the plan, then a line for every game as soon as it is over.

Whatever ends the program, the games that are over are there. A line cut short by it is dropped.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Entrant, Fixture, GameTerms, Plan, Sprt
from palamedes.core.errors import PalamedesError
from palamedes.core.history import HistoryRules
from palamedes.core.language import _
from palamedes.players.external import Bounds

FORMAT = "palamedes-tournament"
VERSION = 1
SYNC = 1.0  # seconds after which at the latest what is written is on the disk


class Journal:
    """The games played so far. `add` keeps one more."""

    def __init__(self, path: Path, plan: Plan, games: list[FinishedGame], file: BinaryIO) -> None:
        self.path = path
        self.plan = plan
        self.games = games
        self._file = file
        self._synced = monotonic()

    def add(self, finished: FinishedGame) -> None:
        self.games.append(finished)
        self._file.write(_line({"fixture": finished.fixture, "record": finished.record}))
        self._file.flush()
        if monotonic() - self._synced > SYNC:
            os.fsync(self._file.fileno())
            self._synced = monotonic()

    def save_stderr(self, finished: FinishedGame, seat: int, text: str) -> None:
        """What a program printed on stderr, in a file of its own beside the journal."""
        folder = self.path.with_name(f"{self.path.name}.stderr")
        folder.mkdir(exist_ok=True)
        path = folder / f"{finished.fixture.number:05}-{seat + 1}.txt"
        path.write_text(text, encoding="utf-8", errors="backslashreplace")


@contextmanager
def open_journal(path: Path, plan: Plan | None) -> Iterator[Journal]:
    """The journal of a plan, new or with the games played before; of any plan if None is given."""
    lock = FileLock(f"{path}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        lock.acquire(timeout=0)
    except Timeout:
        raise PalamedesError(
            _("{path}: another tournament is being played there").format(path=path)
        ) from None
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    try:
        begun = path.stat().st_size > 0
        found, games, size = read_journal(path) if begun else (plan, [], 0)
        if found is None or (plan is not None and found != plan):
            raise PalamedesError(_("{path}: not the journal of this tournament").format(path=path))
        with path.open("ab") as file:
            file.truncate(size)
            if not begun:
                file.write(_line(plan_document(found)))
                file.flush()
            yield Journal(path, found, games, file)
    finally:
        lock.release()


def read_journal(path: Path) -> tuple[Plan, list[FinishedGame], int]:
    """The plan, the games and the size of what is whole."""
    try:
        *lines, _cut_short = path.read_bytes().split(b"\n")
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    if not lines:
        raise PalamedesError(_("{path}: not the journal of a tournament").format(path=path))
    try:
        plan = _plan(json.loads(lines[0]))
    except (ValueError, KeyError, TypeError):
        raise PalamedesError(
            _("{path}: not the journal of a tournament").format(path=path)
        ) from None
    fixtures = {fixture.number: fixture for fixture in plan.fixtures()}
    games = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            games.append(_finished_game(json.loads(line), fixtures, plan))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise PalamedesError(
                _("{path}: line {number} is damaged").format(path=path, number=number)
            ) from None
    return plan, games, sum(len(line) + 1 for line in lines)


def plan_document(plan: Plan) -> dict[str, Any]:
    """The plan as JSON can hold it."""
    return {"format": FORMAT, "version": VERSION, **asdict(plan)}


def _plan(document: dict[str, Any]) -> Plan:
    if document.pop("format") != FORMAT:
        raise ValueError
    if (version := document.pop("version")) != VERSION:
        raise PalamedesError(
            _("a journal of version {version} is not known here").format(version=repr(version)[:40])
        )
    terms = dict(document["terms"])
    terms["history"] = HistoryRules(**terms["history"])
    terms["bounds"] = Bounds(**terms["bounds"])
    document["terms"] = GameTerms(**terms)
    document["entrants"] = tuple(Entrant(**entrant) for entrant in document["entrants"])
    document["sprt"] = document["sprt"] and Sprt(**document["sprt"])
    return Plan(**document)


def _finished_game(
    document: dict[str, Any], fixtures: dict[int, Fixture], plan: Plan
) -> FinishedGame:
    """A game that is in the plan and not among `fixtures` twice: it is taken from there."""
    finished = FinishedGame(Fixture(*document["fixture"]), document["record"])
    if fixtures.pop(finished.fixture.number) != finished.fixture:
        raise ValueError
    seats = finished.fixture.first, finished.fixture.second
    names = [plan.entrants[place].name for place in seats]
    if finished.record["players"] != names or finished.record["result"]["winner"] not in (
        None,
        1,
        2,
    ):
        raise ValueError
    return finished


def _line(document: dict[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace") + b"\n"  # JSON writes half a letter just so
