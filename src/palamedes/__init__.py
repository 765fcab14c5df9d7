"""Palamedes plays, analyses, solves and benchmarks classic two-player board games.

>>> import palamedes
>>> position = palamedes.start("teeko").play("c3").play("d4")
>>> position.text
'5/3O1/2X2/5/5 X'
>>> palamedes.perft(position, 2)
506

Public names are imported when they are first used: importing everything takes a second of CPU,
most of it numba's, and `palamedes --help` needs none of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "GAMES",
    "Board",
    "Bot",
    "Game",
    "HistoryRules",
    "Match",
    "NotedGame",
    "PalamedesError",
    "Position",
    "Result",
    "divide",
    "draw",
    "find_game",
    "load",
    "load_games",
    "new_match",
    "parse",
    "perft",
    "playouts",
    "run_bot",
    "save",
    "save_games",
    "set_language",
    "start",
]

_MODULES = {
    "GAMES": "palamedes.games",
    "Board": "palamedes.core.board",
    "Bot": "palamedes.players.bot",
    "Game": "palamedes.core.game",
    "HistoryRules": "palamedes.core.history_rules",
    "Match": "palamedes.core.match",
    "NotedGame": "palamedes.core.game_text",
    "PalamedesError": "palamedes.core.errors",
    "Position": "palamedes.core.position",
    "Result": "palamedes.core.history_rules",
    "divide": "palamedes.search.perft",
    "draw": "palamedes.ui.terminal",
    "find_game": "palamedes.games",
    "load": "palamedes.library",
    "load_games": "palamedes.library",
    "new_match": "palamedes.library",
    "parse": "palamedes.library",
    "perft": "palamedes.search.perft",
    "playouts": "palamedes.search.playouts",
    "run_bot": "palamedes.library",
    "save": "palamedes.library",
    "save_games": "palamedes.library",
    "set_language": "palamedes.core.language",
    "start": "palamedes.library",
}

if TYPE_CHECKING:  # the same names for type checkers, which do not run `__getattr__`
    from palamedes.core.board import Board
    from palamedes.core.errors import PalamedesError
    from palamedes.core.game import Game
    from palamedes.core.game_text import NotedGame
    from palamedes.core.history_rules import HistoryRules, Result
    from palamedes.core.language import set_language
    from palamedes.core.match import Match
    from palamedes.core.position import Position
    from palamedes.games import GAMES, find_game
    from palamedes.library import (
        load,
        load_games,
        new_match,
        parse,
        run_bot,
        save,
        save_games,
        start,
    )
    from palamedes.players.bot import Bot
    from palamedes.search.perft import divide, perft
    from palamedes.search.playouts import playouts
    from palamedes.ui.terminal import draw

    __version__: str

else:  # hidden from type checkers, which would take it as a promise of any name

    def __getattr__(name):
        if name == "__version__":
            from importlib.metadata import version

            value = version("palamedes")
        elif name in _MODULES:
            value = getattr(import_module(_MODULES[name]), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *_MODULES, "__version__"})
