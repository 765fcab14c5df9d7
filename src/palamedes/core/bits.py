"""Bit primitives on words below 2^63, the same compiled and interpreted."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from palamedes.core.kernel import part

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, odd: a good multiplier for hashing


def popcount(word):
    """The number of bits set, of 64."""
    return (int(word) & WORD).bit_count()


def lowest(word):
    """The number of the lowest bit set; `word` is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


def mix(key, word):
    """Stir `word` into the hash `key`: a signed 64-bit integer, well spread.

    A chain begins with `mix(0, first)`: two raw words in one call would be interchangeable.
    """
    product = ((int(key) ^ int(word)) & WORD) * GOLDEN & WORD
    product ^= product >> 32
    return product - (product >> 63 << 64)


@part
def permute(word, targets, row):
    """Send each bit i set in `word` to bit `targets[row, i]`."""
    image = 0
    while word:
        image |= 1 << int(targets[row, lowest(word)])
        word &= word - 1
    return image


def _compile_as(function, arity, build):
    """Compile a function of integers to a few machine instructions, inside its callers."""

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
