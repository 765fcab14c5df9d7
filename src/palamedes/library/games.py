"""Positions and matches: starting, reading, saving."""

from pathlib import Path

from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import load_record, save_record
from palamedes.games import find_game


def start(game: str) -> Position:
    """The start position of a game: `start("morpion:4,beginner")`."""
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
