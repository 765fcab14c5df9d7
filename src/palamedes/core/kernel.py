"""Kernels: Python functions that are also compiled to native code by numba.

`kernel` compiles a function at its first call: searches, playouts, the solver. `rule` is for the
rules of a game, evaluations and their parts. Compiled callers get native code as well, but Python
callers never wait for the compiler: the same source runs interpreted until native code is there.
So a board can be shown and a move can be made at once, also on a machine where nothing is compiled
yet.
"""

from threading import local
from typing import Any

import numpy as np
from numba import njit, typeof
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from palamedes.core.cache import KernelCache, cache_folder, is_covered

# A rule that Python has called this often is worth compiling: 0.1 to 0.5 s, once. Interpreted it
# takes up to 0.1 ms, about ten times as long as native code called from Python.
PATIENCE = 2000
LOOK_EVERY = 64  # calls between two looks at the disk: another process may have compiled it


def kernel(function, **options) -> Any:
    """Compile `function` to native code on first use, free of the GIL, and keep it on disk."""
    return _native(function, _Kernel, options)


def rule(function, **options) -> Any:
    """The same for a part of the rules or of an evaluation: Python callers need not wait for it."""
    return _native(function, _Rule, options)


def inlined(function) -> Any:
    """A kernel that becomes part of every kernel that calls it, and that Python cannot call.

    For functions with large tuples as arguments, which would be copied at each call.
    """
    return kernel(function, forceinline=True, no_cpython_wrapper=True)


def _native(function, kind, options):
    dispatcher = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    if dispatcher is function:  # with NUMBA_DISABLE_JIT=1
        return function
    dispatcher.__class__ = kind
    if is_covered(function) and cache_folder() is not None:
        dispatcher._cache = KernelCache(function)
    return dispatcher


class _Kernel(CPUDispatcher):
    """numba's dispatcher. Of several processes only one compiles the same code; others wait."""

    def compile(self, sig):
        if not isinstance(self._cache, KernelCache) or tuple(_types(sig)) in self.overloads:
            return super().compile(sig)
        # numba's own lock comes first: a thread that holds it may wait for the other, but not
        # the other way round.
        with global_compiler_lock, self._cache.locked(sig):
            return super().compile(sig)


_interpreting = local()  # `_interpreting.rule` is True in a thread that runs a rule interpreted


class _Rule(_Kernel):
    """A kernel that Python calls interpreted until native code is there.

    What an interpreted rule calls is interpreted as well: a word of 64 bits has a sign in native
    code but none in Python, so neither can read the words of the other.
    """

    _calls = 0  # from Python
    _is_native = False  # for Python callers

    def __call__(self, *args):
        if getattr(_interpreting, "rule", False):
            return _plain(self.py_func(*args))
        if not self._is_native:
            self._is_native = self._is_due(args)
            self._calls += 1
            if not self._is_native:
                return self._interpreted(args)
        return super().__call__(*args)

    def _interpreted(self, args):
        _interpreting.rule = True
        try:
            return _plain(self.py_func(*args))
        finally:
            _interpreting.rule = False

    def _is_due(self, args):
        """Whether it is time for native code: it is on disk already, or has become worth it."""
        if self._calls >= PATIENCE:
            return True
        cache = self._cache
        if self._calls % LOOK_EVERY or not isinstance(cache, KernelCache):
            return False
        return cache.holds(tuple(map(typeof, args)), self.targetctx)


def _types(sig):
    return getattr(sig, "args", sig)


def _plain(value):
    """What interpreted code returns, with Python's numbers, as native code returns them."""
    if isinstance(value, np.generic):
        return value.item()
    if not isinstance(value, tuple):
        return value
    parts = map(_plain, value)
    return value._make(parts) if hasattr(value, "_make") else tuple(parts)
