"""Positions and matches: starting, reading, saving."""

from collections.abc import Iterable
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.game_files import load_games as load_noted_games
from palamedes.core.game_files import load_match, save_match
from palamedes.core.game_files import save_games as save_noted_games
from palamedes.core.game_text import NotedGame
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.library.arguments import game_of, path_of


def start(game: Game | str) -> Position:
    """The start position of a game: `start("morpion:4,beginner")`."""
    return Position.start(game_of(game))


def parse(game: Game | str, text: str) -> Position:
    """The position that one line of text describes: `parse("teeko", "5/3O1/2X2/5/5 X")`."""
    return Position.parse(game_of(game), text)


def new_match(game: Game | str, players: tuple[str, str] = ("", "")) -> Match:
    """A match from the start of a game under its usual history rules."""
    if (
        not isinstance(players, tuple | list)
        or len(players) != 2
        or not all(isinstance(name, str) for name in players)
    ):
        raise PalamedesError(_("players must be two names"))
    return Match.of(game_of(game), (players[0], players[1]))


def load(path: str | Path) -> Match:
    """Read a saved match, a record or text, checking every part of it."""
    return load_match(path_of(path), find_game)


def load_games(path: str | Path) -> list[NotedGame]:
    """Read all games of a file, with their comments: each has its `match`."""
    return load_noted_games(path_of(path), find_game)


def save(match: Match, path: str | Path) -> None:
    """Write a match to a file, whole or not at all: as text if its name ends in .game."""
    save_match(_match(match), path_of(path))


def save_games(games: Iterable[Match | NotedGame], path: str | Path) -> None:
    """Write games to a file as text, whole or not at all."""
    if isinstance(games, Match | NotedGame) or not isinstance(games, Iterable):
        raise PalamedesError(_("a list of matches is needed"))
    noted = (each if isinstance(each, NotedGame) else NotedGame(_match(each)) for each in games)
    save_noted_games(noted, path_of(path))


def _match(match: Match) -> Match:
    if not isinstance(match, Match):
        raise PalamedesError(_("a match is needed, not {kind}").format(kind=type(match).__name__))
    return match
