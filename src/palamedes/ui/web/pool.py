"""Engines for many games: a few think at once, all others wait in line.

An engine cannot look at two matches at the same time, so each place in the pool has engines of its
own, a few at most: they have tables in memory.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeVar

from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.players import FREE, Allowance, Choice, Player, make_engine, make_player
from palamedes.search.analysis import Analysis, Engine, Limits, Report

MOST = 6  # engines that a place keeps
Thing = TypeVar("Thing")


class Place:
    """Somewhere to think, with the engines used there last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Player | Engine] = OrderedDict()

    def player(self, game: Game, spec: str) -> Player:
        return self._find(f"player {game.id} {spec}", lambda: make_player(game, spec))

    def engine(self, game: Game, spec: str) -> Engine:
        return self._find(f"engine {game.id} {spec}", lambda: make_engine(game, spec))

    def _find(self, key: str, make: Callable[[], Thing]) -> Thing:
        if key not in self._kept:
            self._kept[key] = make()  # type: ignore[assignment]
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]  # type: ignore[return-value]


class Pool:
    """So many places; who finds none waits for the next that is free."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._free: SimpleQueue[Place] = SimpleQueue()
        for _place in range(places):
            self._free.put(Place())

    @property
    def busy(self) -> int:
        """How many think now."""
        return self.places - self._free.qsize()

    @contextmanager
    def place(self) -> Iterator[Place]:
        place = self._free.get()
        try:
            yield place
        finally:
            self._free.put(place)


class PooledPlayer(Player):
    """A player that thinks in the pool."""

    def __init__(self, pool: Pool, game: Game, spec: str) -> None:
        make_player(game, spec).close()  # PalamedesError now if there is no such player
        self._pool, self._game, self._spec = pool, game, spec
        self._player: Player | None = None

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        with self._pool.place() as place:
            player = self._player = place.player(self._game, self._spec)
            player.report = self.report
            try:
                return player.choose(match, allowance)
            finally:
                self._player, player.report = None, None

    def stop(self) -> None:
        if (player := self._player) is not None:
            player.stop()


class PooledEngine:
    """An engine for analysis that thinks in the pool."""

    def __init__(self, pool: Pool, game: Game, spec: str) -> None:
        self._pool, self._game, self._spec = pool, game, spec
        self._engine: Engine | None = None

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        with self._pool.place() as place:
            self._engine = place.engine(self._game, self._spec)
            try:
                return self._engine.analyse(match, limits, lines, report)
            finally:
                self._engine = None

    def stop(self) -> None:
        if (engine := self._engine) is not None:
            engine.stop()
