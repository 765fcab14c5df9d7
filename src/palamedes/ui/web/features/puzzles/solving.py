"""Solving a puzzle over HTTP: the browser sends all moves so far, and they are replayed."""

from collections.abc import Sequence
from dataclasses import dataclass

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.solver.puzzles.attempt import Attempt
from palamedes.solver.puzzles.puzzle import Puzzle
from palamedes.ui.session.scene import board_at
from palamedes.ui.texts.games import player_name
from palamedes.ui.texts.puzzles import NO_NAMES, goal_sentence
from palamedes.ui.web.features.puzzles.sets import position_of
from palamedes.ui.web.live.documents import Document, board_document, position_document


@dataclass
class ReplayedAttempt:
    """An attempt after some moves, and whether the puzzle is solved."""

    attempt: Attempt
    is_over: bool = False

    def make(self, code: int) -> str:
        """Make a right move; returns the reply to it, or "" if the puzzle is solved."""
        reply = self.attempt.make(code)
        self.is_over = not reply
        return reply


def replay(puzzle: Puzzle, moves: Sequence[str]) -> ReplayedAttempt:
    """The puzzle after some moves of the solver; raises PalamedesError if one is not right."""
    replayed = ReplayedAttempt(Attempt(puzzle, find_game(puzzle.game)))
    for move in moves:
        code = replayed.attempt.position.move_code(move)
        if replayed.is_over or not replayed.attempt.is_right(code):
            raise PalamedesError(_("{move} is not the right move. Try again.").format(move=move))
        replayed.make(code)
    return replayed


def judge(puzzle: Puzzle, moves: Sequence[str]) -> Document:
    """The judgement of the solver's last move, or of the first wrong one.

    Raises PalamedesError if a move is not legal.
    """
    replayed, document = replay(puzzle, ()), Document()
    for move in moves:
        document = _judge(replayed, move)
        if not document["right"]:
            break
    return document


def _judge(replayed: ReplayedAttempt, move: str) -> Document:
    if replayed.is_over:
        raise PalamedesError(_("This puzzle is already solved."))
    attempt = replayed.attempt
    code = attempt.position.move_code(move)
    move = attempt.position.move_text(code)
    if not attempt.is_right(code):
        text = _("{move} is not the right move. Try again.").format(move=move)
        return {"right": False, "solved": False, "text": text}
    made = len(attempt.moves)
    reply = replayed.make(code)
    document = {
        "right": True,
        "solved": replayed.is_over,
        "text": _right_move_text(attempt, move, reply),
        "line": _best_play_text(attempt) if replayed.is_over else "",
        "frames": frames(attempt.puzzle, attempt.moves)[made:],
    }
    if reply:
        turn, left = attempt.position.turn, attempt.plies_left
        document["goal"] = goal_sentence(attempt.puzzle, turn, left)
        document["position"] = position_document(_match(attempt.puzzle, attempt.moves))
    return document


def _right_move_text(attempt: Attempt, move: str, reply: str) -> str:
    if not reply:
        return _("{move} is correct: puzzle solved!").format(move=move)
    player = player_name(NO_NAMES, 1 - attempt.position.turn)
    text = _("{move} is correct. {player} replies {answer}.")
    return text.format(move=move, player=player, answer=reply)


def _best_play_text(attempt: Attempt) -> str:
    """The whole line, if it continues after the moves that the solver had to find."""
    line = attempt.puzzle.line
    if len(attempt.moves) >= len(line):
        return ""
    return _("Best line: {line}").format(line=" ".join(line))


def line_document(puzzle: Puzzle) -> Document:
    """The solution with all its boards."""
    text = _("Best line: {line}").format(line=" ".join(puzzle.line))
    return {"text": text, "frames": frames(puzzle, puzzle.line)}


def frames(puzzle: Puzzle, moves: Sequence[str]) -> list[Document]:
    """The board after each move."""
    match = _match(puzzle, moves)
    return [
        {"move": move, "board": board_document(board_at(match, ply))}
        for ply, move in enumerate(moves, 1)
    ]


def _match(puzzle: Puzzle, moves: Sequence[str]) -> Match:
    position = position_of(puzzle)
    match = Match(position, position.game.history)
    for move in moves:
        match.play(move)
    return match
