"""Morpion: tic-tac-toe with N pieces each, on N x N cells.

A position is a dict from square name to player, occupied squares only.
"""

from collections.abc import Collection, Mapping
from functools import cache, cached_property
from typing import Any, Self

FILES = "abcdef"

# The original project's magic squares, top row first, and the sum of each of their lines.
MAGIC_SQUARES = {
    3: ((2, 7, 6), (9, 5, 1), (4, 3, 8)),
    4: ((1, 2, 15, 16), (12, 14, 3, 5), (13, 7, 10, 4), (8, 11, 6, 9)),
    5: (
        (1, 2, 13, 24, 25),
        (3, 23, 17, 6, 16),
        (20, 21, 11, 8, 5),
        (22, 4, 14, 18, 7),
        (19, 15, 10, 9, 12),
    ),
    6: (
        (1, 2, 3, 34, 35, 36),
        (4, 18, 28, 29, 5, 27),
        (10, 26, 30, 8, 23, 14),
        (31, 25, 13, 21, 15, 6),
        (32, 16, 20, 12, 22, 9),
        (33, 24, 17, 7, 11, 19),
    ),
}
MAGIC_SUMS = {3: 15, 4: 34, 5: 65, 6: 111}


@cache
def squares(size: int) -> list[str]:
    """The names of all cells."""
    return [f"{FILES[x]}{y + 1}" for x in range(size) for y in range(size)]


@cache
def lines(size: int) -> list[set[str]]:
    """The rows, the columns and the two main diagonals."""
    every = range(size)
    columns = [{f"{FILES[x]}{y + 1}" for y in every} for x in every]
    rows = [{f"{FILES[x]}{y + 1}" for x in every} for y in every]
    rising = {f"{FILES[i]}{i + 1}" for i in every}
    falling = {f"{FILES[i]}{size - i}" for i in every}
    return [*columns, *rows, rising, falling]


@cache
def parse_variant(variant: str) -> tuple[int, int]:
    """The size of the board and how many pieces on a line win."""
    number, _, level = variant.partition(",")
    size = int(number) if number else 3
    if not 3 <= size <= 6 or level not in ("", "beginner") or (level and size == 3):
        raise ValueError(f"no such morpion: {variant!r}")
    return size, size - 1 if level else size


def magic_sum(cells: Collection[str], size: int) -> int:
    """The sum of the magic square's numbers under `cells`."""
    return sum(MAGIC_SQUARES[size][size - int(cell[1])][FILES.index(cell[0])] for cell in cells)


def magic_win(cells: Collection[str], size: int) -> bool:
    """Whether the `size` pieces on `cells` win, by the original magic-square test made exact.

    For size 3 the sum alone decides: of the 84 ways to place three pieces, only the 8 lines sum
    to 15. On larger boards it is necessary but not enough: on the original square of size 4, a1 a2
    b1 b4 sums to 34 and is no line, and so do 75 other sets, against 10 lines. There the sum is a
    quick filter, and the pieces must also share a row, a column or a main diagonal. The beginner
    variant, which wins with one piece fewer, has no such sum.
    """
    if len(cells) != size or magic_sum(cells, size) != MAGIC_SUMS[size]:
        return False
    places = [(FILES.index(cell[0]), int(cell[1]) - 1) for cell in cells]
    return (
        len({x for x, _ in places}) == 1
        or len({y for _, y in places}) == 1
        or all(x == y for x, y in places)
        or all(x + y == size - 1 for x, y in places)
    )


class Reference:
    """Morpion, as the rules say it, slowly."""

    def __init__(self, variant: str = "") -> None:
        self.variant = variant
        self.size, self.needed = parse_variant(variant)
        self.turn = 0
        self.pieces: dict[str, int] = {}

    @classmethod
    def at(cls, variant: str, contents: Mapping[str, Any], turn: int) -> Self:
        position = cls(variant)
        position.pieces = dict(contents)
        position.turn = turn
        return position

    def contents(self) -> dict[str, object]:
        return dict(self.pieces)

    def result(self) -> int | None:
        for player in (1 - self.turn, self.turn):
            own = {square for square, owner in self.pieces.items() if owner == player}
            if any(len(own & line) >= self.needed for line in lines(self.size)):
                return player
        return None

    @cached_property
    def _legal(self) -> list[str]:
        if self.result() is not None:
            return []
        empty = [square for square in squares(self.size) if square not in self.pieces]
        own = [square for square, owner in self.pieces.items() if owner == self.turn]
        if len(own) < self.size:
            return sorted(empty)
        return sorted(f"{start}-{end}" for start in own for end in empty)

    def moves(self) -> list[str]:
        return list(self._legal)

    def play(self, move: str) -> Self:
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        start, _, end = move.rpartition("-")
        pieces = dict(self.pieces)
        if start:
            del pieces[start]
        pieces[end] = self.turn
        return self.at(self.variant, pieces, 1 - self.turn)
