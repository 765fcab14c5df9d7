"""Experience in files and in memory: parts of self-play, joined to what a fit learns from."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.files import write_atomically
from palamedes.core.game import Game
from palamedes.learning.fit import targets_of
from palamedes.learning.gradient import TrainingPositions
from palamedes.learning.reading import load_arrays, read_run_file
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
    arrays: dict[str, Any] = dict(zip(NAMES, _arrays(experience), strict=True))
    np.savez(memory, **arrays)
    write_atomically(path, memory.getvalue())


def read_part(path: Path) -> Experience:
    """A part; PalamedesError if the file is damaged."""
    return read_run_file(path, _load_part)


def _load_part(path: Path) -> Experience:
    found = Experience(**load_arrays(path, NAMES))
    positions = {len(each) for each in (found.ends, found.foreseen, found.results, found.games)}
    if positions != {len(found)} or found.ends[-1:].sum() != len(found.patterns):
        raise ValueError("arrays of different lengths")
    return found


def read_ends(path: Path) -> NDArray[np.int64]:
    """Where the patterns of each position of a part end."""
    return read_run_file(path, lambda path: load_arrays(path, ["ends"])["ends"])


class _Slice(NamedTuple):
    """A part without its first positions."""

    part: Part
    skipped: int
    positions: int


def training_set_of(
    parts: Sequence[Part], game: Game, most: int
) -> tuple[TrainingPositions, NDArray[np.int32]]:
    """What the newest positions teach, at most `most` and as fit into MEMORY; their games.

    The parts are given oldest first. Only one of them at a time is in memory a second time.
    """
    slices, shown = _newest(parts, most)
    total = sum(each.positions for each in slices)
    examples = TrainingPositions(
        np.empty(shown, np.int32), np.zeros(total + 1, np.int64), np.empty(total, np.float32)
    )
    games = np.empty(total, np.int32)
    place = end = 0
    for part, skipped, positions in slices:
        experience = read_part(part.path)
        begin = int(experience.ends[skipped - 1]) if skipped else 0
        after, last = place + positions, end + len(experience.patterns) - begin
        examples.shown[end:last] = experience.patterns[begin:]
        examples.begins[place + 1 : after + 1] = experience.ends[skipped:] + (end - begin)
        examples.targets[place:after] = targets_of(experience, game, part.trust)[skipped:]
        games[place:after] = experience.games[skipped:]
        place, end = after, last
    return examples, games


def _newest(parts: Sequence[Part], most: int) -> tuple[list[_Slice], int]:
    """The newest positions that there is room for, oldest first, and the number of patterns."""
    slices, shown, room = list[_Slice](), 0, MEMORY
    for part in reversed(parts):
        ends = read_ends(part.path)
        wanted = min(most, len(ends))
        if not wanted:
            continue
        needed = (4 * int(ends[-1])) // len(ends) + PER_POSITION  # bytes for each position
        wanted = min(wanted, max(room // needed, 0 if slices else 1))
        skipped = len(ends) - wanted
        slices.append(_Slice(part, skipped, wanted))
        shown += int(ends[-1]) - (int(ends[skipped - 1]) if skipped else 0)
        most, room = most - wanted, room - wanted * needed
        if skipped:
            break
    return slices[::-1], shown
