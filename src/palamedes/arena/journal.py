"""A tournament on disk: a line with the plan, then a line for every game as soon as it is over.

However the program ends, finished games are safe. An incomplete last line is dropped.
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
from palamedes.arena.plan import Entrant, Fixture, GameTerms, Opening, Plan, Sprt
from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import _
from palamedes.players.external import Bounds

FORMAT = "palamedes-tournament"
VERSION = 1
SYNC = 1.0  # seconds between two calls of fsync, at least


class Journal:
    """An open journal: the plan and the games so far. `add` appends a game."""

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
        """Write what a player printed on stderr to a file of its own beside the journal."""
        path = stderr_file(self.path, finished, seat)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace")


def beside(journal: Path, name: str) -> Path:
    """The folder beside a journal with something that belongs to it."""
    return journal.absolute().with_name(f"{journal.name}.{name}")


def stderr_file(journal: Path, finished: FinishedGame, seat: int) -> Path:
    """The file for what a player, 0 or 1, printed on stderr in a game of a journal."""
    return beside(journal, "stderr") / f"{finished.fixture.number:05}-{seat + 1}.txt"


@contextmanager
def open_journal(path: Path, plan: Plan | None) -> Iterator[Journal]:
    """Open the journal of a plan, new or with the games played before.

    Without a plan, open a journal that exists. PalamedesError if the file is not the journal of
    this plan, or if another process plays it.
    """
    lock = FileLock(f"{path}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        lock.acquire(timeout=0)
    except Timeout:
        raise PalamedesError(_("{path}: in use by another tournament").format(path=path)) from None
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    try:
        has_begun = path.stat().st_size > 0
        stored, games, size = read_journal(path) if has_begun else (plan, [], 0)
        if stored is None or (plan is not None and stored != plan):
            raise PalamedesError(
                _("{path}: this journal belongs to a different tournament").format(path=path)
            )
        with path.open("ab") as file:
            file.truncate(size)
            if not has_begun:
                file.write(_line(plan_document(stored)))
                file.flush()
            yield Journal(path, stored, games, file)
    finally:
        lock.release()


def read_journal(path: Path) -> tuple[Plan, list[FinishedGame], int]:
    """The plan, the games, and the size in bytes without an incomplete last line."""
    try:
        *lines, _cut_short = path.read_bytes().split(b"\n")
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    if not lines:
        raise PalamedesError(_("{path}: not a tournament journal").format(path=path))
    try:
        plan = _plan(json.loads(lines[0]))
    except (ValueError, KeyError, TypeError):
        raise PalamedesError(_("{path}: not a tournament journal").format(path=path)) from None
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
    """The first line of a journal, as a JSON document."""
    return {"format": FORMAT, "version": VERSION, **asdict(plan)}


def _plan(document: dict[str, Any]) -> Plan:
    if document.pop("format") != FORMAT:
        raise ValueError
    if (version := document.pop("version")) != VERSION:
        raise PalamedesError(
            _("unsupported journal version {version}").format(version=repr(version)[:40])
        )
    terms = dict(document["terms"])
    terms["history"] = HistoryRules(**terms["history"])
    terms["bounds"] = Bounds(**terms["bounds"])
    document["terms"] = GameTerms(**terms)
    document["entrants"] = tuple(Entrant(**entrant) for entrant in document["entrants"])
    document["lines"] = tuple(
        Opening(str(start), tuple(map(str, moves))) for start, moves in document.get("lines", ())
    )
    document["sprt"] = document["sprt"] and Sprt(**document["sprt"])
    return Plan(**document)


def _finished_game(
    document: dict[str, Any], fixtures: dict[int, Fixture], plan: Plan
) -> FinishedGame:
    """The game of a line; its fixture is removed from `fixtures`, so that none can come twice."""
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
    # A lone surrogate becomes \udXXX, as in JSON.
    return text.encode(errors="backslashreplace") + b"\n"
