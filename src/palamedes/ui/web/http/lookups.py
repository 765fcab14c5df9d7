"""The games and positions that requests name, or the HTTP error if they are not valid."""

from fastapi import HTTPException

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.position import Position
from palamedes.games import find_game


def find_game_or_404(name: str) -> Game:
    """The game with this name; HTTP error 404 if not found."""
    try:
        return find_game(name)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None


def parse_position_or_422(game: Game, text: str) -> Position:
    """The position that a text describes; HTTP error 422 if it is not valid in the game."""
    try:
        return Position.parse(game, text)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
