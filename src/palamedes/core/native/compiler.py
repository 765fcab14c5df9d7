"""How numba compiles kernels and their parts."""

import gc

from numba import njit, typeof
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from palamedes.core.cache import folder_for
from palamedes.core.native import init
from palamedes.core.native.kernel_cache import KernelCache

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

init()


def kernel_dispatcher(function):
    """numba's dispatcher of a kernel, which compiles it when it is called."""
    dispatcher = njit(**OPTIONS)(function)
    dispatcher.__class__ = _KernelDispatcher
    if _is_kept(function):
        dispatcher._cache = KernelCache(function)
    return dispatcher


def part_dispatcher(function, **options):
    """numba's dispatcher of a part, for the kernels that call it; it cannot be called itself."""
    return njit(no_cpython_wrapper=True, pipeline_class=_PartCompiler, **OPTIONS, **options)(
        function
    )


def is_on_disk(function, args):
    """Whether a kernel of `function` was compiled for such arguments, by whatever process."""
    return _is_kept(function) and KernelCache(function).holds(tuple(map(typeof, args)))


def settle():
    """Let garbage collection pass over what numba keeps: looking through it takes 0.1 s."""
    if _KernelDispatcher.is_any_new:
        _KernelDispatcher.is_any_new = False
        gc.collect()
        gc.freeze()


def _is_kept(function):
    return folder_for((function,)) is not None


class _KernelDispatcher(CPUDispatcher):
    """Of several processes only one compiles the same code; others wait."""

    is_any_new = False  # since `settle`

    def compile(self, sig):
        known = getattr(sig, "args", sig)
        if tuple(known) in self.overloads:
            return super().compile(sig)
        _KernelDispatcher.is_any_new = True
        if not isinstance(self._cache, KernelCache):
            return super().compile(sig)
        # numba's own lock comes first: a thread that holds it may wait for the other, but not
        # the other way round.
        with global_compiler_lock, self._cache.locked(sig):
            return super().compile(sig)


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
