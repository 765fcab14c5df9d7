"""numba's cache of compiled functions, in the folder of core/cache.py and safe among processes."""

import hashlib
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress

from filelock import FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.registry import cpu_target

from palamedes.core.cache import LOCKS, cache_folder, is_covered, is_read_only, source_hash


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
        with ExitStack() as held:
            with suppress(OSError):  # no lock can be had: better compile twice than not at all
                held.enter_context(_lock(f"{self._name}{sig}"))
            yield


def _lock(name: str) -> AbstractContextManager[object]:
    """The lock with a name among all processes that use this cache, which must not cross a fork.

    A folder that nobody can write needs none.
    """
    if is_read_only():
        return nullcontext()
    digest = hashlib.sha256(name.encode()).hexdigest()[:20]
    return FileLock(cache_folder() / LOCKS / digest)


def _all_covered(signature):
    """Whether all rules compiled in for these argument types are the package's own."""
    types = getattr(signature, "args", signature)
    classes = (getattr(kind, "instance_class", None) for kind in types)
    return all(is_covered(cls) for cls in classes if cls is not None)
