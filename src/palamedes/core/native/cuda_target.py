"""Teaches numba-cuda what our kernels and parts are, our states and their lookup tables."""

from functools import cache
from hashlib import blake2b

from llvmlite import ir
from numba import types
from numba.cuda.core import imputils
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.extending import overload, typeof_impl
from numba.cuda.np.arrayobj import populate_array
from numba.cuda.typing import templates
from numba.cuda.typing.typeof import Purpose, typeof

from palamedes.core.kernel import Compiled
from palamedes.core.native import init
from palamedes.core.native.states import Target, teach

GLOBAL_MEMORY = 1  # an address space


@typeof_impl.register(Compiled)
def _type_of_compiled(compiled, context):
    return types.Dispatcher(_dispatcher(compiled))


@cache
def _dispatcher(compiled):
    """numba-cuda's object for a kernel or a part."""
    return CUDADispatcher(compiled.py_func, {"device": True, "opt": True, **compiled.options})


@imputils.lower_constant(types.Array)
def _lookup_table(context, builder, kind, table):
    """A table in the code, once: numba-cuda's own constants share 64 KB, and are slow to index."""
    content = table.tobytes()
    name = f"table_{blake2b(content, digest_size=16).hexdigest()}"
    place = builder.module.globals.get(name)
    if place is None:
        words = ir.ArrayType(context.get_value_type(kind.dtype), table.size)
        place = ir.GlobalVariable(builder.module, words, name, GLOBAL_MEMORY)
        place.linkage = "linkonce_odr"
        place.initializer = ir.Constant(words, table.ravel().tolist())
    array = context.make_array(kind)(context, builder)
    populate_array(
        array,
        data=builder.addrspacecast(place, array.data.type),
        shape=[context.get_constant(types.intp, size) for size in table.shape],
        strides=[context.get_constant(types.intp, stride) for stride in table.strides],
        itemsize=context.get_constant(types.intp, table.itemsize),
        meminfo=None,
        parent=None,
    )
    return array._getvalue()


def _type_of_constant(value):
    return typeof(value, Purpose.constant)


init()
teach(Target("cuda", _type_of_constant, templates, imputils, overload))
