"""Moves as text: one line for a move, columns of legal moves, the score sheet of a game."""

from collections.abc import Sequence

from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.search.score import ESTIMATE, score_text
from palamedes.ui.texts.games import player_name


def move_line(match: Match, ply: int) -> str:
    """Name a move by its number, counted from 1, and its player."""
    player = player_name(match.players, match.positions[ply - 1].turn)
    line = _("{number}. {player}: {move}")
    return line.format(number=ply, player=player, move=match.turns[ply - 1].move)


def thought_text(thought: Thought | None) -> str:
    """Return in brackets what an engine saw when it moved: its score and, unless proven, depth."""
    if thought is None:
        return ""
    score = score_text(thought.score, is_true=thought.depth == 0)
    if thought.depth == 0 or abs(thought.score) >= ESTIMATE:  # from a table, or proven
        return f" ({score})"
    return _(" ({score}, depth {depth})").format(score=score, depth=thought.depth)


def in_columns(words: Sequence[str], width: int) -> str:
    """Lay words out row by row in as many columns as fit into `width`."""
    column = max(map(len, words), default=0) + 2
    per_row = max(1, (width + 2) // column)
    rows = [words[first : first + per_row] for first in range(0, len(words), per_row)]
    return "\n".join("".join(word.ljust(column) for word in row).rstrip() for row in rows)


def score_sheet(match: Match) -> str:
    """List the moves, numbered, in a column for each player; `...` if the second moved first."""
    moves = [turn.move for turn in match.turns]
    if match.start.turn == 1:
        moves.insert(0, "...")
    first, second = moves[::2], [*moves[1::2], ""]
    names = [player_name(match.players, player) for player in (0, 1)]
    column = max(map(len, [*first, names[0]])) + 2
    number = len(str(len(first)))
    rows = [f"{'':{number}}  {names[0]:{column}}{names[1]}"]
    rows += [
        f"{row:{number}}. {one:{column}}{two}".rstrip()
        for row, (one, two) in enumerate(zip(first, second, strict=False), start=1)
    ]
    return "\n".join(rows)
