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

from palamedes.core.display import paint_with

__all__ = [
    "GAMES",
    "Board",
    "Bot",
    "Game",
    "HistoryRules",
    "LearnedRun",
    "Match",
    "NotedGame",
    "OpenEngine",
    "PalamedesError",
    "Playouts",
    "Position",
    "PositionAnalysis",
    "Puzzle",
    "Result",
    "RunningSearch",
    "Score",
    "ScoredLine",
    "Solution",
    "TournamentResult",
    "Tree",
    "analyse",
    "analyse_many",
    "book",
    "divide",
    "draw",
    "engine",
    "evaluate",
    "evaluate_many",
    "explain",
    "find_game",
    "learn",
    "load",
    "load_games",
    "make_book",
    "make_puzzles",
    "new_match",
    "parse",
    "perft",
    "play_game",
    "playouts",
    "playouts_many",
    "puzzles",
    "register",
    "register_engine",
    "register_evaluation",
    "run_bot",
    "save",
    "save_games",
    "set_language",
    "solve",
    "start",
    "svg",
    "tournament",
    "truth",
    "write_report",
]

_MODULES = {
    "GAMES": "palamedes.games",
    "Board": "palamedes.core.board",
    "Bot": "palamedes.players.bot",
    "Game": "palamedes.core.game",
    "HistoryRules": "palamedes.core.history_rules",
    "LearnedRun": "palamedes.library.growing",
    "Match": "palamedes.core.match",
    "NotedGame": "palamedes.core.game_text",
    "OpenEngine": "palamedes.library.engine",
    "PalamedesError": "palamedes.core.errors",
    "Playouts": "palamedes.search.playouts",
    "Position": "palamedes.core.position",
    "PositionAnalysis": "palamedes.library.analysis",
    "Puzzle": "palamedes.solver.puzzles.puzzle",
    "Result": "palamedes.core.history_rules",
    "RunningSearch": "palamedes.library.engine",
    "Score": "palamedes.library.score",
    "ScoredLine": "palamedes.library.analysis",
    "Solution": "palamedes.library.solving",
    "TournamentResult": "palamedes.library.playing",
    "Tree": "palamedes.search.explain",
    "analyse": "palamedes.library.searching",
    "analyse_many": "palamedes.library.searching",
    "book": "palamedes.library.growing",
    "divide": "palamedes.search.perft",
    "draw": "palamedes.ui.terminal",
    "engine": "palamedes.library.engine",
    "evaluate": "palamedes.library.searching",
    "evaluate_many": "palamedes.search.batches",
    "explain": "palamedes.library.searching",
    "find_game": "palamedes.games",
    "learn": "palamedes.library.growing",
    "load": "palamedes.library.games",
    "load_games": "palamedes.library.games",
    "make_book": "palamedes.library.growing",
    "make_puzzles": "palamedes.library.solving",
    "new_match": "palamedes.library.games",
    "parse": "palamedes.library.games",
    "perft": "palamedes.search.perft",
    "play_game": "palamedes.library.playing",
    "playouts": "palamedes.search.playouts",
    "playouts_many": "palamedes.search.batches",
    "puzzles": "palamedes.library.solving",
    "register": "palamedes.games",
    "register_engine": "palamedes.players.engine_plugins",
    "register_evaluation": "palamedes.search.evaluation_plugins",
    "run_bot": "palamedes.library.playing",
    "save": "palamedes.library.games",
    "save_games": "palamedes.library.games",
    "set_language": "palamedes.core.language",
    "solve": "palamedes.library.solving",
    "start": "palamedes.library.games",
    "svg": "palamedes.ui.pictures",
    "tournament": "palamedes.library.playing",
    "truth": "palamedes.library.solving",
    "write_report": "palamedes.ui.report",
}

paint_with("palamedes.ui.notebook", "mimebundle")

if TYPE_CHECKING:  # the same names for type checkers, which do not run `__getattr__`
    from palamedes.core.board import Board
    from palamedes.core.errors import PalamedesError
    from palamedes.core.game import Game
    from palamedes.core.game_text import NotedGame
    from palamedes.core.history_rules import HistoryRules, Result
    from palamedes.core.language import set_language
    from palamedes.core.match import Match
    from palamedes.core.position import Position
    from palamedes.games import GAMES, find_game, register
    from palamedes.library.analysis import PositionAnalysis, ScoredLine
    from palamedes.library.engine import OpenEngine, RunningSearch, engine
    from palamedes.library.games import load, load_games, new_match, parse, save, save_games, start
    from palamedes.library.growing import LearnedRun, book, learn, make_book
    from palamedes.library.playing import TournamentResult, play_game, run_bot, tournament
    from palamedes.library.score import Score
    from palamedes.library.searching import analyse, analyse_many, evaluate, explain
    from palamedes.library.solving import Solution, make_puzzles, puzzles, solve, truth
    from palamedes.players.bot import Bot
    from palamedes.players.engine_plugins import register_engine
    from palamedes.search.batches import evaluate_many, playouts_many
    from palamedes.search.evaluation_plugins import register_evaluation
    from palamedes.search.explain import Tree
    from palamedes.search.perft import divide, perft
    from palamedes.search.playouts import Playouts, playouts
    from palamedes.solver.puzzles.puzzle import Puzzle
    from palamedes.ui.pictures import svg
    from palamedes.ui.report import write_report
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
