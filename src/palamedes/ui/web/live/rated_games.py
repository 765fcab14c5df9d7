"""Rated games: between two accounts, or against a level that has a rating."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from secrets import randbelow
from typing import Any, Protocol, TypeVar

from fastapi import HTTPException

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.games import all_games
from palamedes.players import needs_tables
from palamedes.players.ladder import find_step, is_step, ladder, level_rating
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.processes.others import OtherProcesses
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.history import HistoryStore

MOST_OPEN = 5  # unfinished rated games per owner
NODES = 1_000_000  # per move of a level that is otherwise limited by time: about a second


class SeatChoice(Protocol):
    """The choice of a player for one side."""

    who: Any
    level: str
    handicap: float


Player = TypeVar("Player")


@cache
def rated_games() -> dict[str, Game]:
    """The games that have ratings, by id: all listed variants."""
    return {game.id: game for game in all_games()}


def rated_levels() -> dict[str, list[str]]:
    """The levels and steps that can be played in a rated game on this server, by game."""
    return {
        game.id: [
            level
            for level in (*game.levels, *(step.name for step in ladder(game)))
            if level_rating(game.id, level) is not None and not needs_tables(game, level)
        ]
        for game in rated_games().values()
    }


def rated_spec(game: Game, spec: str) -> str:
    """The spec of a level or step in a rated game: limited by nodes, never by time.

    Otherwise whoever keeps the machine busy would meet a weaker opponent.
    """
    level = find_step(game, spec).spec if is_step(spec) else spec
    is_timed = "time=" in game.levels.get(level, "")
    return f"{spec}:nodes={NODES},time=86400" if is_timed else spec


def check_rated(
    game: Game, visitor: Visitor, seats: tuple[SeatChoice, SeatChoice], is_from_start: bool
) -> None:
    """Raises HTTPException if such a game cannot be rated."""
    if visitor.account is None:
        raise HTTPException(401, _("You need an account to play rated games."))
    if game.id not in rated_games() or not is_from_start:
        raise HTTPException(422, _("Only games from the usual starting position can be rated."))
    others = [seat for seat in seats if seat.who != "me"]
    if len(others) != 1:
        raise HTTPException(
            422, _("Only games against the computer or another player can be rated.")
        )
    (other,) = others
    if other.who == "engine" and (other.handicap or level_rating(game.id, other.level) is None):
        raise HTTPException(422, _("Games against this level cannot be rated."))


def drawn_sides(sides: tuple[Player, Player]) -> tuple[Player, Player]:
    """A person and a level in random order.

    A level's rating is for both sides together, so a player may not choose the better one. Nor by
    resigning at once: against a level such a game counts (`store/ratings.py`).
    """
    return (sides[1], sides[0]) if randbelow(2) else sides


class RatedGames:
    """Limits the number of unfinished rated games: leaving a lost game must not be a way out."""

    def __init__(self, threads: FairThreads, history: HistoryStore, others: OtherProcesses) -> None:
        """`threads` read the database."""
        self._threads, self._history, self._others = threads, history, others
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def limit_open_games(self, *owners: str) -> AsyncIterator[None]:
        """Start a rated game inside this block, in which nobody else starts one.

        Raises HTTPException if an owner has too many unfinished ones; the first owner is asking.
        """
        async with self._lock, self._others.alone("starting rated games"):
            for owner in owners:
                count = self._history.unfinished_rated_games
                number = await self._threads.run(owner, count, owner)
                if number >= MOST_OPEN:
                    raise HTTPException(409, _too_many(number, owner == owners[0]))
            yield


def _too_many(number: int, is_own: bool) -> str:
    if not is_own:
        return _("Your opponent has too many unfinished rated games.")
    return _("You have {number} unfinished rated games. Finish one of them first.").format(
        number=number
    )


def playing_name(visitor: Visitor, name: str, is_rated: bool) -> str:
    """The name a visitor plays under: the account's, or else the given one."""
    if is_rated and visitor.account is None:
        raise HTTPException(401, _("This game is rated. Log in to join it."))
    return visitor.name or name
