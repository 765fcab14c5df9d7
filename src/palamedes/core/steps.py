"""Moves of pieces on squares: `origin << 6 | target`; a drop has its target as its origin."""

from palamedes.core.bits import lowest
from palamedes.core.cache import kernel

DROP = 1 << 6 | 1  # times a square: the drop on it


@kernel
def write_drops(out, squares):
    """Write the drops on some squares; how many there are."""
    count = 0
    while squares:
        out[count] = lowest(squares) * DROP
        squares &= squares - 1
        count += 1
    return count


@kernel
def write_steps(out, count, origin, targets):
    """Write the moves from one square to some others behind `count` moves; how many there are."""
    while targets:
        out[count] = origin << 6 | lowest(targets)
        targets &= targets - 1
        count += 1
    return count


@kernel
def moved(men, move):
    """The men after one of them, or one from the hand, has made a move."""
    return men & ~(1 << (move >> 6)) | 1 << (move & 63)
