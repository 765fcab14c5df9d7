"""The six games written a second time, slowly and plainly, to judge the fast ones by.

Nothing here shares code or representation with `palamedes`: positions are dicts of square names,
moves are the strings of the notation, rules are loops. A reference object never changes; `play`
gives a new one. Only the rules of the position are known here: repetition and move limits belong
to the match.
"""

from collections.abc import Mapping
from typing import Any, Protocol, Self

from . import awale, morpion, morris, nim, teeko, ultimate


class Rules(Protocol):
    """What every reference offers."""

    def __init__(self, variant: str = "") -> None: ...

    @property
    def turn(self) -> int:
        """Who moves: 0 for player 1, 1 for player 2."""

    @classmethod
    def at(cls, variant: str, contents: Mapping[str, Any], turn: int) -> Self:
        """The position that `contents` describes, with `turn` to move."""

    def moves(self) -> list[str]:
        """The legal moves, sorted as strings; none when the game is over."""

    def play(self, move: str) -> Self:
        """The position after `move`; ValueError when it is not legal."""

    def result(self) -> int | None:
        """None while the game goes on, 0 or 1 for the winner, -1 for a draw."""

    def contents(self) -> dict[str, object]:
        """What stands where."""


REFERENCES: dict[str, type[Rules]] = {
    "morpion": morpion.Reference,
    "teeko": teeko.Reference,
    "ultimate": ultimate.Reference,
    "morris": morris.Reference,
    "awale": awale.Reference,
    "nim": nim.Reference,
}


def perft(reference: Rules, depth: int) -> int:
    """Count the legal sequences of exactly `depth` moves."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(reference.moves())
    return sum(perft(reference.play(move), depth - 1) for move in reference.moves())
