"""Files of learned evaluations: what was learnt, how it was made, and how it was measured.

A file is one line of JSON, and then the numbers of the network, compressed:

    {"palamedes": "learned evaluation", "format": 1, "game": "ultimate", "generation": 3, ...}

Numbers are kept in 16 bits, each array with the step between two of them. The line has the digest
of what follows, so that a damaged file is noticed.

It also has the story of the network, each part of which may be left out:

made
    positions   it learnt from
    seconds     that took, playing and learning
    depth       of the search that played
    seed        of all random choices
    epochs      how often it went through the positions
    fitted      the positions of the last fit: the newest ones
    minutes     that the run was given, and `workers`, its threads
    version     of Palamedes
measured
    errors      the cross entropy on games it did not learn from, before the first epoch and after
                each
    elo         by opponent ("generation 0", "generation 3", "tuned"), {"elo", "error", "games"}:
                the difference, its error, and the games it is known by: those of a match, or those
                of all generations before
    truth       the share of positions in which its best move, one ply ahead, keeps the true value;
                null if the game has no tables
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from palamedes.core.files import name_of_files, write_atomically
from palamedes.core.game import Game
from palamedes.core.language import N_
from palamedes.search.headed_file import FileKind, Head
from palamedes.search.learned.evaluation import Learned
from palamedes.search.learned.network import Network, shapes

KIND = FileKind(
    "learned evaluation",
    format=1,
    of_another_kind=N_("{file} is not a learned evaluation"),
    of_another_game=N_("{file} was learnt for {game}, not for {other}"),
)
SUFFIX = ".learned"
FINEST = (1 << 15) - 1  # the largest of the 16-bit numbers


@dataclass(frozen=True)
class LearnedFile:
    """A network with its story."""

    game: str
    generation: int
    network: Network
    made: Mapping[str, Any] = field(default_factory=dict)  # positions, seconds, seed, version, ...
    measured: Mapping[str, Any] = field(default_factory=dict)  # errors, matches, truth

    def evaluation(self, game: Game) -> Learned:
        return self.network.evaluation(game)

    def to_bytes(self) -> bytes:
        steps, parts = [], []
        for array in self.network.arrays():
            step = float(np.abs(array).max(initial=1e-9)) / FINEST
            steps.append(step)
            parts.append(np.rint(array / step).astype("<i2").tobytes())
        numbers = zlib.compress(b"".join(parts), 9)
        head = {
            "game": self.game,
            "generation": self.generation,
            "shapes": [array.shape for array in self.network.arrays()],
            "steps": steps,
            "made": dict(self.made),
            "measured": dict(self.measured),
        }
        return KIND.packed(head, numbers)

    def write(self, path: Path) -> None:
        write_atomically(path, self.to_bytes())


def file_name(game: Game, generation: int) -> str:
    """The name under which a generation is kept: `teeko-advanced-2.learned`."""
    return f"{name_of_files(game.id)}-{generation}{SUFFIX}"


def read_learned(path: Path, game: Game) -> LearnedFile:
    """The learned evaluation in a file; PalamedesError if it is no good for this game."""
    return KIND.read(path, game, partial(_unpacked, game))


def parse_learned(data: bytes, game: Game, name: str) -> LearnedFile:
    """The same from the contents of a file; `name` is for errors."""
    return KIND.parse(data, name, game, partial(_unpacked, game))


def _unpacked(game: Game, head: Head, numbers: bytes) -> LearnedFile:
    """What the line and the numbers say; ValueError if they do not belong together."""
    wanted = shapes(game)
    if [tuple(shape) for shape in head["shapes"]] != wanted:
        raise ValueError("patterns of another version")
    ends = np.cumsum([int(np.prod(shape)) for shape in wanted])
    size = 2 * int(ends[-1])
    whole = np.frombuffer(zlib.decompressobj().decompress(numbers, size + 2), "<i2")
    if len(whole) != ends[-1] or not np.isfinite(np.array(head["steps"], np.float32)).all():
        raise ValueError("numbers")
    parts = np.split(whole, ends[:-1])
    arrays = [
        (part.astype(np.float32) * np.float32(step)).reshape(shape)
        for part, step, shape in zip(parts, head["steps"], wanted, strict=True)
    ]
    return LearnedFile(
        str(head["game"]),
        int(head["generation"]),
        Network(**dict(zip((each.name for each in fields(Network)), arrays, strict=True))),
        dict(head["made"]),
        dict(head["measured"]),
    )
