"""Rated games: between two accounts, or against a level whose strength is known."""

from functools import cache
from typing import Any, Protocol

from fastapi import HTTPException, Request

from palamedes.arena.levels import level_rating
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.games import GAMES
from palamedes.ui.web.visitors import Visitor

MOST_OPEN = 5  # rated games that somebody may have begun and not finished


class Wish(Protocol):
    """Who is to sit in a seat."""

    who: Any
    level: str
    handicap: float


@cache
def rated_games() -> dict[str, Game]:
    """The games in which there are ratings, by their ids: those that we name ourselves."""
    games = [family.make(variant) for family in GAMES for variant in family.variants]
    return {game.id: game for game in games}


@cache
def rated_levels() -> dict[str, list[str]]:
    """The levels that a rated game can be played against, for each game."""
    return {
        game.id: [level for level in game.levels if level_rating(game.id, level) is not None]
        for game in rated_games().values()
    }


def check_rated(
    game: Game, visitor: Visitor, seats: tuple[Wish, Wish], is_from_start: bool
) -> None:
    """HTTPException if a game like this cannot be rated."""
    if visitor.account is None:
        raise HTTPException(401, _("rated games need an account"))
    if game.id not in rated_games() or not is_from_start:
        raise HTTPException(422, _("only games from their usual start are rated"))
    others = [seat for seat in seats if seat.who != "me"]
    if len(others) != 1:
        raise HTTPException(422, _("a rated game is played against somebody else"))
    (other,) = others
    if other.who == "engine" and (other.handicap or other.level not in rated_levels()[game.id]):
        raise HTTPException(422, _("this level has no rating here"))


async def check_open(request: Request, owner: str) -> None:
    """HTTPException for who has left rated games alone, rather than lose them."""
    desk = request.app.state.people
    number = await desk.hall.on_disk(desk.history.open_rated, owner)
    if number >= MOST_OPEN:
        sentence = _("finish your rated games first: {number} are open")
        raise HTTPException(409, sentence.format(number=number))


def name_of(visitor: Visitor, wanted: str, is_rated: bool) -> str:
    """Under what name somebody plays: in rated games under that of the account."""
    if is_rated and visitor.account is None:
        raise HTTPException(401, _("this game is rated: log in to play it"))
    return visitor.name if is_rated else wanted or visitor.name
