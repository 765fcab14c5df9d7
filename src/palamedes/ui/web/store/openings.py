"""The moves played from a position in all finished games: counts only, no names."""

from collections import OrderedDict
from collections.abc import Iterable
from math import inf
from time import monotonic
from typing import NamedTuple

from sqlalchemy import Engine, Select, func, select

from palamedes.ui.web.store.models import GameRow, MoveRow
from palamedes.ui.web.store.transactions import store_errors

MANY_GAMES = 1000  # from here on counts are cached: counting is slow, and one more changes little
CACHE_SECONDS = 60.0
CACHE_SIZE = 256  # positions


class MoveCount(NamedTuple):
    """How many games continued with a move from a position and had this winner (None: a draw)."""

    position: str
    move: str
    winner: int | None
    games: int


class OpeningStore:
    """Openings, counted in the games of a database. Only for one thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._cache: OrderedDict[tuple[str, frozenset[str]], tuple[float, list[MoveCount]]] = (
            OrderedDict()
        )

    def counts(self, game: str, positions: Iterable[str]) -> list[MoveCount]:
        """All moves played from these positions of a game.

        A game that reaches a position twice and continues with the same move counts once. Counts
        of many games come from a cache, so the newest games may be missing.
        """
        key = game, frozenset(positions)
        since, counts = self._cache.get(key, (-inf, []))
        if monotonic() - since < CACHE_SECONDS:
            return counts
        with store_errors(), self._engine.connect() as connection:
            counts = [MoveCount._make(row) for row in connection.execute(counting_query(*key))]
        if sum(count.games for count in counts) >= MANY_GAMES:
            self._cache[key] = monotonic(), counts
            if len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return counts


def counting_query(game: str, positions: Iterable[str]) -> Select[tuple[str, str, int | None, int]]:
    """The database query behind `OpeningStore.counts`."""
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
