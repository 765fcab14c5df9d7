"""A lesson being taken. Texts are in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import randrange

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.lesson import Find, SmallGame, Step
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.lessons.course import Course
from palamedes.players import make_player


@dataclass(frozen=True)
class Answer:
    """What a move has led to. A wrong move changes nothing: the learner tries again.

    `match` has the moves to show, those from ply `made` on: the learner's, wrong or right, and the
    opponent's answer.
    """

    is_right: bool
    text: str
    match: Match
    made: int


class StepRun:
    """One step being worked on. Only `answer` and `restart` change it."""

    def __init__(self, course: Course, number: int, seed: int | None = None) -> None:
        """`seed` is for the opponent of a small game; None: a random one."""
        self.course, self.number = course, number
        self._seed = randrange(2**32) if seed is None else seed
        self._start = course.start_of(number)
        self.restart()

    @classmethod
    def replay(cls, course: Course, number: int, moves: Sequence[str]) -> "StepRun":
        """The step after moves of both sides; PalamedesError if they cannot have been made."""
        run = cls(course, number)
        played = list(moves)
        while len(run.moves) < len(played):
            if not run.can_move:
                raise PalamedesError(_("These are not the moves of this step."))
            run._repeat(played)
        is_learners_turn = run.position.turn == run.learner or not run.can_move
        if list(run.moves) != played or not is_learners_turn:
            raise PalamedesError(_("These are not the moves of this step."))
        return run

    def restart(self) -> None:
        """Go back to the position of the step."""
        self.match = Match(self._start, self._start.game.history)
        self.is_done = self.step.goal == ()

    @property
    def step(self) -> Step:
        return self.course.steps[self.number - 1]

    @property
    def learner(self) -> int:
        """The learner's side: the player to move first."""
        return self._start.turn

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves so far, of both sides."""
        return tuple(turn.move for turn in self.match.turns)

    @property
    def can_move(self) -> bool:
        """Whether a move of the learner is awaited."""
        return not self.is_done and self.match.result is None

    @property
    def is_lost(self) -> bool:
        """Whether the game is over and the step is not done: it has to be tried again."""
        return not self.is_done and self.match.result is not None

    @property
    def spots(self) -> tuple[str, ...]:
        """The spots to point at: those of the step, until something was moved."""
        return self.step.spots if not self.match.turns else ()

    @property
    def solution(self) -> str:
        """A right move; "" in a small game, and where no move is awaited."""
        find = self._wanted
        return "" if find is None or not self.can_move else find.accepted[0]

    def hint(self) -> tuple[str, ...]:
        """The spots that the solution touches, in order."""
        if not self.solution:
            return ()
        code = self.position.move_code(self.solution)
        return next(path for path, each in self.position.touches.items() if each == code)

    def answer(self, typed: str) -> Answer:
        """Judge a move of the learner; PalamedesError if it is not legal or none is awaited."""
        if not self.can_move:
            raise PalamedesError(_("This step is already done."))
        code = self.position.move_code(typed)
        find = self._wanted
        return self._play_on(code) if find is None else self._judge(find, code)

    @property
    def _wanted(self) -> Find | None:
        """What is to be found now; None in a small game."""
        goal = self.step.goal
        return None if isinstance(goal, SmallGame) or not goal else goal[len(self.match.turns) // 2]

    def _judge(self, find: Find, code: int) -> Answer:
        move, made = self.position.move_text(code), len(self.moves)
        if move not in find.accepted:
            texts = {wrong.move: wrong.text for wrong in find.wrong}
            tried = self.match.copy()
            tried.play(code)
            return Answer(False, _(texts.get(move, find.otherwise)), tried, made)
        self.match.play(code)
        if find.reply:
            self.match.play(find.reply)
        else:
            self.is_done = True
        return Answer(True, _(find.praise), self.match, made)

    def _play_on(self, code: int) -> Answer:
        made = len(self.moves)
        self.match.play(code)
        if self.match.result is None:
            player = make_player(
                self._start.game, self._goal.opponent, self._seed + len(self.moves)
            )
            self.match.play(player.choose(self.match).code)
            player.close()
        return Answer(not self._has_failed(), self._game_text(), self.match, made)

    def _has_failed(self) -> bool:
        """Note how a small game stands; True if it is over and has to be tried again."""
        result = self.match.result
        if result is None:
            return False
        self.is_done = result.winner == self.learner or not self._goal.must_win
        return not self.is_done

    def _game_text(self) -> str:
        result, goal = self.match.result, self._goal
        if result is None:
            return ""
        if result.winner == self.learner:
            return _(goal.won)
        return _(goal.drawn if result.winner is None else goal.lost)

    @property
    def _goal(self) -> SmallGame:
        goal = self.step.goal
        assert isinstance(goal, SmallGame)
        return goal

    def _repeat(self, moves: list[str]) -> None:
        """Repeat the learner's next move, and the answer to it, out of all moves made before."""
        made = len(self.moves)
        if self._wanted is not None:
            if not self.answer(moves[made]).is_right:
                raise PalamedesError(_("These are not the moves of this step."))
            return
        for move in moves[made : made + 2]:
            if self.match.result is None:
                self.match.play(move)
        self._has_failed()


class LessonRun:
    """A course being taken step by step."""

    def __init__(self, course: Course, number: int = 1) -> None:
        self.course = course
        self.go_to(number)

    def go_to(self, number: int) -> StepRun:
        """Start a step, or start it again."""
        self.now = StepRun(self.course, number)
        return self.now

    @property
    def is_first(self) -> bool:
        return self.now.number == 1

    @property
    def is_last(self) -> bool:
        return self.now.number == len(self.course.steps)
