"""Palamedes plays, analyses, solves and benchmarks classic two-player board games.

>>> import palamedes
>>> position = palamedes.start("teeko").play("c3").play("d4")
>>> position.text
'5/3O1/2X2/5/5 X'
>>> palamedes.perft(position, 2)
506
"""

from importlib.metadata import version
from pathlib import Path

from palamedes.core.board import Board
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.history import HistoryRules, Result
from palamedes.core.language import set_language
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import load_record, save_record
from palamedes.games import GAMES, find_game
from palamedes.players.bot import Bot
from palamedes.search.perft import divide, perft
from palamedes.search.playouts import playouts
from palamedes.ui.terminal import draw

__version__ = version("palamedes")

__all__ = [
    "GAMES",
    "Board",
    "Bot",
    "Game",
    "HistoryRules",
    "Match",
    "PalamedesError",
    "Position",
    "Result",
    "divide",
    "draw",
    "find_game",
    "load",
    "new_match",
    "parse",
    "perft",
    "playouts",
    "run_bot",
    "save",
    "set_language",
    "start",
]


def start(game: str) -> Position:
    """The position a game starts from: `start("morpion:4,beginner")`."""
    return Position.start(find_game(game))


def parse(game: str, text: str) -> Position:
    """The position that one line of text describes: `parse("teeko", "5/3O1/2X2/5/5 X")`."""
    return Position.parse(find_game(game), text)


def new_match(game: str, players: tuple[str, str] = ("", "")) -> Match:
    """A match from the start of a game under its usual history rules."""
    return Match.of(find_game(game), players)


def load(path: str | Path) -> Match:
    """Read a saved match, checking every part of it."""
    return load_record(Path(path), find_game)


def save(match: Match, path: str | Path) -> None:
    """Write a match to a file, whole or not at all."""
    save_record(match, Path(path))


def run_bot(kind: type[Bot]) -> None:
    """Be a program that is this bot: it speaks UGI for the game named as the first argument."""
    from palamedes.arena.kit.run import run_as_program  # few need it, and it takes time

    run_as_program(kind)
