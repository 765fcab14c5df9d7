"""Copies of the bots of a tournament, made before its first game, beside its journal.

All games are played by the same code, whatever is done to the originals meanwhile, and a bot in a
sandbox sees nothing but its own copy. A file that a command names is copied with its folder, unless
that holds the files of others, too. A list of the copies has their digests: `changed` names the
bots whose copies are no longer what they were.
"""

import hashlib
import json
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from palamedes.arena.plan import Entrant
from palamedes.core.errors import PalamedesError
from palamedes.core.files import write_atomically
from palamedes.core.language import _
from palamedes.players import is_program
from palamedes.players.bot import bot_path, is_bot
from palamedes.players.external.sandbox import own_files

LIST = "copies.json"
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".git", ".venv", "node_modules")
MOST_FILES, MOST_BYTES = 5_000, 500 << 20  # of a folder that is copied


class BotCopies:
    """The copies in a folder, with one subfolder for each bot."""

    def __init__(self, folder: Path, entrants: Sequence[Entrant]) -> None:
        self._folder = folder
        self._originals = entrants
        self._known: dict[str, list[str]] = {}  # spec and digest of a copy, by its place

    def make(self) -> tuple[Entrant, ...]:
        """Copy all bots; returns the players with specs that name the copies.

        Copies that are there stay: a tournament goes on with the code it began with.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / LIST
        self._known = json.loads(path.read_text()) if path.exists() else {}
        for place, entrant in enumerate(self._originals):
            if str(place) not in self._known and (files := own_files(_words(entrant.spec))):
                self._known[str(place)] = self._copy(place, entrant, files)
        write_atomically(path, json.dumps(self._known).encode())
        return tuple(self._copied(place, each) for place, each in enumerate(self._originals))

    def _copied(self, place: int, entrant: Entrant) -> Entrant:
        """The player with the spec of its copy, if it has one."""
        spec, _digest = self._known.get(str(place), (entrant.spec, ""))
        return replace(entrant, spec=spec)

    def changed(self) -> list[str]:
        """The names of the bots whose copies have changed since they were made."""
        return [
            entrant.name
            for place, entrant in enumerate(self._originals)
            if str(place) in self._known
            and digest(self._folder / str(place)) != self._known[str(place)][1]
        ]

    def _copy(self, place: int, entrant: Entrant, files: dict[int, Path]) -> list[str]:
        """Copy the files that a bot names; the spec and the digest of the copy."""
        words, folder = _words(entrant.spec), self._folder / str(place)
        shutil.rmtree(folder, ignore_errors=True)  # what an interrupted start has left
        for number, (index, path) in enumerate(files.items()):
            source = self._own_place(place, path)
            target = folder / str(number) / source.name
            _copy(source, target, entrant.name)
            words[index] = str(target / path.relative_to(source))
        prefix = entrant.spec.strip().partition(":")[0]
        command = words[0] if is_bot(entrant.spec) else shlex.join(words)
        return [f"{prefix}:{command}", digest(folder)]

    def _own_place(self, place: int, path: Path) -> Path:
        """What to copy for a file that a bot names: its folder, or itself if others are there."""
        if path.is_dir():
            return path
        others = (each for other, each in enumerate(self._originals) if other != place)
        theirs = (file for each in others for file in own_files(_words(each.spec)).values())
        is_shared = any(file.is_relative_to(path.parent) for file in theirs)
        return path if is_shared or _is_large(path.parent) else path.parent


def _words(spec: str) -> list[str]:
    """The words of a program's command, or the file of a Python bot."""
    if is_bot(spec):
        return [str(bot_path(spec).absolute())]
    return shlex.split(spec.strip().partition(":")[2]) if is_program(spec) else []


def _copy(source: Path, target: Path, name: str) -> None:
    """Copy a file or folder; links stay links, which lead nowhere in a sandbox."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True, ignore=_left_out)
        else:
            shutil.copy2(source, target)
    except (OSError, shutil.Error) as error:
        reason = getattr(error, "strerror", None) or _("cannot be copied")
        raise PalamedesError(f"{name}: {source}: {reason}") from None


def _left_out(folder: str, names: list[str]) -> set[str]:
    """Folders of tools, and what is neither a file nor a folder nor a link."""
    return {name for name in names if _is_odd(Path(folder) / name)} | LEFT_OUT(folder, names)


def _is_odd(path: Path) -> bool:
    return not (path.is_symlink() or path.is_file() or path.is_dir())


def _is_large(folder: Path) -> bool:
    """Whether a folder is more than one bot: a home folder, for example."""
    size = 0
    for number, path in enumerate(folder.rglob("*")):
        size += path.lstat().st_size
        if number >= MOST_FILES or size > MOST_BYTES:
            return True
    return False


def digest(folder: Path) -> str:
    """A digest over the names, links and contents of all files in a folder."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        total.update(path.relative_to(folder).as_posix().encode(errors="surrogateescape") + b"\0")
        for part in _contents(path):
            total.update(part)
    return total.hexdigest()


def _contents(path: Path) -> Iterator[bytes]:
    if path.is_symlink():
        yield str(path.readlink()).encode(errors="surrogateescape")
    elif path.is_file():
        with path.open("rb") as file:
            while part := file.read(1 << 20):
                yield part
