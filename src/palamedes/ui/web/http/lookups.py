"""The games and positions that requests name, or the HTTP error if they are not valid."""

from typing import Annotated

from fastapi import HTTPException
from pydantic import BaseModel, ConfigDict, StringConstraints

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game

MOST_MOVES = 200  # of one request: each is made again to find the position


class PositionQuery(BaseModel):
    """A position of a game: the given one, or else the start, after some moves."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    position: Annotated[str, StringConstraints(max_length=400)] | None = None
    moves: Annotated[str, StringConstraints(max_length=4000)] = ""


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


def match_or_422(game: Game, query: PositionQuery) -> Match:
    """The match in which a query's moves were made; HTTP error 422 if they cannot be."""
    text, moves = query.position, query.moves.split()
    if len(moves) > MOST_MOVES:
        raise HTTPException(422, _("Too many moves."))
    start = Position.start(game) if text is None else parse_position_or_422(game, text)
    match = Match(start, game.history)
    try:
        for move in moves:
            match.play(move)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    return match
