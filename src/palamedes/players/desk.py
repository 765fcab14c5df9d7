"""A place for one engine at a time to think, with the engines used last."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from palamedes.core.game import Game
from palamedes.players.player import Player
from palamedes.players.spec import make_engine, make_player
from palamedes.search.analysis import Engine

MOST_ENGINES = 6
Made = TypeVar("Made")


class Desk:
    """An engine cannot search two positions at once, so each desk has engines of its own.

    They have tables in memory, so it keeps only a few.
    """

    def __init__(self) -> None:
        # Most desks are for opponents or for analyses, so one of the two stays empty.
        self._players: OrderedDict[str, Player] = OrderedDict()
        self._engines: OrderedDict[str, Engine] = OrderedDict()

    def player(self, game: Game, spec: str) -> Player:
        return _find(self._players, f"{game.id} {spec}", lambda: make_player(game, spec))

    def engine(self, game: Game, spec: str) -> Engine:
        return _find(self._engines, f"{game.id} {spec}", lambda: make_engine(game, spec))

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do other work that takes the time of an engine."""
        return work(*arguments)


def _find(kept: OrderedDict[str, Made], key: str, make: Callable[[], Made]) -> Made:
    """What is kept under a key, or else newly made; it counts as used last."""
    if key not in kept:
        kept[key] = make()
        if len(kept) > MOST_ENGINES:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]
