"""The referee of the coloured awalé's course: its time limits and what it prints."""

from palamedes.arena.plan import GameTerms
from palamedes.core.game import Game
from palamedes.core.match import Match

NAMES = ("A", "B")
MOVE, FIRST_MOVE = 2.0, 10.0  # seconds


def course_terms(game: Game, move: float = MOVE, first: float = FIRST_MOVE) -> GameTerms:
    """Two seconds per move, ten for each player's first move."""
    return GameTerms(game.history, move=move, first=first)


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
