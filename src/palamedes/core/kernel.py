"""Kernels: Python functions that numba compiles to native code.

`kernel` is for what Python calls for heavy work: a search, playouts, the solver. It is compiled at
its first call, together with everything it calls, and kept on disk (core/cache.py).

`part` is for what kernels are made of: the rules of a game, evaluations, helpers. A part is never
compiled by itself, only inside a kernel. Called from Python it runs interpreted, from the same
source, so nobody waits for the compiler to see a board or to make a move.

numba comes in when it is needed, not before: all of it lies in core/native.
"""

import os
from functools import update_wrapper
from threading import Lock, local
from types import MethodType
from typing import Any

import numpy as np

from palamedes.core.clock import thread_clock

IS_INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
# A part that Python has called this often is worth a kernel of its own, which takes 0.1 to 0.5 s
# once. Interpreted, a rule takes up to 0.1 ms; native code called from Python a tenth of that.
PATIENCE = 2000
LOOK_EVERY = 64  # calls between two looks at the disk: another process may have compiled it


def kernel(function) -> Any:
    """Compile `function` to native code on first use, free of the GIL, and keep it on disk."""
    return function if IS_INTERPRETED else _Kernel(function)


def part(function, **options) -> Any:
    """Let kernels call `function`, which becomes a part of them."""
    return function if IS_INTERPRETED else _Part(function, **options)


def inlined(function) -> Any:
    """A part whose code is copied to every place where it is called.

    For functions with large tuples as arguments, which would be copied at each call.
    """
    return part(function, forceinline=True)


_making = Lock()


class Compiled:
    """A function that compiled code can call. What numba knows of it is made on first use."""

    compiler: Any = None  # core/native/compiler.py, once it is here

    def __init__(self, function, **options):
        update_wrapper(self, function)
        self.py_func = function
        self.options = options  # for the compiler
        self._dispatcher = None

    @property
    def dispatcher(self):
        """numba's object for this function."""
        if self._dispatcher is None:
            from palamedes.core.native import compiler

            with _making:
                self._dispatcher = self._dispatcher or self._make(compiler)
            Compiled.compiler = compiler
        return self._dispatcher

    @property
    def _numba_type_(self):  # what compiled code sees in place of this object
        return self.dispatcher._numba_type_


class _Kernel(Compiled):
    """A function that runs as native code."""

    def __call__(self, *args):
        return (self._dispatcher or self.dispatcher)(*args)

    def _make(self, compiler):
        return compiler.kernel_dispatcher(self.py_func)


class _Interpreter(local):
    """Whether this thread is inside an interpreted part."""

    is_busy = False


_interpreter = _Interpreter()


def settle() -> None:
    """Call this when everything is compiled and before a clock runs: later pauses are shorter."""
    if Compiled.compiler is not None:
        Compiled.compiler.settle()


class _Part(Compiled):
    """A function as Python calls it: interpreted at first, later as a kernel of its own.

    An interpreted part calls others interpreted, too: a word of 64 bits is negative in native code
    and positive in Python, so the two must not be mixed.
    """

    def __init__(self, function, **options):
        super().__init__(function, **options)
        self._calls = 0
        self._next_look = 1  # at the disk, after this many calls
        self._kernel = None

    def _make(self, compiler):
        return compiler.part_dispatcher(self.py_func, **self.options)

    def __get__(self, instance, owner):
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args):
        if _interpreter.is_busy:
            return self.py_func(*args)
        if self._kernel is None:
            if not self._is_due(args):
                return self._interpret(args)
            self._kernel = _Kernel(self.py_func).dispatcher
        return self._kernel(*args)

    def _interpret(self, args):
        _interpreter.is_busy = True
        try:
            return _plain(self.py_func(*args))
        finally:
            _interpreter.is_busy = False

    def _is_due(self, args):
        """Whether it is time for a kernel: it is on disk already, or has become worth it."""
        self._calls += 1
        if thread_clock.is_running:
            return False
        if self._calls > PATIENCE:
            return True
        # The disk is looked at only if numba is here: importing it costs thousands of calls.
        if self._calls < self._next_look or self.compiler is None:
            return False
        self._next_look = self._calls + LOOK_EVERY
        return self.compiler.is_on_disk(self.py_func, args)


def _plain(value):
    """What interpreted code returns, with Python's numbers, as native code returns them."""
    if isinstance(value, np.generic):
        return value.item()
    if not isinstance(value, tuple):
        return value
    parts = map(_plain, value)
    return value._make(parts) if hasattr(value, "_make") else tuple(parts)
