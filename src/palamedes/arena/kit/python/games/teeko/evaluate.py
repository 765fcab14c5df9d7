"""Teeko: a first evaluation. This is the thing to improve.

Pieces are good near the centre and next to each other. Better: count the fours (lines and squares)
that still have no enemy piece, and those that need only one more move.
"""

from itertools import combinations

from palamedes import Position


def evaluate(position: Position) -> int:
    """An estimate of an unfinished game, larger if it is better for the player to move."""
    owners = position.board().owners()  # the player on each square that has a piece
    values = [value_of([square for square in owners if owners[square] == side]) for side in (0, 1)]
    return values[position.turn] - values[1 - position.turn]


def value_of(squares: list[str]) -> int:
    central = sum(2 - distance(square, "c3") for square in squares)
    together = sum(distance(*pair) == 1 for pair in combinations(squares, 2))
    return 3 * central + 4 * together


def distance(one: str, other: str) -> int:
    """The larger of the distances along files and ranks: a neighbour is at distance 1."""
    return max(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))
