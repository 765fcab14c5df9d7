"""Kernels: Python functions that numba compiles to native code.

`kernel` is for what Python calls for heavy work: a search, playouts, the solver. It is compiled at
its first call, together with everything it calls, and kept on disk (core/cache.py).

`part` is for what kernels are made of: the rules of a game, evaluations, helpers. A part is never
compiled by itself, only inside a kernel. Called from Python it runs interpreted, from the same
source, so nobody waits for the compiler to see a board or to make a move.
"""

from threading import local
from types import MethodType
from typing import Any

import numpy as np
from numba import njit, typeof, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from palamedes.core.cache import KernelCache, cache_folder, is_covered

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# A part that Python has called this often is worth a kernel of its own, which takes 0.1 to 0.5 s
# once. Interpreted, a rule takes up to 0.1 ms; native code called from Python a tenth of that.
PATIENCE = 2000
LOOK_EVERY = 64  # calls between two looks at the disk: another process may have compiled it


def kernel(function) -> Any:
    """Compile `function` to native code on first use, free of the GIL, and keep it on disk."""
    dispatcher = njit(**OPTIONS)(function)
    if dispatcher is function:  # with NUMBA_DISABLE_JIT=1
        return function
    dispatcher.__class__ = _Kernel
    if is_covered(function) and cache_folder() is not None:
        dispatcher._cache = KernelCache(function)
    return dispatcher


def part(function, **options) -> Any:
    """Let kernels call `function`, which becomes a part of them."""
    dispatcher = njit(no_cpython_wrapper=True, pipeline_class=_PartCompiler, **OPTIONS, **options)(
        function
    )
    return function if dispatcher is function else _Part(function, dispatcher)


def inlined(function) -> Any:
    """A part whose code is copied to every place where it is called.

    For functions with large tuples as arguments, which would be copied at each call.
    """
    return part(function, forceinline=True)


class _Kernel(CPUDispatcher):
    """numba's dispatcher. Of several processes only one compiles the same code; others wait."""

    def compile(self, sig):
        if not isinstance(self._cache, KernelCache) or tuple(_types(sig)) in self.overloads:
            return super().compile(sig)
        # numba's own lock comes first: a thread that holds it may wait for the other, but not
        # the other way round.
        with global_compiler_lock, self._cache.locked(sig):
            return super().compile(sig)


class _Interpreter(local):
    """Whether this thread is inside an interpreted part."""

    is_busy = False


_interpreter = _Interpreter()


class _Part:
    """A function as Python calls it: interpreted at first, later as a kernel of its own.

    An interpreted part calls others interpreted, too: a word of 64 bits is negative in native code
    and positive in Python, so the two must not be mixed.
    """

    def __init__(self, function, dispatcher):
        self.py_func = function
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._dispatcher = dispatcher  # kept alive here
        self._numba_type_ = types.Dispatcher(dispatcher)  # what compiled code sees
        self._calls = 0
        self._kernel = None

    def __get__(self, instance, owner):
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args):
        if _interpreter.is_busy:
            return self.py_func(*args)
        if self._kernel is None:
            if not self._is_due(args):
                return self._interpret(args)
            self._kernel = kernel(self.py_func)
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
        if self._calls > PATIENCE:
            return True
        if self._calls % LOOK_EVERY != 1 or not is_covered(self.py_func) or cache_folder() is None:
            return False
        return KernelCache(self.py_func).holds(tuple(map(typeof, args)))


def _plain(value):
    """What interpreted code returns, with Python's numbers, as native code returns them."""
    if isinstance(value, np.generic):
        return value.item()
    if not isinstance(value, tuple):
        return value
    parts = map(_plain, value)
    return value._make(parts) if hasattr(value, "_make") else tuple(parts)


def _types(sig):
    return getattr(sig, "args", sig)


# How parts are compiled. numba would optimise each function with all it calls, make machine code of
# it, and do so again for its callers: two thirds of the time of a cold start. A part is only
# translated; its kernel is optimised once, as a whole.


class _PartLibrary(JITCodeLibrary):
    """The code of one part with all that it calls, neither optimised nor executable."""

    def finalize(self):
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """numba's translation to LLVM's language, without what makes it executable."""

    _name = "part_lowering"

    def run_pass(self, state):
        context = state.targetctx
        state.library = _PartLibrary(context.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        key = [].append  # numba wants some builtin that stands for this function and no other
        context.insert_user_function(key, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=key)
        return True


class _PartCompiler(CompilerBase):
    """numba's compiler with another last step."""

    def define_pipelines(self):
        builder, manager = DefaultPassBuilder, PassManager("part")
        stages = (
            builder.define_untyped_pipeline,
            builder.define_typed_pipeline,
            builder.define_nopython_lowering_pipeline,
        )
        for stage in stages:
            for step, text in stage(self.state).passes:
                manager.add_pass(_PartLowering if step is NativeLowering else step, text)
        manager.finalize()
        return [manager]
