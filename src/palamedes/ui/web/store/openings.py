"""What was played from a position, in all games that are over: numbers, and nobody's names."""

from collections import OrderedDict
from collections.abc import Iterable
from math import inf
from time import monotonic
from typing import NamedTuple

from sqlalchemy import Engine, Select, func, select

from palamedes.ui.web.store.models import GameRow, MoveRow
from palamedes.ui.web.store.transactions import checked

MANY = 1000  # games: to count them takes a while, and one more changes little
SECONDS = 60.0  # for which such counts are good enough
REMEMBERED = 256  # positions with many games


class MoveCount(NamedTuple):
    """How many games went on with a move from a position and were won by a player, or by nobody."""

    position: str
    move: str
    winner: int | None
    games: int


class OpeningStore:
    """The games of a database, as openings. It only reads, for one thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._remembered: OrderedDict[tuple[str, frozenset[str]], tuple[float, list[MoveCount]]] = (
            OrderedDict()
        )

    def counts(self, game: str, positions: Iterable[str]) -> list[MoveCount]:
        """All moves played from these positions of a game.

        A game that comes back to a position and goes on with the same move counts once. Where many
        games came by, the newest may be missing.
        """
        key = game, frozenset(positions)
        since, counts = self._remembered.get(key, (-inf, []))
        if monotonic() - since < SECONDS:
            return counts
        with checked(), self._engine.connect() as connection:
            counts = [MoveCount._make(row) for row in connection.execute(counting(*key))]
        if sum(count.games for count in counts) >= MANY:
            self._remembered[key] = monotonic(), counts
            if len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return counts


def counting(game: str, positions: Iterable[str]) -> Select[tuple[str, str, int | None, int]]:
    """The question to the database."""
    played = (
        select(MoveRow.position, MoveRow.move, MoveRow.game_id)
        .where(MoveRow.position.in_(sorted(positions)))
        .distinct()
        .subquery()
    )
    return (
        select(played.c.position, played.c.move, GameRow.winner, func.count())
        .join(GameRow, GameRow.id == played.c.game_id)
        .where(GameRow.game == game, GameRow.reason.is_not(None))
        .group_by(played.c.position, played.c.move, GameRow.winner)
    )
