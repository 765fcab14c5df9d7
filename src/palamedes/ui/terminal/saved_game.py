"""The files of a match being played: never is one overwritten that is not its own."""

import os
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import load_record, save_record, to_document
from palamedes.games import find_game


class SavedGame:
    """Saves and loads the match on the table, and knows whether it has changed since."""

    def __init__(self, match: Match, path: Path | None = None, is_kept: bool = True) -> None:
        """A match that is not kept anywhere would be lost as it is now."""
        self.path = path
        self._own = {path.absolute()} if path else set()
        self._kept: dict[str, Any] | None = to_document(match) if is_kept else None

    def has_all(self, match: Match) -> bool:
        """Whether nothing would be lost without this match."""
        return not match.turns or to_document(match) == self._kept

    def save(self, match: Match, name: str, overwrite: bool) -> Path:
        """Write a match to the file of this name, to its own file, or to a new one."""
        path = typed_path(name) if name else self.path or _invented(match.game.name)
        if os.path.lexists(path) and path.absolute() not in self._own and not overwrite:
            raise PalamedesError(_("{file} exists; save! {file} replaces it").format(file=path))
        save_record(match, path)
        self._keep(match, path)
        return path

    def begun(self, match: Match) -> None:
        """From now on this match is on the table, and no file is its own."""
        self._own.clear()
        self.path, self._kept = None, to_document(match)

    def loaded(self, match: Match, path: Path) -> None:
        """From now on this match is on the table, and this is its file."""
        self._own.clear()
        self._keep(match, path)

    def _keep(self, match: Match, path: Path) -> None:
        self.path = path
        self._own.add(path.absolute())
        self._kept = to_document(match)


def open_record(name: str) -> tuple[Match, Path]:
    """The match in the file of this name, checked completely."""
    path = typed_path(name)
    return load_record(path, find_game), path


def typed_path(name: str) -> Path:
    """The path a player means; `~` is the home folder."""
    if not name:
        raise PalamedesError(_("the name of a file is missing"))
    if not name.isprintable():
        raise PalamedesError(_("{name!r} cannot be the name of a file").format(name=name[:40]))
    try:
        return Path(name).expanduser()
    except RuntimeError:  # no such home
        return Path(name)


def _invented(game: str) -> Path:
    """A name that no file has yet."""
    names = (Path(f"{game}-{date.today().isoformat()}-{number}.json") for number in count(1))
    return next(path for path in names if not os.path.lexists(path))
