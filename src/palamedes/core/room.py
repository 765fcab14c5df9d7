"""Memory for compiled code without reference counting: on the stack, or an array's bare words."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

MAX_MOVES = 256  # no position of any game has more

WORDS = types.CPointer(types.int64)


def move_list():
    """Room for the moves of one position: on the stack when compiled, a list when interpreted."""
    return [0] * MAX_MOVES


def words(array):
    """The words of an array of int64 as a bare pointer when compiled, the array when interpreted.

    Nothing keeps the array alive or checks an index: for use within the call that has the array.
    """
    return array


@intrinsic
def _stack_room(typing_context):
    def generate(context, builder, signature, args):
        with builder.goto_entry_block():  # not numba's own alloca, which fills it with zeros
            room = builder.alloca(ir.ArrayType(ir.IntType(64), MAX_MOVES))
        return builder.bitcast(room, ir.IntType(64).as_pointer())

    return WORDS(), generate


@intrinsic
def _bare_words(typing_context, array):
    def generate(context, builder, signature, args):
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return WORDS(array), generate


@overload(move_list, inline="always")
def _compiled_move_list():
    return lambda: _stack_room()


@overload(words, inline="always")
def _compiled_words(array):
    return lambda array: _bare_words(array)
