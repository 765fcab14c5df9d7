"""Puzzles, and the files they are kept in."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

FORMAT = "palamedes-puzzles"
VERSION = 1
SHIPPED = Path(__file__).parent / "data"

Goal = Literal["win", "save"]
KINDS = {"game": str, "position": str, "goal": str, "plies": int, "grade": int, "line": list}


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move alone is right: it alone wins, or all others lose.

    plies: how far to look: to the win, or until the last of the other moves has lost.
    grade: from 1 on; compose.py says what it means.
    line: best play from here to the win; of a puzzle to save, the right move alone.
    """

    game: str  # its id
    position: str
    goal: Goal
    plies: int
    grade: int
    line: tuple[str, ...]

    @property
    def solution(self) -> str:
        """The right move."""
        return self.line[0]


def to_text(puzzles: Sequence[Puzzle]) -> str:
    """Puzzles as one JSON document, a line each."""
    rows = ",\n".join(f"  {json.dumps(asdict(puzzle))}" for puzzle in puzzles)
    return f'{{\n "format": "{FORMAT}",\n "version": {VERSION},\n "puzzles": [\n{rows}\n ]\n}}\n'


def shipped_puzzles(game: str) -> list[Puzzle]:
    """The puzzles of a game that come with Palamedes, those of all its variants."""
    path = SHIPPED / f"puzzles-{game}.json"
    if not path.exists():
        known = sorted(each.stem.removeprefix("puzzles-") for each in SHIPPED.glob("puzzles-*"))
        raise PalamedesError(
            _("there are no puzzles for {game}; there are some for {known}").format(
                game=game, known=", ".join(known)
            )
        )
    return load_puzzles(path)


def load_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles in a file; PalamedesError if it cannot be read or holds anything else."""
    try:
        document = json.loads(path.read_bytes())
        if document["format"] == FORMAT and document["version"] == VERSION:
            return [_puzzle(fields) for fields in document["puzzles"]]
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # said below
    raise PalamedesError(_("{file}: not a file of puzzles").format(file=path))


def _puzzle(fields: dict[str, Any]) -> Puzzle:
    if any(type(fields[name]) is not kind for name, kind in KINDS.items()) or not fields["line"]:
        raise ValueError
    return Puzzle(**{**fields, "line": tuple(map(str, fields["line"]))})
