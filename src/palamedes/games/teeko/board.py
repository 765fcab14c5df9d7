"""Teeko: how it looks and how a hand moves. Nothing is special to it: pieces on a square board."""

from palamedes.core.game import State
from palamedes.core.grid import PiecesOnSquares
from palamedes.games.teeko.rules import MEN


class TeekoView(PiecesOnSquares):
    def __init__(self, state: State) -> None:
        super().__init__(state, size=5, men=MEN)
