"""Moves as a line tells them."""

from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.search.score import ESTIMATE, score_text
from palamedes.ui.texts.games import player_name


def move_line(match: Match, ply: int) -> str:
    """A move by its number, counted from 1, and who made it."""
    player = player_name(match.players, match.positions[ply - 1].turn)
    line = _("{number}. {player}: {move}")
    return line.format(number=ply, player=player, move=match.turns[ply - 1].move)


def sight(thought: Thought | None) -> str:
    """What an engine saw when it chose, in brackets; the tables see without looking ahead."""
    if thought is None:
        return ""
    score = score_text(thought.score, is_true=thought.depth == 0)
    if thought.depth == 0 or abs(thought.score) >= ESTIMATE:
        return f" ({score})"
    return _(" ({score}, depth {depth})").format(score=score, depth=thought.depth)
