"""How numba compiles kernels and their parts."""

import gc
import re
from pathlib import Path

from numba import njit, typeof
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from palamedes.core.cache import folder_for
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.native import init
from palamedes.core.native.kernel_cache import KernelCache

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

LINE_OF_CODE = re.compile(r'^File "(.+)", line (\d+):', re.MULTILINE)
# What numba says before it comes to the point.
PREAMBLE = ("Failed in ", "- Resolution failure ")
PACKAGE = Path(__file__).parents[2]  # palamedes

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

    def _compile_for_args(self, *args, **kwargs):  # numba's name for a call from Python
        try:
            return super()._compile_for_args(*args, **kwargs)
        except NumbaError as error:
            raise PalamedesError(_complaint(str(error))) from error

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


def _complaint(text):
    """What numba's pages about a failure come down to: why, and in which line of the author."""
    said = [line.strip() for line in text.splitlines()]
    said = [line for line in said if line and not line.startswith(PREAMBLE)]
    reason = said[0] if said else ""
    called = next((line for line in said[1:] if line.startswith(">>>")), "")
    if reason.endswith("signature:"):  # "No implementation of function ... found for signature:"
        reason = f"{reason} {called.removeprefix('>>> ')}"
    for file, line in LINE_OF_CODE.findall(text):
        if not Path(file).resolve().is_relative_to(PACKAGE):
            return _("{file}, line {line}, cannot be compiled: {reason}").format(
                file=file, line=line, reason=reason
            )
    return _("the code cannot be compiled: {reason}").format(reason=reason)


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
