"""Teeko: how it is drawn and how moves are entered: pieces on squares, nothing special."""

from palamedes.core.game import State
from palamedes.core.grid import PiecesOnSquares
from palamedes.games.teeko.rules import MEN


class TeekoView(PiecesOnSquares):
    def __init__(self, state: State) -> None:
        super().__init__(state, size=5, men=MEN)
