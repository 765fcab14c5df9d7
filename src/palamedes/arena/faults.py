"""What went wrong in the games of a player: each fault with its position, and the slowest moves."""

from collections.abc import Iterable, Sequence
from heapq import nlargest
from pathlib import Path
from typing import NamedTuple

from palamedes.arena.diagnosis import Diagnosis, diagnose
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.journal import stderr_file
from palamedes.arena.standings import FAILURES
from palamedes.core.game import Game
from palamedes.core.position import Position

STDERR_LINES = 15


class Fault(NamedTuple):
    """A game that a player lost other than on the board.

    stderr: the last lines that the player had printed there, from outside. position: the one in
    which it happened.
    """

    game: FinishedGame
    reason: str
    diagnosis: Diagnosis
    stderr: tuple[str, ...]
    position: Position


class SlowMove(NamedTuple):
    """A move that took long, by its place in the game; without a move, the one that never came."""

    game: FinishedGame
    ply: int
    move: str | None
    seconds: float | None


def games_of(place: int, games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """The games of a player, in the order of the plan."""
    own = (each for each in games if place in (each.fixture.first, each.fixture.second))
    return sorted(own, key=lambda each: each.fixture.number)


def faults_of(game: Game, place: int, games: Sequence[FinishedGame], journal: Path) -> list[Fault]:
    """The faults of a player in its games; what it printed is kept beside the journal."""
    found = []
    for each in games:
        if each.reason in FAILURES and each.score_of(place) == 0:
            stderr = _last_lines(stderr_file(journal, each, _seat(place, each)))
            diagnosis = diagnose(each, place, "\n".join(stderr))
            assert diagnosis is not None
            found.append(Fault(each, each.reason, diagnosis, stderr, _last_position(game, each)))
    return found


def slowest_moves(place: int, games: Sequence[FinishedGame], count: int) -> list[SlowMove]:
    """The moves that lost on time, and then the slowest others; `count` in all, at most."""
    late = [
        SlowMove(each, len(each.moves), None, each.record["result"].get("seconds"))
        for each in games
        if each.reason == "timeout" and each.score_of(place) == 0
    ]
    made = [
        SlowMove(each, ply, each.moves[ply], spent)
        for each in games
        for ply, spent in enumerate(each.record["seconds"])
        if spent is not None and ply % 2 == _seat(place, each)
    ]
    slowest = nlargest(count, made, key=lambda move: move.seconds or 0.0)
    return [*late[: count // 2], *slowest][:count]


def _seat(place: int, game: FinishedGame) -> int:
    return int(place == game.fixture.second)


def _last_position(game: Game, finished: FinishedGame) -> Position:
    position = Position.parse(game, finished.record["start"])
    for move in finished.moves:
        position = position.play(position.move_code(move))
    return position


def _last_lines(path: Path) -> tuple[str, ...]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(text.splitlines()[-STDERR_LINES:])
