"""The compile cache: native code kept on disk between runs.

numba can keep compiled code, but looks only at the file of the calling function, so editing a
game's rules would leave the old rules inside a cached search. So the folder is named after a hash
of every source file of the rooms that are compiled. numba's index files are also not safe when
several processes fill them at once (two games can be saved under one name), so each is locked while
it is read or written. Code in a folder that cannot be written is used, and none is added; without
a folder everything works, uncached.
"""

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent.parent
ROOMS = ("core", "games", "search", "solver", "learning", "bridges")  # where kernels are
FOLDERS_KEPT = 4  # the number of versions of the sources whose code is kept
LOCKS = "locks"  # the folder of lock files inside such a folder
MARK = "lock"  # a file that says that such a folder is ours


def is_covered(thing):
    """Whether the folder's hash covers the source of a function or class."""
    package, _dot, module = thing.__module__.partition(".")
    return package == PACKAGE.name and module.partition(".")[0] in ROOMS


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
    ours = [path for path in root.glob("kernels-" + "[0-9a-f]" * 16) if (path / MARK).is_file()]
    others = [path for path in ours if path != keep]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in others[FOLDERS_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
