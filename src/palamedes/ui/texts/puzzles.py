"""The tasks of puzzles in words."""

from palamedes.core.language import _, ngettext
from palamedes.solver.puzzles.puzzle import Puzzle
from palamedes.ui.texts.games import player_name

NO_NAMES = ("", "")  # of the players


def goal_sentence(puzzle: Puzzle, turn: int, plies: int) -> str:
    """The task of the solver, `plies` before the end."""
    moves = (plies + 1) // 2
    if puzzle.goal == "save":
        text = _("{player} to play: find the only move that doesn't lose.")
    else:
        text = ngettext(
            "{player} to play and win in {count} move.",
            "{player} to play and win in {count} moves.",
            moves,
        )
    return text.format(player=player_name(NO_NAMES, turn), count=moves)
