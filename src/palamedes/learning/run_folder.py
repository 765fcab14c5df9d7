"""A run on disk: what it is, how far it is, its experience and its files.

Everything is written whole or not at all, so that a run can go on however it was ended:

    run.json                  the settings, and what came of each generation so far
    experience-2-000040.npz   positions of generation 2, from piece 40 of its self-play on
    fit.npz                   a fit under way
    candidate.learned         a generation that has not played its match yet
    GAME-2.learned            a generation that has proven stronger than the one before
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from palamedes.core.errors import PalamedesError
from palamedes.core.files import write_atomically
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.learning.experience import BROKEN, damaged, write_part
from palamedes.learning.fit import TrainingState
from palamedes.learning.selfplay import Experience
from palamedes.search.learned.files import file_name

KIND = "learning run"
FORMAT = 1
CANDIDATE = "candidate.learned"


@dataclass
class Generation:
    """What came of one generation."""

    number: int
    rival: int  # the generation that was best before it
    depth: int
    phase: str = "play"  # or "fit", "match", "done"
    positions: int = 0  # of its self-play
    pieces: int = 0  # of self-play that are on disk
    fitted: int = 0  # positions that it was fitted to, with those of generations before
    epochs: int = 0
    errors: list[float] = field(default_factory=list)  # on games held out, by epoch
    pairs: list[int] = field(default_factory=lambda: [0] * 5)  # of the match: arena/elo.py
    accepted: bool = False
    truth: float | None = None  # the share of moves that keep the value: examiner.py
    seconds: dict[str, float] = field(default_factory=dict)  # by phase


@dataclass
class Run:
    """The settings of a run, and its generations so far."""

    game: str
    seed: int
    generations: int  # that are planned
    minutes: float | None = None
    positions: int | None = None
    version: str = ""
    workers: int = 1
    seconds: float = 0.0  # spent so far
    rounds: list[Generation] = field(default_factory=list)
    truths: dict[str, float] = field(default_factory=dict)  # of `tuned` and of generation 0
    asked: int = 0  # positions of the examination

    @property
    def best(self) -> int:
        """The strongest generation so far."""
        return max((each.number for each in self.rounds if each.accepted), default=0)

    @property
    def is_done(self) -> bool:
        return len(self.rounds) == self.generations and self.rounds[-1].phase == "done"


class RunFolder:
    """The folder of a run that nobody else uses."""

    def __init__(self, path: Path, game: Game) -> None:
        self.path = path
        self.game = game

    @property
    def _journal(self) -> Path:
        return self.path / "run.json"

    def read(self) -> Run | None:
        """The run in this folder, None if there is none; PalamedesError if it is no good."""
        try:
            document = json.loads(self._journal.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise PalamedesError(f"{self._journal}: {error.strerror}") from None
        except ValueError:
            raise damaged(self._journal) from None
        return _run(document, self._journal, self.game)

    def write(self, run: Run) -> None:
        document = {"palamedes": KIND, "format": FORMAT, **asdict(run)}
        write_atomically(self._journal, json.dumps(document, indent=1).encode())

    def clear(self) -> None:
        """Remove the run, its journal last."""
        patterns = ("experience-*.npz", "fit.npz", "*.learned", ".palamedes-*", "run.json")
        for pattern in patterns:
            for path in self.path.glob(pattern):
                path.unlink()

    def learned(self, number: int) -> Path:
        """The file of a generation."""
        return self.path / file_name(self.game, number)

    @property
    def candidate(self) -> Path:
        return self.path / CANDIDATE

    def parts(self, number: int) -> list[Path]:
        """The experience of a generation, in the order in which it was made."""
        return sorted(self.path.glob(f"experience-{number}-*.npz"))

    def add_part(self, number: int, piece: int, experience: Experience) -> None:
        write_part(self.path / f"experience-{number}-{piece:06}.npz", experience)

    def forget(self, before: int) -> None:
        """Remove the experience of generations before this one, and of a match that is over."""
        for path in self.path.glob("experience-*.npz"):
            if int(path.name.split("-")[1]) < before:
                path.unlink()
        self.candidate.unlink(missing_ok=True)

    def save_fit(self, state: TrainingState) -> None:
        memory = BytesIO()
        arrays: dict[str, Any] = dict(state)
        np.savez(memory, **arrays)
        write_atomically(self.path / "fit.npz", memory.getvalue())

    def saved_fit(self) -> TrainingState | None:
        """The state of a fit that was interrupted."""
        path = self.path / "fit.npz"
        if not path.exists():
            return None
        try:
            with np.load(path) as file:
                return dict(file)
        except BROKEN as error:
            raise damaged(path) from error

    def drop_fit(self) -> None:
        (self.path / "fit.npz").unlink(missing_ok=True)


def _run(document: Mapping[str, Any], path: Path, game: Game) -> Run:
    """The run that a journal describes."""
    if not isinstance(document, dict) or document.get("palamedes") != KIND:
        raise PalamedesError(_("{file} is not the journal of a run").format(file=path))
    if document.get("format") != FORMAT:
        raise PalamedesError(_("{file} was made by another version of Palamedes").format(file=path))
    if document.get("game") != game.id:
        raise PalamedesError(
            _("{file} is a run of {game}, not of {other}").format(
                file=path, game=str(document.get("game"))[:40], other=game.id
            )
        )
    known = {name: value for name, value in document.items() if name not in ("palamedes", "format")}
    try:
        rounds = [Generation(**each) for each in known.pop("rounds")]
        return Run(**known, rounds=rounds)
    except (TypeError, KeyError):
        raise damaged(path) from None


@contextmanager
def open_folder(path: Path, game: Game) -> Iterator[RunFolder]:
    """The folder of a run, made if it is missing; PalamedesError if another process uses it."""
    lock = FileLock(path / "lock")
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise PalamedesError(
            _("{path}: another process is learning here").format(path=path)
        ) from None
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    try:
        yield RunFolder(path, game)
    finally:
        lock.release()
