"""The compile cache: native code kept on disk between runs.

numba can keep compiled code, but looks only at the file of the calling function, so editing a
game's rules would leave the old rules inside a cached search. So the folder is named after a hash
of every source file of the rooms that are compiled. numba's index files are also not safe when
several processes fill them at once (two games can be saved under one name), so a file lock is held
while numba compiles or loads. Without a writable folder everything works, uncached.
"""

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from filelock import FileLock
from numba import njit
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent.parent
ROOMS = ("core", "games", "search", "solver")  # where kernels are
FOLDERS_KEPT = 4  # the number of versions of the sources whose code is kept


def kernel(function, **options):
    """Compile `function` to native code on first use, free of the GIL, and keep it on disk."""
    dispatcher = njit(nogil=True, error_model="numpy", **options)(function)
    compiled = dispatcher is not function  # the same with NUMBA_DISABLE_JIT=1
    if compiled and _is_ours(function) and cache_folder() is not None:
        dispatcher._cache = _SourceKeyedCache(function)
    return dispatcher


def inlined(function):
    """A kernel that becomes part of every kernel that calls it, and that Python cannot call.

    For functions with large tuples as arguments, which would be copied at each call.
    """
    return kernel(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _is_ours(thing):
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
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)  # used now: pruned last
    except OSError:
        return None
    with suppress(OSError):  # other processes may be pruning too
        _prune(root, keep=folder)
    event.register("numba:compiler_lock", _LockWhileCompiling(folder / "lock"))
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
    ours = [path for path in root.glob("kernels-" + "[0-9a-f]" * 16) if (path / "lock").is_file()]
    others = [path for path in ours if path != keep]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in others[FOLDERS_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


class _LockWhileCompiling(event.Listener):
    """Holds a file lock while this process compiles, from just before numba takes its compiler
    lock until just after it gives it back. If the lock cannot be taken, it compiles without.
    """

    def __init__(self, path):
        self.path = path
        self._renew()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._renew)  # a lock belongs to one process

    def _renew(self):
        self.lock = FileLock(self.path)

    def on_start(self, event):
        with suppress(OSError):
            self.lock.acquire()

    def on_end(self, event):
        with suppress(OSError):
            self.lock.release()


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


class _SourceKeyedCache(FunctionCache):
    """numba's cache of one function; what cannot be read or written is compiled instead."""

    _impl_class = _CacheFiles

    def load_overload(self, sig, target_context):
        if not _all_ours(sig):
            return None
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a damaged file can fail in any way while it is unpickled
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig, data):
        if _all_ours(sig):
            with suppress(OSError):
                super().save_overload(sig, data)


def _all_ours(signature):
    """Whether all rules compiled in for these argument types are the package's own."""
    types = getattr(signature, "args", signature)
    classes = (getattr(kind, "instance_class", None) for kind in types)
    return all(_is_ours(cls) for cls in classes if cls is not None)
