"""What a request names: the thing, or the refusal that there is none."""

from fastapi import HTTPException

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.position import Position
from palamedes.games import find_game


def game_named(name: str) -> Game:
    """The game of a name; 404 if there is none."""
    try:
        return find_game(name)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None


def position_written(game: Game, text: str) -> Position:
    """The position of a text; 422 if it is none of the game."""
    try:
        return Position.parse(game, text)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
