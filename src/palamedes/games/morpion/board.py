"""Morpion: how it is drawn and how moves are entered. Why a game has ended."""

import re

from palamedes.core.game import Ending, State
from palamedes.core.grid import PiecesOnSquares
from palamedes.core.language import N_

# By the way a line goes: all of its squares, and some of them in a beginner's game.
FULL = (N_("a full row"), N_("a full column"), N_("a full diagonal"))
PART = (
    N_("{count} pieces in one row"),
    N_("{count} pieces in one column"),
    N_("{count} pieces on one diagonal"),
)


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

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        for number, line in enumerate(state.LINES):  # the rows, the columns, the diagonals
            men = state.other & line
            if men.bit_count() >= state.NEEDED:
                texts = FULL if men == line else PART
                spots = (name for square, name in enumerate(self.names) if men >> square & 1)
                way = min(number // self.size, 2)
                return Ending(texts[way], {"count": men.bit_count()}, tuple(spots))
        return Ending()
