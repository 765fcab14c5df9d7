"""The referee of the coloured awalé's course: its time limits and what it prints."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from palamedes.arena.plan import GameTerms
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players.external.course import SIDES

NAMES = ("A", "B")
MOVE, FIRST_MOVE = 2.0, 10.0  # seconds


def course_terms(game: Game, move: float = MOVE, first: float = FIRST_MOVE) -> GameTerms:
    """Two seconds per move, ten for each player's first move."""
    return GameTerms(game.history, move=move, first=first)


def start_line(command: Sequence[str], seat: int) -> str:
    """How a program is started."""
    line = _("{name}: runs {command} in {folder}, without a shell")
    text = shlex.join([*command, SIDES[seat]])
    return line.format(name=NAMES[seat], command=text, folder=Path.cwd())


def move_line(match: Match) -> str:
    """The last move: `A -> 3R [42 ms]`."""
    mover = 1 - match.position.turn
    turn = match.turns[-1]
    return f"{NAMES[mover]} -> {turn.move} [{round((turn.seconds or 0) * 1000)} ms]"


def result_lines(match: Match) -> list[str]:
    """How the match ended: a line for a disqualification, then `RESULT ... SCORE1 SCORE2`."""
    assert match.result is not None
    scores = [counter.value for counter in match.position.board().counters]
    lines = []
    if match.verdict is not None and match.verdict.winner is not None:
        what = "DISQUALIFIED"
        loser = NAMES[1 - match.verdict.winner]
        lines.append(f"{loser} is disqualified: {match.verdict.reason}, {match.detail}")
    elif match.result.reason == "limit":
        what = "LIMIT"
    else:
        what = match.turns[-1].move if match.turns else "BLOCKED"
    return [*lines, f"RESULT {what} {scores[0]} {scores[1]}"]
