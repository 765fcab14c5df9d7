"""Puzzles, and the files that hold them."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from palamedes.core.display import Displayed
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.games import find_game

FORMAT = "palamedes-puzzles"
VERSION = 1
SHIPPED = Path(__file__).parent / "data"

Goal = Literal["win", "save"]
KINDS = {"game": str, "position": str, "goal": str, "plies": int, "grade": int, "line": list}


@dataclass(frozen=True)
class Puzzle(Displayed):
    """A position with a single right move: the only one that wins, or that does not lose.

    plies: the plies to the win, or until the last of the other moves has lost.
    grade: the difficulty, from 1; the more the higher a wrong move looks to a search.
    line: best play from here to the win; in a puzzle to save, only the right move.
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

    @cached_property
    def id(self) -> str:
        """An id that never changes, whichever set the puzzle is in."""
        return hashlib.sha256(f"{self.game} {self.position}".encode()).hexdigest()[:12]


def to_text(puzzles: Sequence[Puzzle]) -> str:
    """Puzzles as one JSON document, one line per puzzle."""
    rows = ",\n".join(f"  {json.dumps(asdict(puzzle))}" for puzzle in puzzles)
    return f'{{\n "format": "{FORMAT}",\n "version": {VERSION},\n "puzzles": [\n{rows}\n ]\n}}\n'


def has_puzzles(game: str) -> bool:
    """Whether puzzles of a game come with Palamedes."""
    return _shipped_path(game).exists()


def _shipped_path(game: str) -> Path:
    return SHIPPED / f"puzzles-{game}.json"


def shipped_puzzles(game: str) -> list[Puzzle]:
    """The puzzles of a game that come with Palamedes, with those of its variants."""
    if not has_puzzles(game):
        known = sorted(each.stem.removeprefix("puzzles-") for each in SHIPPED.glob("puzzles-*"))
        raise PalamedesError(
            _("no puzzles for {game}; choose from {known}").format(
                game=game, known=", ".join(known)
            )
        )
    return load_puzzles(_shipped_path(game))


def load_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles in a file; PalamedesError if it cannot be read or one of them is wrong.

    It does not check that the line is best play, or that its first move is the only right one.
    """
    puzzles = []
    for number, fields in enumerate(_rows(path), 1):
        try:
            puzzles.append(_puzzle(fields))
        except PalamedesError as error:
            raise PalamedesError(
                _("{file}, puzzle {number}: {error}").format(file=path, number=number, error=error)
            ) from None
    return puzzles


def _rows(path: Path) -> list[Any]:
    """The rows of a file of puzzles."""
    try:
        document = json.loads(path.read_bytes())
        rows = document["puzzles"]
        known = document["format"] == FORMAT and document["version"] == VERSION
        if known and isinstance(rows, list):
            return rows
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # raised below
    raise PalamedesError(_("{file}: not a puzzle file").format(file=path))


def _puzzle(fields: Any) -> Puzzle:
    """The puzzle in a row of a file, with moves in our spelling; PalamedesError if it is wrong."""
    _check_fields(fields)
    game = find_game(fields["game"])
    position = Position.parse(game, fields["position"])
    if position.result is not None:
        raise PalamedesError(_("the game is over"))
    line, end = _replay(position, fields["line"])
    puzzle = Puzzle(**{**fields, "game": game.id, "position": position.text, "line": line})
    if puzzle.goal == "win" and not _may_win(puzzle, end, position.turn):
        raise PalamedesError(_("the line does not win in {plies} plies").format(plies=puzzle.plies))
    return puzzle


def _check_fields(fields: Any) -> None:
    """PalamedesError if a row of a file cannot be a puzzle of any game."""
    if not isinstance(fields, dict):
        fields = {}
    for name in {**KINDS, **fields}:
        if type(fields.get(name)) is not KINDS.get(name):
            raise PalamedesError(
                _("{field!r} is missing, unknown or of the wrong type").format(field=name[:40])
            )
    if fields["goal"] not in get_args(Goal):
        raise PalamedesError(
            _("the goal must be win or save, not {goal!r}").format(goal=fields["goal"][:40])
        )
    for name in ("plies", "grade"):
        if fields[name] < 1:
            raise PalamedesError(_("{field!r} must be at least 1").format(field=name))
    if not fields["line"]:
        raise PalamedesError(_("the line is empty"))


def _replay(position: Position, moves: list[Any]) -> tuple[tuple[str, ...], Position]:
    """A line in our spelling, and where it leads; PalamedesError if a move is not legal."""
    line = []
    for move in moves:
        try:
            code = position.move_code(str(move))
        except PalamedesError as error:
            raise PalamedesError(_("in the line: {error}").format(error=error)) from None
        line.append(position.move_text(code))
        position = position.play(code)
    return tuple(line), position


def _may_win(puzzle: Puzzle, end: Position, player: int) -> bool:
    """Whether a line wins for the player exactly when promised, or stops before that."""
    if end.result is None:
        return len(puzzle.line) < puzzle.plies
    return end.result.winner == player and len(puzzle.line) == puzzle.plies
