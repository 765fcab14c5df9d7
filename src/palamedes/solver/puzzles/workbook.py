"""A workbook: puzzles in order, which of them are solved, and where the player has stopped."""

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
    """Those of the puzzles that are of a game, or of any variant of it; PalamedesError if none."""
    chosen = [
        puzzle
        for puzzle in puzzles
        if puzzle.game == game.id or (all_variants and puzzle.game.partition(":")[0] == game.name)
    ]
    if not chosen:
        raise PalamedesError(_("no puzzles for {game}").format(game=game.id))
    return chosen


class Workbook:
    """Puzzles being solved; every change is kept at once in the player's file."""

    def __init__(self, name: str, puzzles: Sequence[Puzzle], path: Path | None = None) -> None:
        """Go on with the workbook of this name, from the first puzzle if it has not been begun."""
        self.name = name
        self.puzzles = puzzles
        self.path = path or data_folder() / "puzzles.json"
        workbooks, self.complaint = _read(self.path)  # what is wrong with the file, if anything
        known = workbooks.get(name, {})
        names = list(map(_name, puzzles))
        self.solved = {names.index(each) for each in known.get("solved", ()) if each in names}
        self.place = names.index(known["at"]) if known.get("at") in names else 0

    @property
    def puzzle(self) -> Puzzle:
        """The one the player is at."""
        return self.puzzles[self.place]

    @property
    def unsolved(self) -> list[int]:
        """The places of the puzzles that are not solved, in the order from here on."""
        every = range(len(self.puzzles))
        return [place for place in (*every[self.place :], *every) if place not in self.solved]

    def solve(self) -> None:
        """Note that the puzzle is solved, and go on to the next that is not."""
        self.solved.add(self.place)
        self._go(next(iter(self.unsolved), self.place))

    def skip(self) -> None:
        """Go on to the next puzzle that is not solved."""
        others = [place for place in self.unsolved if place != self.place]
        if not others:
            raise PalamedesError(_("There are no other puzzles left to solve."))
        self._go(others[0])

    def back(self) -> None:
        """Go back to the puzzle before, solved or not."""
        if self.place == 0:
            raise PalamedesError(_("This is the first puzzle."))
        self._go(self.place - 1)

    def reset(self) -> None:
        """Begin again."""
        self.solved.clear()
        self._go(0)

    def _go(self, place: int) -> None:
        """Be at a puzzle, and keep that; if it cannot be kept, complain."""
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
    """What is known of all workbooks, and what is wrong with the file: then nothing is known."""
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
        pass  # said below
    return {}, _("{file} is damaged: your puzzle progress starts over.").format(file=path)


def _put_aside(path: Path) -> str:
    """Rename a file that will be written anew, a link's target too; a sentence that says so."""
    old = path.resolve()
    kept = old.with_name(f"{old.name}.bak")
    os.replace(old, kept)
    return _("{file} could not be read and was renamed to {kept}.").format(file=path, kept=kept)


def _name(puzzle: Puzzle) -> str:
    """By what a puzzle is known in the file."""
    return f"{puzzle.game} {puzzle.position}"


def _is_known(workbook: dict[str, Any]) -> bool:
    """Whether this is what the file should say of a workbook."""
    texts = [workbook["at"], *workbook["solved"]]
    return all(isinstance(text, str) for text in texts)
