"""Teeko: how it is drawn and how moves are entered: pieces on squares. Why a game has ended."""

from palamedes.core.game import Ending, State
from palamedes.core.grid import PiecesOnSquares
from palamedes.core.language import N_
from palamedes.games.teeko.rules import COLUMN, FALLING, MEN, RISING, ROW, SQUARE_2


class TeekoView(PiecesOnSquares):
    def __init__(self, state: State) -> None:
        super().__init__(state, size=5, men=MEN)

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        for shape in state.SHAPES:
            second, third, fourth, starts = shape
            men = state.other
            found = men & men >> second & men >> third & men >> fourth & starts
            if found:
                first = found.bit_length() - 1
                squares = (first, first + second, first + third, first + fourth)
                return Ending(_text(shape), spots=tuple(self.names[each] for each in squares))
        return Ending()


def _text(shape: tuple[int, int, int, int]) -> str:
    if shape in (ROW, COLUMN, RISING, FALLING):
        return N_("four in a row")
    if shape == SQUARE_2:
        return N_("a square of four")
    return N_("the four corners of a square")
