"""Files with games: a record (core/record.py), or any number of games as text."""

import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.game_text import NotedGame, games_text
from palamedes.core.game_text_reader import parse_games
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import FindGame, parse_record, read_file, save_record, write_text

SUFFIX = ".game"  # of files with text
LARGEST = 16_000_000  # bytes of such a file: some ten thousand games
START = 100  # bytes of a file that show what it holds
LOOKS_LIKE_TEXT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[[A-Z]")


def is_text(path: Path) -> bool:
    """Whether a file with this name is written as text."""
    return path.suffix.lower() == SUFFIX


def holds_text(path: Path) -> bool:
    """Whether a file seems to hold games as text."""
    return is_text(path) or bool(LOOKS_LIKE_TEXT.match(read_file(path, START)))


def save_match(match: Match, path: Path) -> None:
    """Write a match, whole or not at all: as text, with the date, if the file ends in .game."""
    if is_text(path):
        save_games([NotedGame(match, {"Date": date.today().isoformat()})], path)
    else:
        save_record(match, path)


def save_games(games: Iterable[NotedGame], path: Path) -> None:
    """Write games as text, whole or not at all."""
    write_text(path, games_text(games))


def load_match(path: Path, find_game: FindGame) -> Match:
    """The one match of a file, every part of it checked."""
    games = load_games(path, find_game)
    if len(games) > 1:
        text = _("{path}: there are {count} games in this file; choose one with --game")
        raise PalamedesError(text.format(path=path, count=len(games)))
    return games[0].match


def load_games(path: Path, find_game: FindGame) -> list[NotedGame]:
    """The games of a file, at least one, every part of them checked."""
    data = read_file(path, LARGEST + 1)
    try:
        if not is_text(path) and not LOOKS_LIKE_TEXT.match(data):
            return [NotedGame(parse_record(data, find_game))]
        return parse_games(decoded(data), find_game)
    except PalamedesError as error:
        raise PalamedesError(f"{path}: {error}") from None


def decoded(data: bytes) -> str:
    """The text of a file of which LARGEST + 1 bytes were read; PalamedesError if it is none."""
    if len(data) > LARGEST:
        raise PalamedesError(_("too large: more than {limit} bytes").format(limit=LARGEST))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PalamedesError(_("not a text file")) from None
