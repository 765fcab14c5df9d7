"""Bit primitives on words below 2^63, the same compiled and interpreted.

Here is what the interpreter does; core/native/primitives.py has the native code.
"""

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


def gathered(word, mask):
    """The bits of `word`, all of which are in `mask`, as if the other places had been cut out."""
    bits = 0
    while word:
        bits |= 1 << popcount(mask & (word & -word) - 1)
        word &= word - 1
    return bits


@part
def permute(word, targets, row):
    """Send each bit i set in `word` to bit `targets[row, i]`."""
    image = 0
    while word:
        image |= 1 << int(targets[row, lowest(word)])
        word &= word - 1
    return image
