"""numba's cache of compiled functions, in the folders of core/cache.py and safe among processes.

A function that is compiled for games of other packages has several caches, each in the folder of
the sources that its code is made of.
"""

import hashlib
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from functools import partial

from filelock import FileLock
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _CacheLocator
from numba.core.registry import cpu_target

from palamedes.core.cache import LOCKS, cache_folder, folder_for, is_read_only, source_hash

BUILT_IN = ("builtins", "typing")


class _Locator(_CacheLocator):
    """Tells numba where the code of one function is kept: one folder per module."""

    def __init__(self, folder, function):
        self.folder = folder
        self.function = function
        self._py_file = function.__code__.co_filename  # numba reads it for its warnings

    def from_function(self, _function, _file):
        return self

    def get_cache_path(self):
        return str(self.folder / self.function.__module__)

    def get_source_stamp(self):
        return source_hash()

    def get_disambiguator(self):
        return str(self.function.__code__.co_firstlineno)


class _CacheFiles(CompileResultCacheImpl):
    def __init__(self, folder, function):
        self._locator_classes = (_Locator(folder, function),)  # all that numba asks of a class
        super().__init__(function)


class _FolderCache(FunctionCache):
    """The code of one function in one folder."""

    def __init__(self, folder, function):
        self._impl_class = partial(_CacheFiles, folder)
        super().__init__(function)
        self._lock_name = f"{self.cache_path} {function.__qualname__}"

    @property
    def lock(self):
        return _lock(self._lock_name)

    def holds(self, sig):
        with self.lock:
            index = self._cache_file._load_index()
        return self._index_key(sig, cpu_target.target_context.codegen()) in index


class KernelCache(NullCache):
    """The cache of one function; what cannot be read or written is compiled instead."""

    def __init__(self, function):
        self._function = function
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._caches = {}  # by folder

    @property
    def cache_path(self):
        folder = folder_for((self._function,))
        return None if folder is None else str(folder / self._function.__module__)

    def flush(self):
        for cache in self._caches.values():
            cache.flush()

    def holds(self, sig):
        """Whether the code for a signature is on disk."""
        try:
            cache = self._cache_for(sig)
            return cache is not None and cache.holds(sig)
        except Exception:  # a damaged file
            return False

    def load_overload(self, sig, target_context):
        cache = self._cache_for(sig)
        if cache is None:
            return None
        try:
            with cache.lock:
                return cache.load_overload(sig, target_context)
        except Exception:  # a damaged file can fail in any way while it is unpickled
            with suppress(OSError):
                cache.flush()
            return None

    def save_overload(self, sig, data):
        cache = self._cache_for(sig)
        if cache is not None:
            with suppress(OSError), cache.lock:
                cache.save_overload(sig, data)

    @contextmanager
    def locked(self, sig):
        """Hold the lock of one signature: no other process compiles it meanwhile.

        A kernel that calls another is compiled after it, so no two processes wait for each other.
        """
        with ExitStack() as held:
            with suppress(OSError):  # no lock can be had: better compile twice than not at all
                held.enter_context(_lock(f"{self._name}{sig}"))
            yield

    def _cache_for(self, sig):
        """The cache for a signature, None if its code is not kept."""
        folder = folder_for((self._function, *_classes_in(getattr(sig, "args", sig))))
        if folder is None:
            return None
        if folder not in self._caches:
            self._caches[folder] = _FolderCache(folder, self._function)
        return self._caches[folder]


def _lock(name: str) -> AbstractContextManager[object]:
    """The lock with a name among all processes that use this cache, which must not cross a fork.

    A folder that nobody can write needs none.
    """
    if is_read_only():
        return nullcontext()
    digest = hashlib.sha256(name.encode()).hexdigest()[:20]
    return FileLock(cache_folder() / LOCKS / digest)


def _classes_in(kinds):
    """The classes and functions whose code is compiled in for arguments of these types."""
    for kind in kinds:
        if isinstance(kind, types.Dispatcher):
            yield kind.dispatcher.py_func
        for cls in getattr(getattr(kind, "instance_class", None), "__mro__", ()):
            if cls.__module__ not in BUILT_IN:
                yield cls
        inner = getattr(kind, "types", None) or [getattr(kind, "dtype", None)]
        yield from _classes_in(each for each in inner if isinstance(each, types.Type))
