"""Stack memory for compiled code: lists of numbers that are neither allocated nor counted.

numba counts references to arrays: a search ran 1.8 times as fast without. So a list of moves is a
block on the stack, and arrays that are handed to a kernel are used as bare pointers. Here is what
the interpreter does; core/native/primitives.py has the native code.
"""

import numpy as np

MAX_MOVES = 256  # the most that a position of any game may have


def move_list():
    """Space for the moves of one position: on the stack if compiled, a list if interpreted."""
    return [0] * MAX_MOVES


MAX_UNITS = 32  # the widest layer of a learned evaluation


def activations():
    """Space for the MAX_UNITS numbers of a layer (float32): on the stack if compiled."""
    return [np.float32(0)] * MAX_UNITS


def bare(record):
    """The same tuple, or None, with bare pointers in place of arrays; interpreted, just the same.

    Pointers keep no array alive and check no index: use them only inside the call that was given
    the arrays.
    """
    return record


def count_down(counters, place):
    """Decrement a counter, a signed byte, atomically among threads; returns its old value."""
    counters[place] -= 1
    return counters[place] + 1


def fetch(array, place):
    """Let the processor fetch what stands there from memory: it will be asked for soon."""
