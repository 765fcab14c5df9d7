"""How numba compiles core/network.py: each layer is one vector, and nothing is allocated."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from palamedes.core.network import CHAINS, FIRST, SECOND, network_output

I16, I32, I64, F32 = ir.IntType(16), ir.IntType(32), ir.IntType(64), ir.FloatType()
ROW, SUMS, LAYER = (ir.VectorType(kind, FIRST) for kind in (I16, I32, F32))
NARROW = ir.VectorType(F32, SECOND)


@type_callable(network_output)
def _type_of_output(context):
    return lambda patterns, count, network: types.float32


@lower_builtin(network_output, types.CPointer(types.int64), types.Integer, types.BaseTuple)
def _make_output(context, builder, signature, args):
    patterns, count, network = args
    rows, base, weights, offsets, exits = cgutils.unpack_tuple(builder, network, 5)
    first = _first_layer(builder, patterns, count, rows, base)
    chains = [_load(builder, offsets, NARROW)] + [_zeros(NARROW)] * (CHAINS - 1)
    for unit in range(FIRST):
        value = builder.extract_element(first, ir.Constant(I32, unit))
        row = _load(builder, _offset(builder, weights, SECOND * unit), NARROW)
        product = builder.fmul(_splat(builder, value, NARROW), row)
        chains[unit % CHAINS] = builder.fadd(chains[unit % CHAINS], product)
    one, two, three, four = chains
    second = builder.fadd(builder.fadd(one, two), builder.fadd(three, four))
    second = builder.fmul(_positive(builder, second, NARROW), _load(builder, exits, NARROW))
    total = _total(builder, second, SECOND)
    return builder.fadd(total, builder.load(_offset(builder, exits, SECOND)))


def _first_layer(builder, patterns, count, rows, base):
    """The sums of the rows, those below 0 counted as 0."""
    start, before = _load(builder, base, ROW), builder.block
    loop, after = builder.append_basic_block("rows"), builder.append_basic_block("layers")
    builder.cbranch(builder.icmp_signed(">", count, _i64(0)), loop, after)
    builder.position_at_end(loop)
    number, sums = builder.phi(I64), builder.phi(ROW)
    number.add_incoming(_i64(0), before)
    sums.add_incoming(start, before)
    pattern = builder.load(builder.gep(patterns, [number]))
    row = _load(builder, builder.gep(rows, [builder.mul(pattern, _i64(FIRST))]), ROW)
    name, kind = f"llvm.sadd.sat.v{FIRST}i16", ir.FunctionType(ROW, [ROW, ROW])
    add = cgutils.get_or_insert_function(builder.module, kind, name)
    added, following = builder.call(add, [sums, row]), builder.add(number, _i64(1))
    number.add_incoming(following, loop)
    sums.add_incoming(added, loop)
    builder.cbranch(builder.icmp_signed("<", following, count), loop, after)
    builder.position_at_end(after)
    ready = builder.phi(ROW)
    ready.add_incoming(start, before)
    ready.add_incoming(added, loop)
    positive = builder.select(builder.icmp_signed(">", ready, _zeros(ROW)), ready, _zeros(ROW))
    return builder.sitofp(builder.sext(positive, SUMS), LAYER)


def _positive(builder, vector, kind):
    return builder.select(builder.fcmp_ordered(">", vector, _zeros(kind)), vector, _zeros(kind))


def _total(builder, vector, size):
    """The sum of a vector: its halves are added until one number is left."""
    while size > 1:
        size //= 2
        low, high = (
            builder.shuffle_vector(vector, vector, _numbers(range(begin, begin + size)))
            for begin in (0, size)
        )
        vector = builder.fadd(low, high)
    return builder.extract_element(vector, ir.Constant(I32, 0))


def _splat(builder, value, kind):
    lonely = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(I32, 0))
    return builder.shuffle_vector(lonely, lonely, _numbers([0] * kind.count))


def _numbers(places):
    places = list(places)
    return ir.Constant(ir.VectorType(I32, len(places)), places)


def _load(builder, pointer, kind):
    """A vector from an array, which need not begin at a multiple of the vector's size."""
    value = builder.load(builder.bitcast(pointer, kind.as_pointer()))
    value.align = 2 if kind.element is I16 else 4
    return value


def _offset(builder, pointer, places):
    return builder.gep(pointer, [_i64(places)])


def _zeros(kind):
    return ir.Constant(kind, [0] * kind.count)


def _i64(number):
    return ir.Constant(I64, number)
