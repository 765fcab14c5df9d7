"""Teeko: four pieces each on 5 x 5, eight drops, then steps.

A position is a dict from square name to player, occupied squares only.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Self

SIZE = 5
PIECES = 4
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def name(x: int, y: int) -> str:
    return f"{'abcde'[x]}{y + 1}"


PLACES = [(x, y) for x in range(SIZE) for y in range(SIZE)]
SQUARES = [name(x, y) for x, y in PLACES]
NEIGHBOURS = {
    name(x, y): [name(x + dx, y + dy) for dx, dy in DIRECTIONS if (x + dx, y + dy) in PLACES]
    for x, y in PLACES
}


def on_board(shapes: Iterable[list[tuple[int, int]]]) -> list[set[str]]:
    """The shapes that do not leave the board, as sets of square names."""
    return [
        {name(x, y) for x, y in shape}
        for shape in shapes
        if all(place in PLACES for place in shape)
    ]


def squares_of_side(side: int) -> list[set[str]]:
    """The corners of every upright square whose corners are `side` steps apart."""
    return on_board([(x, y), (x + side, y), (x, y + side), (x + side, y + side)] for x, y in PLACES)


FOURS_IN_LINE = on_board(
    [(x + i * dx, y + i * dy) for i in range(PIECES)]
    for x, y in PLACES
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
)
PATTERNS = {"": FOURS_IN_LINE + squares_of_side(1)}
PATTERNS["advanced"] = PATTERNS[""] + [
    corners for side in (2, 3, 4) for corners in squares_of_side(side)
]


class Reference:
    """Teeko, as the rules say it, slowly."""

    def __init__(self, variant: str = "") -> None:
        if variant not in PATTERNS:
            raise ValueError(f"no such teeko: {variant!r}")
        self.variant = variant
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

    def _own(self, player: int) -> set[str]:
        return {square for square, owner in self.pieces.items() if owner == player}

    def result(self) -> int | None:
        for player in (1 - self.turn, self.turn):
            if self._own(player) in PATTERNS[self.variant]:
                return player
        return None

    @cached_property
    def _legal(self) -> list[str]:
        if self.result() is not None:
            return []
        own = self._own(self.turn)
        if len(own) < PIECES:
            return sorted(square for square in SQUARES if square not in self.pieces)
        # Four pieces that do not win have at least six neighbours, too many for the other player's
        # four: nobody is ever blocked.
        return sorted(
            f"{start}-{end}" for start in own for end in NEIGHBOURS[start] if end not in self.pieces
        )

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
