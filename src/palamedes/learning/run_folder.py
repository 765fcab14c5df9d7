"""A run on disk: what it is, how far it is, its experience and its files.

Everything is written whole or not at all, so that a run can go on however it was ended:

    run.json                  the settings, and what came of each generation so far
    experience-2-000040.npz   positions of generation 2, from piece 40 of its self-play on
    fit.npz                   a fit under way
    candidate.learned         a generation that has not played its match yet
    GAME-2.learned            a generation that has proven stronger than the one before
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from pydantic import TypeAdapter

from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, name_of_files, write_atomically
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.learning.experience import read_ends, write_part
from palamedes.learning.fit import TrainingState, check_state
from palamedes.learning.reading import load_arrays, read_run_file, unusable
from palamedes.learning.selfplay import Experience
from palamedes.search.learned.files import LearnedFile, file_name, read_learned
from palamedes.search.learned.network import Network

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


RUN = TypeAdapter(Run)  # checks the types of what a journal says


def usual_folder(game: Game) -> Path:
    """The folder of the runs of a game that were given none."""
    return data_folder() / "learning" / name_of_files(game.id)


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
        if not self._journal.exists() and not any(self._work()):
            return None
        document = read_run_file(self._journal, _journal_document)
        _check_origin(document, self._journal, self.game)
        return read_run_file(self._journal, lambda _path: RUN.validate_python(document))

    def _work(self) -> Iterator[Path]:
        """The files of a run under way. Without a journal, another run would be mixed with them."""
        for pattern in ("experience-*.npz", "fit.npz", CANDIDATE):
            yield from self.path.glob(pattern)

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

    def read_generation(self, number: int) -> LearnedFile:
        return self._read_learned(self.learned(number))

    def read_candidate(self) -> LearnedFile:
        return self._read_learned(self.candidate)

    def _read_learned(self, path: Path) -> LearnedFile:
        return read_run_file(path, lambda path: read_learned(path, self.game))

    @property
    def candidate(self) -> Path:
        return self.path / CANDIDATE

    def parts(self, number: int) -> list[Path]:
        """The experience of a generation, in the order in which it was made."""
        return sorted(self.path.glob(f"experience-{number}-*.npz"))

    def check_parts(self, generation: Generation) -> None:
        """Raise PalamedesError if experience of a generation is missing or damaged."""
        found = sum(len(read_ends(path)) for path in self.parts(generation.number))
        if found < generation.positions:
            pattern = self.path / f"experience-{generation.number}-*.npz"
            raise unusable(_("{file}: positions are missing").format(file=pattern))

    def add_part(self, number: int, piece: int, experience: Experience) -> None:
        write_part(self.path / f"experience-{number}-{piece:06}.npz", experience)

    def forget(self, before: int) -> None:
        """Remove the experience of generations before this one, and of a match that is over."""
        for number in range(1, before):
            for path in self.parts(number):
                path.unlink()
        self.candidate.unlink(missing_ok=True)

    def save_fit(self, state: TrainingState) -> None:
        memory = BytesIO()
        arrays: dict[str, Any] = dict(state)
        np.savez(memory, **arrays)
        write_atomically(self.path / "fit.npz", memory.getvalue())

    def saved_fit(self, network: Network) -> TrainingState | None:
        """The state of a fit of this network that was interrupted."""

        def load(path: Path) -> TrainingState:
            state = load_arrays(path)
            check_state(state, network)
            return state

        path = self.path / "fit.npz"
        return read_run_file(path, load) if path.exists() else None

    def drop_fit(self) -> None:
        (self.path / "fit.npz").unlink(missing_ok=True)


def _journal_document(path: Path) -> dict[str, Any]:
    document = json.loads(path.read_bytes())
    if not isinstance(document, dict) or document.get("palamedes") != KIND:
        raise PalamedesError(_("{file} is not the journal of a run").format(file=path))
    return document


def _check_origin(document: dict[str, Any], path: Path, game: Game) -> None:
    """Raise PalamedesError if a journal is fine, but not for us."""
    if document.get("format") != FORMAT:
        raise PalamedesError(_("{file} was made by another version of Palamedes").format(file=path))
    if document.get("game") != game.id:
        raise PalamedesError(
            _("{file} is a run of {game}, not of {other}").format(
                file=path, game=str(document.get("game"))[:40], other=game.id
            )
        )


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
