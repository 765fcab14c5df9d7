"""Morpion: how it is drawn and how moves are entered: pieces on squares, two notations."""

import re

from palamedes.core.game import State
from palamedes.core.grid import PiecesOnSquares


class MorpionView(PiecesOnSquares):
    def __init__(self, state: State) -> None:
        super().__init__(state, size=state.SIZE, men=state.SIZE)

    def canonical(self, typed: str) -> str:
        """Also accepts `row/column` from the top left, `1/1-2/3`, and a space for the dash."""
        text = re.sub(r"([1-6])/([1-6])", self._square, typed.strip().lower())
        return "-".join(re.split(r"\s*-\s*|\s+", text))

    def _square(self, place: re.Match[str]) -> str:
        row, column = int(place[1]), int(place[2])
        if max(row, column) > self.size:
            return place[0]
        return self.rows[row - 1][column - 1]
