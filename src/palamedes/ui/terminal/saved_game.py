"""Saving and loading a match: only its own files are overwritten without asking."""

import os
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.game_files import holds_text, load_match, save_match
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import to_document
from palamedes.games import find_game


class SavedGame:
    """The file of the match being played, and whether the match has changed since it was saved."""

    def __init__(self, match: Match, path: Path | None = None, is_saved: bool = True) -> None:
        """`is_saved` is False for a match that no file of the player holds as it is now."""
        self._own: set[Path] = set()  # the files that may be overwritten
        self._saved: dict[str, Any] | None
        self.track(match, path)
        if not is_saved:
            self._saved = None

    def track(self, match: Match, path: Path | None = None) -> None:
        """From now on `match` is played; `path` is the file that holds it."""
        self._own.clear()
        self._set_saved(match, path)

    def is_current(self, match: Match) -> bool:
        """Whether the match could be closed without losing a move."""
        return not match.turns or to_document(match) == self._saved

    def save(self, match: Match, name: str, overwrite: bool) -> Path:
        """Write the match to the file `name` or, if that is empty, to its own or a new file.

        PalamedesError if that would overwrite a file of another match without `overwrite`.
        """
        path = typed_path(name) if name else self._path or _new_path(match.game.name)
        if os.path.lexists(path) and path.absolute() not in self._own and not overwrite:
            raise PalamedesError(
                _("{file} already exists. Type save! {file} to overwrite it.").format(file=path)
            )
        save_match(match, path)
        self._set_saved(match, path)
        return path

    def _set_saved(self, match: Match, path: Path | None) -> None:
        self._path = path
        if path is not None:
            self._own.add(path.absolute())
        self._saved = to_document(match)


def open_game(name: str) -> tuple[Match, Path | None]:
    """The match in a file, fully checked, and the file to save it to.

    None for a game as text: to save the match there would cost its comments and headers.
    """
    path = typed_path(name)
    return load_match(path, find_game), None if holds_text(path) else path


def typed_path(name: str) -> Path:
    """The path that a player has typed; `~` is the home folder."""
    if not name:
        raise PalamedesError(_("No file name given."))
    if not name.isprintable():
        raise PalamedesError(_("{name!r} is not a valid file name.").format(name=name[:40]))
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the home folder is unknown
        return Path(name)


def _new_path(game: str) -> Path:
    """A file that does not exist yet."""
    names = (Path(f"{game}-{date.today().isoformat()}-{number}.json") for number in count(1))
    return next(path for path in names if not os.path.lexists(path))
