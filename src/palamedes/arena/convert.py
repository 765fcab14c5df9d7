"""Converting files with games: records, text, journals of tournaments."""

from pathlib import Path

from palamedes.arena.journal import FORMAT, read_journal
from palamedes.core.errors import PalamedesError
from palamedes.core.game_files import is_text, load_games, save_games
from palamedes.core.game_text import NotedGame
from palamedes.core.language import _
from palamedes.core.record import from_document, read_file, save_record
from palamedes.games import find_game

START_OF_A_JOURNAL = f'{{"format":"{FORMAT}"'.encode()


def convert(source: Path, target: Path) -> int:
    """Write the games of a file to another, as text or as a record; returns how many."""
    games = _games(source)
    if is_text(target):
        save_games(games, target)
    elif len(games) == 1:
        save_record(games[0].match, target)
    else:
        raise PalamedesError(
            _("{path}: only a file whose name ends in .game can hold {count} games").format(
                path=target, count=len(games)
            )
        )
    return len(games)


def _games(path: Path) -> list[NotedGame]:
    """The games of a file of any kind."""
    if read_file(path, len(START_OF_A_JOURNAL)) != START_OF_A_JOURNAL:
        return load_games(path, find_game)
    _plan, games, _size = read_journal(path)
    if not games:
        raise PalamedesError(_("{path}: no game is finished").format(path=path))
    return [
        NotedGame(
            from_document(finished.record, find_game), {"Round": str(finished.fixture.number + 1)}
        )
        for finished in games
    ]
