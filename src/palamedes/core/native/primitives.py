"""How numba compiles the primitives of the room: bits, the clock, stack memory, states in rows.

Each becomes a few instructions inside the function that calls it. numba's own inliner would not do:
its later passes remove writes through pointers, which they take for dead.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from palamedes.core.bits import GOLDEN, gathered, lowest, mix, popcount
from palamedes.core.clock import CLOCK, now
from palamedes.core.stack_memory import (
    MAX_MOVES,
    MAX_UNITS,
    activations,
    bare,
    count_down,
    fetch,
    move_list,
)
from palamedes.core.state_rows import state_at


def _compile_as(function, arity, build):
    """Compile a function of integers to a few machine instructions."""

    @type_callable(function)
    def type_of(context):
        return (lambda word: types.int64) if arity == 1 else (lambda key, word: types.int64)

    @lower_builtin(function, *[types.Integer] * arity)
    def lower(context, builder, signature, args):
        kinds = zip(args, signature.args, strict=True)
        return build(builder, *(context.cast(builder, *each, types.int64) for each in kinds))


def _build_mix(builder, key, word):
    product = builder.mul(builder.xor(key, word), ir.Constant(ir.IntType(64), GOLDEN))
    return builder.xor(product, builder.lshr(product, ir.Constant(ir.IntType(64), 32)))


_compile_as(popcount, 1, lambda builder, word: builder.ctpop(word))
_compile_as(lowest, 1, lambda builder, word: builder.cttz(word, cgutils.true_bit))
_compile_as(mix, 2, _build_mix)


def _is_gpu(context):
    return context.target_name == "cuda"


@type_callable(gathered)
def _type_of_gathered(context):
    return lambda word, mask: types.int64


@lower_builtin(gathered, types.Integer, types.Integer)
def _gather(context, builder, signature, args):
    # magic_tuple says what the processor can do
    if _is_gpu(context) or "+bmi2" not in context.codegen().magic_tuple()[2]:
        return context.compile_internal(builder, gathered, signature, args)
    word = ir.IntType(64)
    words = [
        context.cast(builder, *each, types.int64) for each in zip(args, signature.args, strict=True)
    ]
    extract = builder.module.declare_intrinsic(
        "llvm.x86.bmi.pext.64", [], ir.FunctionType(word, [word, word])
    )
    return builder.call(extract, words)


def _compile_as_block(function, kind, word, length):
    """Compile a function to space for `length` numbers on the stack."""

    @type_callable(function)
    def type_of(context):
        return lambda: types.CPointer(kind)

    @lower_builtin(function)
    def lower(context, builder, signature, args):
        with builder.goto_entry_block():  # not numba's own alloca, which fills it with zeros
            block = builder.alloca(ir.ArrayType(word, length))
        return builder.bitcast(block, word.as_pointer())


_compile_as_block(move_list, types.int64, ir.IntType(64), MAX_MOVES)
_compile_as_block(activations, types.float32, ir.FloatType(), MAX_UNITS)


@type_callable(now)
def _type_of_now(context):
    return lambda: types.int64


@lower_builtin(now)
def _read_clock(context, builder, signature, args):
    word = ir.IntType(64)
    if CLOCK is None:
        return ir.Constant(word, 0)
    with builder.goto_entry_block():
        time = builder.bitcast(builder.alloca(ir.ArrayType(word, 2)), word.as_pointer())
    kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), word.as_pointer()])
    read = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
    builder.call(read, [ir.Constant(ir.IntType(32), CLOCK), time])
    seconds = builder.load(time)
    rest = builder.load(builder.gep(time, [ir.Constant(word, 1)]))
    return builder.add(builder.mul(seconds, ir.Constant(word, 10**9)), rest)


@type_callable(state_at)
def _type_of_state_at(context):
    return lambda example, rows, row: example


@lower_builtin(state_at, types.BaseTuple, types.Array, types.Integer)
def _read_state(context, builder, signature, args):
    state, rows, number = signature.args
    array = context.make_array(rows)(context, builder, args[1])
    row = context.cast(builder, args[2], number, types.intp)
    places = (ir.Constant(row.type, field) for field in range(len(state)))
    pointers = (
        cgutils.get_item_pointer(context, builder, rows, array, [row, place]) for place in places
    )
    return context.make_tuple(builder, state, [builder.load(each) for each in pointers])


@type_callable(count_down)
def _type_of_count_down(context):
    return lambda counters, place: types.int64


@lower_builtin(count_down, types.CPointer(types.int8), types.Integer)
def _make_count_down(context, builder, signature, args):
    address = builder.gep(args[0], [args[1]])
    if _is_gpu(context):
        before = _count_down_in_word(builder, address)
    else:
        one = ir.Constant(ir.IntType(8), 1)
        before = builder.atomic_rmw("sub", address, one, ordering="monotonic")
    return builder.sext(before, ir.IntType(64))


def _count_down_in_word(builder, address):
    """The same for a GPU, which has no atomic operations on bytes: exchange the whole word.

    The arrays of a GPU begin and end between words.
    """
    byte, word, long = ir.IntType(8), ir.IntType(32), ir.IntType(64)
    number = builder.ptrtoint(address, long)
    place = builder.trunc(builder.and_(number, long(3)), word)
    shift = builder.mul(place, word(8))
    aligned = builder.inttoptr(builder.and_(number, long(~3)), word.as_pointer())
    others = builder.not_(builder.shl(word(255), shift))
    first, start = builder.load(aligned), builder.block
    again, done = builder.append_basic_block("again"), builder.append_basic_block("done")
    builder.branch(again)
    builder.position_at_end(again)
    known = builder.phi(word)
    known.add_incoming(first, start)
    before = builder.trunc(builder.lshr(known, shift), byte)
    after = builder.shl(builder.zext(builder.sub(before, byte(1)), word), shift)
    following = builder.or_(builder.and_(known, others), after)
    result = builder.cmpxchg(aligned, known, following, "monotonic", "monotonic")
    known.add_incoming(builder.extract_value(result, 0), again)
    builder.cbranch(builder.extract_value(result, 1), done, again)
    builder.position_at_end(done)
    return before


@type_callable(fetch)
def _type_of_fetch(context):
    return lambda array, place: types.none


@lower_builtin(fetch, types.CPointer, types.Integer)
def _make_fetch(context, builder, signature, args):
    if _is_gpu(context):  # other threads work while one waits
        return context.get_dummy_value()
    byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    address = builder.bitcast(builder.gep(args[0], [args[1]]), byte)
    kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
    to_read, to_keep, data = (ir.Constant(number, choice) for choice in (0, 3, 1))
    builder.call(prefetch, [address, to_read, to_keep, data])
    return context.get_dummy_value()


@type_callable(bare)
def _type_of_bare(context):
    return _stripped


@lower_builtin(bare, types.NoneType)
def _make_bare_of_none(context, builder, signature, args):
    return args[0]


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
