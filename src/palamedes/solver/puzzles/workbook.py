"""A workbook: puzzles in order, which of them are solved, and where the player is."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.solver.puzzles.puzzle import Puzzle

FORMAT = "palamedes-progress"
VERSION = 1


def puzzles_of(game: Game, puzzles: Sequence[Puzzle], all_variants: bool) -> list[Puzzle]:
    """The puzzles of a game, or of all its variants; PalamedesError if there are none."""
    chosen = [
        puzzle
        for puzzle in puzzles
        if puzzle.game == game.id or (all_variants and puzzle.game.partition(":")[0] == game.name)
    ]
    if not chosen:
        raise PalamedesError(_("no puzzles for {game}").format(game=game.id))
    return chosen


class Workbook:
    """Puzzles being solved; every change is saved at once in the player's file."""

    def __init__(self, name: str, puzzles: Sequence[Puzzle], path: Path | None = None) -> None:
        """Resume the workbook of this name, or start it at its first puzzle."""
        self.name = name
        self.puzzles = puzzles
        self.path = path or data_folder() / "puzzles.json"
        workbooks, self.complaint = _read(self.path)  # what is wrong with the file, or ""
        known = workbooks.get(name, {})
        names = list(map(_name, puzzles))
        self.solved = {names.index(each) for each in known.get("solved", ()) if each in names}
        self.place = names.index(known["at"]) if known.get("at") in names else 0

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        return self.puzzles[self.place]

    @property
    def unsolved(self) -> list[int]:
        """The places of the puzzles that are not solved, starting from the current one."""
        every = range(len(self.puzzles))
        return [place for place in (*every[self.place :], *every) if place not in self.solved]

    def solve(self) -> None:
        """Mark the puzzle as solved, and go to the next unsolved one."""
        self.solved.add(self.place)
        self._go(next(iter(self.unsolved), self.place))

    def skip(self) -> None:
        """Go to the next unsolved puzzle."""
        others = [place for place in self.unsolved if place != self.place]
        if not others:
            raise PalamedesError(_("There are no other puzzles left to solve."))
        self._go(others[0])

    def back(self) -> None:
        """Go back to the previous puzzle, solved or not."""
        if self.place == 0:
            raise PalamedesError(_("This is the first puzzle."))
        self._go(self.place - 1)

    def reset(self) -> None:
        """Start again from the first puzzle, with none solved."""
        self.solved.clear()
        self._go(0)

    def _go(self, place: int) -> None:
        """Go to a puzzle and save that; `complaint` says if it could not be saved."""
        self.place = place
        workbooks, unreadable = _read(self.path)
        workbooks[self.name] = {
            "solved": [_name(self.puzzles[solved]) for solved in sorted(self.solved)],
            "at": _name(self.puzzle),
        }
        document = {"format": FORMAT, "version": VERSION, "campaigns": workbooks}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if unreadable and self.path.is_file():
                self.complaint = _put_aside(self.path)
            write_atomically(self.path, f"{json.dumps(document, indent=1)}\n".encode())
        except OSError as error:
            self.complaint = f"{self.path}: {error.strerror}"


def _read(path: Path) -> tuple[dict[str, Any], str]:
    """All workbooks in the file, and what is wrong with it: then there are none."""
    try:
        document = json.loads(path.read_bytes())
        version = document["version"]
        if isinstance(version, int) and version > VERSION:
            return {}, _(
                "{file} comes from a newer version of Palamedes: your puzzle progress starts over."
            ).format(file=path)
        workbooks = document["campaigns"]
        if version == VERSION and all(map(_is_known, workbooks.values())):
            return dict(workbooks), ""
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        return {}, f"{path}: {error.strerror}"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass  # reported below
    return {}, _("{file} is damaged: your puzzle progress starts over.").format(file=path)


def _put_aside(path: Path) -> str:
    """Rename a file (through links) before it is written anew; returns a sentence about it."""
    old = path.resolve()
    kept = old.with_name(f"{old.name}.bak")
    os.replace(old, kept)
    return _("{file} could not be read and was renamed to {kept}.").format(file=path, kept=kept)


def _name(puzzle: Puzzle) -> str:
    """The name of a puzzle in the file."""
    return f"{puzzle.game} {puzzle.position}"


def _is_known(workbook: dict[str, Any]) -> bool:
    """Whether a workbook in the file has the right form."""
    texts = [workbook["at"], *workbook["solved"]]
    return all(isinstance(text, str) for text in texts)
