"""Rated games: between two accounts, or against a level whose strength is known."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from secrets import randbelow
from typing import Any, Protocol, TypeVar

from fastapi import HTTPException

from palamedes.arena.level_ratings import level_rating
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.games import GAMES
from palamedes.players import needs_tables
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.history import HistoryStore

OnDisk = Callable[..., Awaitable[Any]]

MOST_OPEN = 5  # rated games that somebody may have begun and not finished


class SeatChoice(Protocol):
    """Who is to sit in a seat."""

    who: Any
    level: str
    handicap: float


W = TypeVar("W", bound=SeatChoice)


@cache
def rated_games() -> dict[str, Game]:
    """The games in which there are ratings, by their ids: those that we name ourselves."""
    games = [family.make(variant) for family in GAMES for variant in family.variants]
    return {game.id: game for game in games}


def rated_levels() -> dict[str, list[str]]:
    """The levels that a rated game can be played against here and now, for each game."""
    return {
        game.id: [
            level
            for level in game.levels
            if level_rating(game.id, level) is not None and not needs_tables(game, level)
        ]
        for game in rated_games().values()
    }


def check_rated(
    game: Game, visitor: Visitor, seats: tuple[SeatChoice, SeatChoice], is_from_start: bool
) -> None:
    """HTTPException if a game like this cannot be rated."""
    if visitor.account is None:
        raise HTTPException(401, _("You need an account to play rated games."))
    if game.id not in rated_games() or not is_from_start:
        raise HTTPException(422, _("Only games from the usual starting position can be rated."))
    others = [seat for seat in seats if seat.who != "me"]
    if len(others) != 1:
        raise HTTPException(
            422, _("A rated game is played against the computer or another player.")
        )
    (other,) = others
    if other.who == "engine" and (other.handicap or level_rating(game.id, other.level) is None):
        raise HTTPException(422, _("Games against this level cannot be rated."))


def sides_by_lot(seats: tuple[W, W]) -> tuple[W, W]:
    """Where each sits in a rated game. A level's rating is that of both sides together, so nobody
    chooses the better one against it."""
    is_swapped = any(seat.who == "engine" for seat in seats) and randbelow(2) == 1
    return (seats[1], seats[0]) if is_swapped else seats


class RatedGames:
    """Counts the rated games that somebody has begun and not finished."""

    def __init__(self, on_disk: OnDisk, history: HistoryStore) -> None:
        self._on_disk, self._history = on_disk, history
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def beginning(self, *owners: str) -> AsyncIterator[None]:
        """Keep others from beginning rated games while these people do; the first one asks.

        HTTPException for people who leave games unfinished rather than lose them.
        """
        async with self._lock:
            for owner in owners:
                number = await self._on_disk(self._history.open_rated, owner)
                if number >= MOST_OPEN:
                    raise HTTPException(409, _too_many(number, owner == owners[0]))
            yield


def _too_many(number: int, is_own: bool) -> str:
    if not is_own:
        return _("Your opponent has too many unfinished rated games.")
    return _("You have {number} unfinished rated games. Finish one of them first.").format(
        number=number
    )


def name_of(visitor: Visitor, wanted: str, is_rated: bool) -> str:
    """Under what name somebody plays: that of the account, for who has one."""
    if is_rated and visitor.account is None:
        raise HTTPException(401, _("This game is rated. Log in to join it."))
    return visitor.name or wanted
