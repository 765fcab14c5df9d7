"""Coloured awale: a first evaluation. This is the thing to improve.

Seeds taken count, and nothing else. Better: look at holes with one or two seeds, which can be taken
soon, and at rows of them.
"""

from palamedes import Position


def evaluate(position: Position) -> int:
    """An estimate of an unfinished game, larger if it is better for the player to move."""
    *_holes, _player, scores = position.text.split()
    taken = [int(score) for score in scores.split("-")]
    return 10 * (taken[position.turn] - taken[1 - position.turn])
