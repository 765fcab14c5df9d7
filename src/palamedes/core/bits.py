"""Bit primitives on words below 2^63, the same compiled and interpreted."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from palamedes.core.cache import kernel

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, odd: a good multiplier for hashing


def popcount(word):
    """The number of bits set."""
    return int(word).bit_count()


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


@kernel
def permute(word, targets, row):
    """Send each bit i set in `word` to bit `targets[row, i]`."""
    image = 0
    while word:
        image |= 1 << int(targets[row, lowest(word)])
        word &= word - 1
    return image


def _instruction(build, arity):
    """An intrinsic made of one or a few machine instructions on 64-bit integers."""

    def generate(context, builder, signature, args):
        return build(builder, *args)

    if arity == 1:

        @intrinsic
        def instruction(typing_context, word):
            return types.int64(types.int64), generate
    else:

        @intrinsic
        def instruction(typing_context, key, word):
            return types.int64(types.int64, types.int64), generate

    return instruction


def _build_mix(builder, key, word):
    product = builder.mul(builder.xor(key, word), ir.Constant(ir.IntType(64), GOLDEN))
    return builder.xor(product, builder.lshr(product, ir.Constant(ir.IntType(64), 32)))


_popcount = _instruction(lambda builder, word: builder.ctpop(word), 1)
_lowest = _instruction(lambda builder, word: builder.cttz(word, cgutils.true_bit), 1)
_mix = _instruction(_build_mix, 2)


@overload(popcount, inline="always")
def _compiled_popcount(word):
    return lambda word: _popcount(word)


@overload(lowest, inline="always")
def _compiled_lowest(word):
    return lambda word: _lowest(word)


@overload(mix, inline="always")
def _compiled_mix(key, word):
    return lambda key, word: _mix(key, word)
