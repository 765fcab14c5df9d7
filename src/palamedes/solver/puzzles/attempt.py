"""A puzzle while it is being solved, for any front end."""

from random import Random

from palamedes.core.game import Game
from palamedes.core.position import Position
from palamedes.search.evaluations import Nothing
from palamedes.search.fixed_depth import ExactSearch
from palamedes.solver.puzzles.puzzle import Puzzle

PLAYED_OUT = 5  # plies; a longer win counts as solved after its first move
CANDIDATES = 3  # in a hint


class Attempt:
    """The right moves made so far, each with the opponent's answer."""

    def __init__(self, puzzle: Puzzle, game: Game) -> None:
        self.puzzle = puzzle
        self.position = Position.parse(game, puzzle.position)
        self.moves: list[str] = []

    @property
    def plies_left(self) -> int:
        return self.puzzle.plies - len(self.moves)

    def is_right(self, code: int) -> bool:
        """Whether a legal move is the solution or, later on, wins as soon as promised."""
        if not self.moves:
            return self.position.move_text(code) == self.puzzle.solution
        after = self.position.play(code).result
        return (after and after.winner) == self.position.turn or code in self._best_moves()

    def make(self, code: int) -> str:
        """Make a right move; returns the opponent's answer, or "" if the puzzle is solved.

        A puzzle from a file that promises too much ends with the promised plies, or with the game.
        """
        self._play(code)
        is_long = self.puzzle.plies > PLAYED_OUT or self.puzzle.goal == "save"
        if is_long or self.position.result is not None or self.plies_left < 2:
            return ""
        answer = self._answer()
        if self.position.play(answer).result is not None:
            return ""
        return self._play(answer)

    def hint(self) -> list[str]:
        """A few moves, one of which is right."""
        choice = Random(f"{self.puzzle.position} {len(self.moves)}")
        right = [code for code in self.position.codes if self.is_right(code)]
        wrong = [code for code in self.position.codes if code not in right]
        codes = [right[0], *choice.sample(wrong, min(CANDIDATES - 1, len(wrong)))]
        return sorted(map(self.position.move_text, codes))

    def _play(self, code: int) -> str:
        self.moves.append(self.position.move_text(code))
        self.position = self.position.play(code)
        return self.moves[-1]

    def _answer(self) -> int:
        """The best defence: the puzzle's line, unless the player has left it."""
        made = len(self.moves)
        if tuple(self.moves) == self.puzzle.line[:made] and made < len(self.puzzle.line):
            return self.position.move_code(self.puzzle.line[made])
        return self._best_moves()[0]

    def _best_moves(self) -> tuple[int, ...]:
        """The moves that win soonest or resist longest: a full search to the end."""
        return ExactSearch(Nothing(), self.plies_left).best_moves(self.position).codes
