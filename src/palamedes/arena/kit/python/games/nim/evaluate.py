"""Nim: a first evaluation. This is the thing to improve.

Two equal heaps are good to leave: whatever is taken from one, take as much from the other. Better:
nim has a complete theory, with which no search is needed at all. Can you find it?
"""

from palamedes import Position


def evaluate(position: Position) -> int:
    """An estimate of an unfinished game, larger if it is better for the player to move."""
    heaps = [heap for heap in position.text.split()[0].split(";") if heap != "0"]
    alone = [heap for heap in heaps if heaps.count(heap) % 2]
    return 0 if alone else -1
