"""Experience in files and in memory: parts of self-play, joined to what a fit learns from."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields, replace
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.files import write_atomically
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.learning.fit import targets_of
from palamedes.learning.gradient import Lessons
from palamedes.learning.selfplay import Experience

NAMES = tuple(each.name for each in fields(Experience))
MEMORY = 1_500_000_000  # bytes of experience that a fit uses at most: the newest
PER_POSITION = 40  # bytes, besides the patterns: where they begin, targets, the order of a fit


class Part(NamedTuple):
    """A file of experience, and how far its positions trust what the search foresaw."""

    path: Path
    trust: float


def join(pieces: Sequence[Experience]) -> Experience:
    """One experience of several."""
    sizes = np.cumsum([0, *(len(each.patterns) for each in pieces)])
    moved = [
        replace(each, ends=each.ends + size)
        for each, size in zip(pieces, sizes[:-1].tolist(), strict=True)
    ]
    return Experience(*map(np.concatenate, zip(*map(_arrays, moved), strict=True)))


def _arrays(experience: Experience) -> Iterable[NDArray[np.generic]]:
    return (getattr(experience, name) for name in NAMES)


def write_part(path: Path, experience: Experience) -> None:
    """Write a part atomically."""
    memory = BytesIO()
    np.savez(memory, **dict(zip(NAMES, astuple(experience), strict=True)))
    write_atomically(path, memory.getvalue())


def read_part(path: Path) -> Experience:
    """A part; PalamedesError if the file is damaged."""
    try:
        with np.load(path) as file:
            return Experience(*(file[name] for name in NAMES))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise damaged(path) from error


def count_positions(path: Path) -> tuple[int, int]:
    """How many positions and patterns a part has."""
    try:
        with np.load(path) as file:
            ends = file["ends"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise damaged(path) from error
    return len(ends), int(ends[-1]) if len(ends) else 0


def damaged(path: Path) -> PalamedesError:
    return PalamedesError(_("{file} is damaged; --restart begins the run again").format(file=path))


def lessons_of(parts: Sequence[Part], game: Game) -> tuple[Lessons, NDArray[np.int32]]:
    """What the newest parts teach, as many as fit into MEMORY, and the game of each position.

    The parts are given oldest first. Only one of them at a time is in memory a second time.
    """
    sizes, newest = list[tuple[int, int]](), list[Part]()
    room = MEMORY
    for part in reversed(parts):
        positions, patterns = count_positions(part.path)
        room -= 4 * patterns + PER_POSITION * positions
        if room < 0 and newest:
            break
        newest.append(part)
        sizes.append((positions, patterns))
    total, shown = (sum(column) for column in zip(*sizes, strict=True))
    lessons = Lessons(
        np.empty(shown, np.int32), np.zeros(total + 1, np.int64), np.empty(total, np.float32)
    )
    games = np.empty(total, np.int32)
    place = end = 0
    for part in reversed(newest):
        experience = read_part(part.path)
        after, last = place + len(experience), end + len(experience.patterns)
        lessons.shown[end:last] = experience.patterns
        lessons.begins[place + 1 : after + 1] = experience.ends + end
        lessons.targets[place:after] = targets_of(experience, game, part.trust)
        games[place:after] = experience.games
        place, end = after, last
    return lessons, games
