"""The compile cache: native code kept on disk between runs.

numba can keep compiled code, but looks only at the file of the calling function, so editing a
game's rules would leave the old rules inside a cached search. So the folder is named after a hash
of every source file of the rooms that are compiled. numba's index files are also not safe when
several processes fill them at once (two games can be saved under one name), so each is locked while
it is read or written. Without a writable folder everything works, uncached.
"""

import hashlib
import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from filelock import BaseFileLock, FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.registry import cpu_target
from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent.parent
ROOMS = ("core", "games", "search", "solver")  # where kernels are
FOLDERS_KEPT = 4  # the number of versions of the sources whose code is kept
LOCKS = "locks"  # the folder of lock files inside such a folder
MARK = "lock"  # a file that says that such a folder is ours


def is_covered(thing):
    """Whether the folder's hash covers the source of a function or class."""
    package, _dot, module = thing.__module__.partition(".")
    return package == PACKAGE.name and module.partition(".")[0] in ROOMS


@cache
def cache_folder():
    """The folder for compiled code of exactly these sources, None if it cannot be written."""
    root = Path(os.environ.get("PALAMEDES_CACHE") or user_cache_path("palamedes"))
    folder = root / f"kernels-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LOCKS).mkdir(exist_ok=True)
        (folder / MARK).touch()
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)  # used now: pruned last
    except OSError:
        return None
    with suppress(OSError):  # other processes may be pruning too
        _prune(root, keep=folder)
    return folder


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


class _Locator(_CacheLocator):
    """Tells numba where the code of one function is kept: one folder per module."""

    def __init__(self, function):
        self.function = function
        self._py_file = function.__code__.co_filename  # numba reads it for its warnings

    @classmethod
    def from_function(cls, function, _file):
        return cls(function)

    def get_cache_path(self):
        return str(cache_folder() / self.function.__module__)

    def get_source_stamp(self):
        return source_hash()

    def get_disambiguator(self):
        return str(self.function.__code__.co_firstlineno)


class _CacheFiles(CompileResultCacheImpl):
    _locator_classes = (_Locator,)


class KernelCache(FunctionCache):
    """numba's cache of one function; what cannot be read or written is compiled instead."""

    _impl_class = _CacheFiles

    def __init__(self, function):
        super().__init__(function)
        self._name = f"{function.__module__}.{function.__qualname__}"

    @property
    def _index_lock(self):
        return _lock(self._name)

    def holds(self, sig):
        """Whether the code for a signature is on disk."""
        if not _all_covered(sig):
            return False
        try:
            with self._index_lock:
                index = self._cache_file._load_index()
            return self._index_key(sig, cpu_target.target_context.codegen()) in index
        except Exception:  # a damaged file
            return False

    def load_overload(self, sig, target_context):
        if not _all_covered(sig):
            return None
        try:
            with self._index_lock:
                return super().load_overload(sig, target_context)
        except Exception:  # a damaged file can fail in any way while it is unpickled
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig, data):
        if _all_covered(sig):
            with suppress(OSError), self._index_lock:
                super().save_overload(sig, data)

    @contextmanager
    def locked(self, sig):
        """Hold the lock of one signature: no other process compiles it meanwhile.

        A kernel that calls another is compiled after it, so no two processes wait for each other.
        """
        lock = _lock(f"{self._name}{sig}")
        with suppress(OSError):  # no lock can be had: better compile twice than not at all
            lock.acquire()
        try:
            yield
        finally:
            lock.release()


def _lock(name: str) -> BaseFileLock:
    """The lock with a name among all processes that use this cache, which must not cross a fork."""
    digest = hashlib.sha256(name.encode()).hexdigest()[:20]
    return FileLock(cache_folder() / LOCKS / digest)


def _all_covered(signature):
    """Whether all rules compiled in for these argument types are the package's own."""
    types = getattr(signature, "args", signature)
    classes = (getattr(kind, "instance_class", None) for kind in types)
    return all(is_covered(cls) for cls in classes if cls is not None)
