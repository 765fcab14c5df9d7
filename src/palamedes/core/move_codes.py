"""Moves of pieces on squares: `origin << 6 | target`; a drop has its target as its origin."""

from palamedes.core.bits import lowest
from palamedes.core.kernel import part

DROP = 1 << 6 | 1  # the drop on a square is the square times this


@part
def write_drops(out, squares):
    """Write the drops on some squares; returns how many."""
    count = 0
    while squares:
        out[count] = lowest(squares) * DROP
        squares &= squares - 1
        count += 1
    return count


@part
def write_steps(out, count, origin, targets):
    """Append the moves from one square to others to `count` moves; returns how many there are."""
    while targets:
        out[count] = origin << 6 | lowest(targets)
        targets &= targets - 1
        count += 1
    return count


@part
def moved(men, move):
    """The men after a move of one of them, or after a drop."""
    return men & ~(1 << (move >> 6)) | 1 << (move & 63)


@part
def moved_back(men, unmove):
    """The men before a drop, or before a move that is given from its target to its origin."""
    origin, target = unmove >> 6, unmove & 63
    back = men & ~(1 << origin)
    return back if origin == target else back | 1 << target
