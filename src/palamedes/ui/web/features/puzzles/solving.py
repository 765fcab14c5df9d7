"""A puzzle being solved from afar: whatever is not said by the browser is worked out again."""

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
from palamedes.ui.web.features.puzzles.sets import NOBODY, goal_sentence, position_of
from palamedes.ui.web.live.documents import Document, board_document, position_document


@dataclass
class RemoteAttempt:
    """An attempt, and whether it has come to its end."""

    attempt: Attempt
    is_over: bool = False

    def make(self, code: int) -> str:
        """Make a right move: the answer to it, or nothing if the puzzle is solved."""
        reply = self.attempt.make(code)
        self.is_over = not reply
        return reply


def sit(puzzle: Puzzle, moves: Sequence[str]) -> RemoteAttempt:
    """The puzzle after some right moves of the solver; PalamedesError if they are not."""
    sitting = RemoteAttempt(Attempt(puzzle, find_game(puzzle.game)))
    for move in moves:
        code = sitting.attempt.position.move_code(move)
        if sitting.is_over or not sitting.attempt.is_right(code):
            raise PalamedesError(_("{move} is not the right move. Try again.").format(move=move))
        sitting.make(code)
    return sitting


def judge(puzzle: Puzzle, moves: Sequence[str]) -> Document:
    """What comes of the moves of the solver: of the last one, or of the first that is wrong.

    PalamedesError if a move before that is not legal.
    """
    sitting, document = sit(puzzle, ()), Document()
    for move in moves:
        document = _judge(sitting, move)
        if not document["right"]:
            break
    return document


def _judge(sitting: RemoteAttempt, move: str) -> Document:
    if sitting.is_over:
        raise PalamedesError(_("This puzzle is already solved."))
    attempt = sitting.attempt
    code = attempt.position.move_code(move)
    text = attempt.position.move_text(code)
    if not attempt.is_right(code):
        complaint = _("{move} is not the right move. Try again.").format(move=text)
        return {"right": False, "solved": False, "text": complaint}
    made = len(attempt.moves)
    reply = sitting.make(code)
    document = {
        "right": True,
        "solved": sitting.is_over,
        "text": _praise(attempt, text, reply),
        "line": _rest(attempt) if sitting.is_over else "",
        "frames": frames(attempt.puzzle, attempt.moves)[made:],
    }
    if reply:
        turn, left = attempt.position.turn, attempt.plies_left
        document["goal"] = goal_sentence(attempt.puzzle, turn, left)
        document["position"] = position_document(_match(attempt.puzzle, attempt.moves))
    return document


def _praise(attempt: Attempt, move: str, reply: str) -> str:
    if not reply:
        return _("{move} is correct: puzzle solved!").format(move=move)
    player = player_name(NOBODY, 1 - attempt.position.turn)
    text = _("{move} is correct. {player} replies {answer}.")
    return text.format(move=move, player=player, answer=reply)


def _rest(attempt: Attempt) -> str:
    """The whole line, where it goes on after the last move that was asked for."""
    line = attempt.puzzle.line
    if len(attempt.moves) >= len(line):
        return ""
    return _("Best line: {line}").format(line=" ".join(line))


def line_document(puzzle: Puzzle) -> Document:
    """The solution, move by move."""
    text = _("Best line: {line}").format(line=" ".join(puzzle.line))
    return {"text": text, "frames": frames(puzzle, puzzle.line)}


def frames(puzzle: Puzzle, moves: Sequence[str]) -> list[Document]:
    """The board after each of some moves."""
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
