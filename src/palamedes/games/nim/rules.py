"""Nim: the rules.

The heaps are packed into one word, seven bits per heap, heap 0 (the first in notation) lowest:

    heap       8    ...     2       1      0
    bits    56-62   ...   14-20    7-13   0-6

A move is `heap << 7 | taken`. There are as many as there are objects: at most 255.
"""

from typing import NamedTuple

from palamedes.core.rules import LOSS, ONGOING, WIN, rules

MAX_HEAPS = 9
MAX_HEAP = 100
MAX_OBJECTS = 255  # as many moves: see MAX_MOVES


def pack(sizes):
    """The word for heaps of these sizes."""
    return sum(size << 7 * heap for heap, size in enumerate(sizes))


def possible_codes(sizes):
    """Any number of objects from each heap, up to as many as it has at the start."""
    return [heap << 7 | taken for heap, size in enumerate(sizes) for taken in range(1, size + 1)]


@rules
class NimState(NamedTuple):
    heaps: int

    FIELD_SHAPES = ((MAX_HEAPS, 7),)  # the objects in each heap
    NOTHING_LEFT = LOSS  # for the player to move: the other took the last object

    def moves(self, out):
        count = 0
        heap = 0
        heaps = self.heaps
        while heaps:
            for taken in range(1, (heaps & 127) + 1):
                out[count] = heap << 7 | taken
                count += 1
            heaps >>= 7
            heap += 1
        return count

    def play(self, move):
        return type(self)(self.heaps - ((move & 127) << 7 * (move >> 7)))

    def outcome(self):
        return ONGOING if self.heaps else self.NOTHING_LEFT

    def key(self):
        return self.heaps

    def move_count(self):
        objects = 0
        heaps = self.heaps
        while heaps:
            objects += heaps & 127
            heaps >>= 7
        return objects

    def progress(self):
        return MAX_OBJECTS - self.move_count()

    def plies_left(self):
        return self.move_count()


class NimMisereState(NimState):
    NOTHING_LEFT = WIN
