"""Stack memory for compiled code: lists of moves that are neither allocated nor counted.

numba counts references to arrays: a search ran 1.8 times as fast without. So a list of moves is a
block on the stack, and arrays that are handed to a kernel are used as bare pointers.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

MAX_MOVES = 256  # the most that a position of any game may have


def move_list():
    """Space for the moves of one position: on the stack if compiled, a list if interpreted."""
    return [0] * MAX_MOVES


def bare(record):
    """The same tuple with bare pointers in place of its arrays; interpreted, the tuple itself.

    Pointers keep no array alive and check no index: use them only inside the call that was given
    the arrays.
    """
    return record


def count_down(counters, place):
    """Decrement a counter, a signed byte, atomically among threads; returns its old value."""
    counters[place] -= 1
    return counters[place] + 1


# All three are lowered inside the function that calls them. numba's own inliner would not do: its
# later passes remove writes through pointers, which they take for dead.


@type_callable(move_list)
def _type_of_move_list(context):
    return lambda: types.CPointer(types.int64)


@lower_builtin(move_list)
def _make_move_list(context, builder, signature, args):
    with builder.goto_entry_block():  # not numba's own alloca, which fills it with zeros
        block = builder.alloca(ir.ArrayType(ir.IntType(64), MAX_MOVES))
    return builder.bitcast(block, ir.IntType(64).as_pointer())


@type_callable(count_down)
def _type_of_count_down(context):
    return lambda counters, place: types.int64


@lower_builtin(count_down, types.CPointer(types.int8), types.Integer)
def _make_count_down(context, builder, signature, args):
    address = builder.gep(args[0], [args[1]])
    one = ir.Constant(ir.IntType(8), 1)
    before = builder.atomic_rmw("sub", address, one, ordering="monotonic")
    return builder.sext(before, ir.IntType(64))


@type_callable(bare)
def _type_of_bare(context):
    return _stripped


@lower_builtin(bare, types.BaseTuple)
def _make_bare(context, builder, signature, args):
    return _strip(context, builder, signature.args[0], args[0])


def _stripped(record):
    """The type of a value with pointers in place of arrays, in nested tuples too."""
    if isinstance(record, types.Array):
        return types.CPointer(record.dtype)
    if not isinstance(record, types.BaseTuple):
        return record
    parts = [_stripped(part) for part in record]
    return types.BaseTuple.from_types(parts, getattr(record, "instance_class", None))


def _strip(context, builder, kind, value):
    if isinstance(kind, types.Array):
        return context.make_array(kind)(context, builder, value).data
    if not isinstance(kind, types.BaseTuple):
        return value
    parts = cgutils.unpack_tuple(builder, value, len(kind))
    stripped = [_strip(context, builder, *part) for part in zip(kind, parts, strict=True)]
    return context.make_tuple(builder, _stripped(kind), stripped)
