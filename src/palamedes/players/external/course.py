"""The referee's side of the protocol of the coloured awalé's course.

A program is started with the argument `Joueur1` or `Joueur2`, reads `START` or the opponent's last
move, and answers with its own. Programs announce the end of a game in many ways: `RESULT` instead
of the move, on a second line, a turn late, or never. All are accepted: the arena keeps the board.
"""

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players.external.player import ProgramPlayer
from palamedes.players.external.program import Program
from palamedes.players.player import Allowance, Choice, PlayerError, illegal_move

GAME = "awale"
SIDES = ("Joueur1", "Joueur2")


class CoursePlayer(ProgramPlayer):
    """A program that speaks the course protocol; it can only play from the usual start."""

    def arguments(self, seat: int) -> list[str]:
        return [SIDES[seat]]

    def greet(self, program: Program, match: Match, seat: int) -> None:
        if not can_begin(match):
            raise PlayerError("disqualified", "the course protocol knows only the usual start")

    def answer(self, program: Program, match: Match, allowance: Allowance) -> Choice:
        program.discard_pending()
        program.send(match.turns[-1].move if match.turns else "START")
        while True:
            line = program.read()
            if line and not _is_late(line, match):
                return Choice(_move_of(line, match.position))

    def take_leave(self, program: Program, match: Match) -> None:
        """Send the opponent's last move if it ended the game, then `END`."""
        if match.turns and match.position.turn == self.seat:
            program.send(match.turns[-1].move)
        program.send("END")


def can_begin(match: Match) -> bool:
    """Whether a match is at the usual start, where this protocol begins."""
    return not match.turns and match.start == Position.start(match.game)


def _is_late(line: str, match: Match) -> bool:
    """Whether a line is a late `RESULT` for a move that was made before."""
    words = line.upper().split()
    earlier = [turn.move for turn in match.turns[-2:]]
    return words[0] == "RESULT" and words[1:2] != [] and words[1] in earlier


def _move_of(line: str, position: Position) -> int:
    words = line.split()
    move = words[1] if words[0].upper() == "RESULT" and len(words) > 1 else line
    try:
        return position.move_code(move)
    except PalamedesError:
        raise illegal_move(position, line) from None
