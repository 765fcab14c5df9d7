"""The compile cache: native code kept on disk between runs.

numba can keep compiled code, but looks only at the file of the calling function, so editing a
game's rules would leave the old rules inside a cached search. So the folder is named after a hash
of every source file of the rooms that are compiled. numba's index files are also not safe when
several processes fill them at once (two games can be saved under one name), so each is locked while
it is read or written. Code in a folder that cannot be written is used, and none is added; without
a folder everything works, uncached.

Code that contains rules or evaluations of other packages lies in folders of its own inside, named
after a hash of their sources (core/sources.py): an edited plug-in never runs stale code, and one
that is installed or removed changes nothing for the games of Palamedes.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from palamedes.core.sources import digest_of, is_found

PACKAGE = Path(__file__).parent.parent
ROOMS = ("core", "games", "search", "solver", "learning", "bridges")  # where kernels are
FOLDERS_KEPT = 4  # the number of versions of the sources whose code is kept
PLUGINS = "plugins"  # the folder of the code that contains other packages', inside such a folder
LOCKS = "locks"  # the folder of lock files inside such a folder
LONGEST_NAME = 80  # of a folder
MARK = "lock"  # a file that says that such a folder is ours


def is_covered(thing):
    """Whether the folder's hash covers the source of a function or class."""
    package, _dot, module = thing.__module__.partition(".")
    return package == PACKAGE.name and module.partition(".")[0] in ROOMS


def folder_for(things: Iterable[Any]) -> Path | None:
    """The folder for code that is made of these functions and classes; None if it is not kept."""
    folder = cache_folder()
    foreign = [thing for thing in things if not is_covered(thing)]
    if folder is None or not foreign:
        return folder
    if not all(map(is_found, foreign)):
        return None
    packages = frozenset(thing.__module__.partition(".")[0] for thing in foreign)
    digest = digest_of(packages)
    return None if digest is None else _plugin_folder(packages, digest)


@cache
def _plugin_folder(packages, digest):
    """The folder for code of other packages whose sources have this hash."""
    place = cache_folder() / PLUGINS / "+".join(sorted(packages))[:LONGEST_NAME]
    folder = place / digest
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # used now: pruned last
        _remove_all_but_the_last_used(place.iterdir(), folder)
    return folder


@cache
def cache_folder():
    """The folder for compiled code of exactly these sources, None if there is none.

    In a sandbox it may be read-only (`is_read_only`).
    """
    root = Path(os.environ.get("PALAMEDES_CACHE") or user_cache_path("palamedes"))
    folder = root / f"kernels-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LOCKS).mkdir(exist_ok=True)
        (folder / MARK).touch()
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)  # used now: pruned last
    except OSError:
        return folder if (folder / MARK).is_file() else None
    with suppress(OSError):  # other processes may be pruning too
        _prune(root, keep=folder)
    return folder


@cache
def is_read_only():
    """Whether code can be loaded from the folder, but not saved there."""
    try:
        tempfile.TemporaryFile(dir=cache_folder()).close()
    except OSError:
        return True
    return False


@cache
def source_hash():
    """A hash over the names and contents of the sources that are compiled."""
    digest = hashlib.sha256()
    for path in sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _prune(root, keep):
    """Remove the code of other sources except the last used; only folders made here are removed."""
    ours = root.glob("kernels-" + "[0-9a-f]" * 16)
    _remove_all_but_the_last_used((path for path in ours if (path / MARK).is_file()), keep)


def _remove_all_but_the_last_used(folders, keep):
    others = [path for path in folders if path != keep]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in others[FOLDERS_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
