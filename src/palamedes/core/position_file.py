"""Files with positions to begin games from or to analyse, one a line, or with games as text.

# Anything after a # at the start of a line is a comment.
c3 d4 b2                       moves from the start of the game, with spaces or commas
5/3O1/2X2/5/5 X                a position
5/3O1/2X2/5/5 X moves b2 a1    moves from a position
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.game_files import LARGEST, decoded, holds_text, load_games
from palamedes.core.game_text_reader import at_line
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import FindGame, read_file

MOVES = "moves"  # stands between a position and moves from there


class PlacedMatch(NamedTuple):
    """A game that has begun, and where it stands in a file: a line, or a game as text."""

    place: int
    match: Match


def read_positions(
    path: Path, game: Game, history: HistoryRules, find_game: FindGame
) -> list[PlacedMatch]:
    """The positions of a file, at least one, each with the moves that led to it.

    PalamedesError names the line that is wrong, or in which the game is over.
    """
    if holds_text(path):
        return _from_games(path, game, history, find_game)
    try:
        lines = decoded(read_file(path, LARGEST + 1)).split("\n")
        found = list(_from_lines(lines, game, history))
        if not found:
            raise PalamedesError(_("there is no position here"))
    except PalamedesError as error:
        raise PalamedesError(f"{path}: {error}") from None
    return found


def _from_lines(lines: list[str], game: Game, history: HistoryRules) -> Iterator[PlacedMatch]:
    for number, line in enumerate(map(str.strip, lines), start=1):
        if line and not line.startswith("#"):
            with at_line(number):
                match = _open(_match_of(line, game, history))
            yield PlacedMatch(number, match)


def _match_of(line: str, game: Game, history: HistoryRules) -> Match:
    text, named, moves = f" {line} ".partition(f" {MOVES} ")
    start = Position.start(game)
    if not named and _begins_with_a_move(start, line):
        text, moves = "", line
    match = Match(Position.parse(game, text.strip()) if text.strip() else start, history)
    for move in moves.replace(",", " ").split():
        match.play(move)
    return match


def _begins_with_a_move(start: Position, line: str) -> bool:
    try:
        start.move_code(line.replace(",", " ").split()[0])
    except (PalamedesError, IndexError):
        return False
    return True


def _from_games(
    path: Path, game: Game, history: HistoryRules, find_game: FindGame
) -> list[PlacedMatch]:
    found = []
    for number, noted in enumerate(load_games(path, find_game), start=1):
        try:
            found.append(PlacedMatch(number, _open(_replayed(noted.match, game, history))))
        except PalamedesError as error:
            text = _("{path}: game {number}: {error}")
            raise PalamedesError(text.format(path=path, number=number, error=error)) from None
    return found


def _replayed(match: Match, game: Game, history: HistoryRules) -> Match:
    """The same moves under other history rules, without times and without a verdict."""
    if match.game != game:
        raise PalamedesError(
            _("this is a game of {found}, not of {game}").format(found=match.game.id, game=game.id)
        )
    again = Match(match.start, history)
    for turn in match.turns:
        again.play(turn.move)
    return again


def _open(match: Match) -> Match:
    if match.result is not None:
        raise PalamedesError(_("the game is over"))
    return match
