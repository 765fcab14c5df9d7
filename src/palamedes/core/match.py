"""A game being played: the moves so far, the history rules, undo and redo."""

import collections
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple, get_args

from palamedes.core.board import Stack, transferred
from palamedes.core.display import Displayed
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending, Game
from palamedes.core.history_rules import HistoryRules, Reason, Result
from palamedes.core.language import _
from palamedes.core.position import Position


def position_of(position: "Position | Match") -> Position:
    """The position that a caller means: itself, or where a match has come to."""
    if not isinstance(position, Position | Match):
        raise PalamedesError(
            _("a position or a match is needed, not {kind}").format(kind=type(position).__name__)
        )
    return position if isinstance(position, Position) else position.position


class Thought(NamedTuple):
    """What a searching player saw before its move; the score is for the player itself."""

    depth: int
    nodes: int
    score: int


@dataclass
class Turn:
    """One move made, the seconds it took if they were measured, and what its player saw."""

    move: str
    seconds: float | None = None
    thought: Thought | None = None


@dataclass
class Match(Displayed):
    """One game from its start to now. Only `play`, `undo`, `redo` and `end` change it."""

    start: Position
    history: HistoryRules
    players: tuple[str, str] = ("", "")
    turns: list[Turn] = field(default_factory=list, init=False)
    verdict: Result | None = field(default=None, init=False)  # an end not by the rules
    detail: str = field(default="", init=False)  # more about the verdict
    # Seconds of the move that the verdict ended, which was never made; None if nobody was thinking.
    last_seconds: float | None = field(default=None, init=False)
    # Whether its end will say something about the players: not if an end was taken back before.
    counts: bool = field(default=True, init=False, compare=False)

    def __post_init__(self) -> None:
        self._positions = [self.start]
        self._codes: list[int] = []  # of the moves
        self._occurrences = collections.Counter([(self.start.state, self.start.turn)])
        self._progress = [self.start.state.progress()]
        self._quiet = [0]  # plies without progress before each position
        self._results = [self._result_by_rule()]  # at each position
        self._undone: list[Turn] = []
        self._placed: tuple[int, dict[str, Stack]] | None = None  # as `placed` computed it last

    @classmethod
    def of(cls, game: Game, players: tuple[str, str] = ("", "")) -> "Match":
        """A match from the start of a game under its usual history rules."""
        return cls(Position.start(game), game.history, players)

    def __repr__(self) -> str:
        moves = "".join(f" {turn.move}" for turn in self.turns)
        return f"<match of {self.game.id}:{moves}>"

    def copy(self) -> "Match":
        """An independent match with the same past."""
        twin = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | collections.Counter):
                setattr(twin, name, copy(value))
        return twin

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[Position]:
        """All positions, from the start to now: one more than turns."""
        return tuple(self._positions)

    def turn_at(self, ply: int) -> int:
        """The player to move after `ply` moves."""
        return self._positions[ply].turn

    @property
    def since_progress(self) -> Sequence[Position]:
        """The earlier positions that may still recur, oldest first."""
        return tuple(self._positions[len(self._positions) - 1 - self._quiet[-1] : -1])

    @property
    def result(self) -> Result | None:
        """How the match has ended, None while it is being played."""
        return self.verdict or self._results[-1]

    @property
    def ending(self) -> Ending | None:
        """Why the match is over by the rules of the game, or by its points at a limit of moves.

        None while it is being played, and after any other end.
        """
        told = ("normal", "limit") if self.history.points else ("normal",)
        if self.result is None or self.result.reason not in told:
            return None
        here = self.position
        last = self.last_touches(len(self.turns))
        return self.game.view.ending(here.state, here.turn, last)

    def last_touches(self, ply: int) -> tuple[str, ...]:
        """The spots touched by the last of the first `ply` moves; empty at the start."""
        if ply == 0:
            return ()
        before, code = self.last_move(ply)
        return self.game.view.touches(before.state, code, before.turn)

    def last_move(self, ply: int) -> tuple[Position, int]:
        """The last of the first `ply` moves, and the position in which it was made."""
        return self._positions[ply - 1], self._codes[ply - 1]

    def placed(self, ply: int) -> Mapping[str, Stack]:
        """The pieces after `ply` moves as the moves tell them: a position may forget some.

        A match that goes on is asked for one ply after the other, so it goes on from there.
        """
        done, pieces = self._placed or (0, dict(self.start.board().pieces))
        if done > ply:
            done, pieces = 0, dict(self.start.board().pieces)
        for number in range(done + 1, ply + 1):
            before, code = self.last_move(number)
            pieces = transferred(pieces, before.transfers(code))
        self._placed = ply, pieces
        return pieces

    def play(
        self, move: str | int, seconds: float | None = None, thought: Thought | None = None
    ) -> Position:
        """Make a legal move; moves taken back can no longer be redone."""
        position = self._advance(move, seconds, thought)
        self._undone.clear()
        return position

    def undo(self) -> str:
        """Take back the last move and return it. A verdict is taken back first, and returns ""."""
        self.counts = self.counts and self.result is None
        if self.verdict is not None:
            self.verdict, self.detail, self.last_seconds = None, "", None
            return ""
        if not self.turns:
            raise PalamedesError(_("There is no move to undo."))
        last = self._positions.pop()
        self._codes.pop()
        self._placed = None
        self._occurrences[last.state, last.turn] -= 1
        self._progress.pop()
        self._quiet.pop()
        self._results.pop()
        self._undone.append(self.turns.pop())
        return self._undone[-1].move

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def redo(self) -> str:
        """Make the move taken back last once more, and return it."""
        if not self._undone:
            raise PalamedesError(_("There is no move to redo."))
        turn = self._undone[-1]
        self._advance(turn.move, turn.seconds, turn.thought)
        self._undone.pop()
        return turn.move

    def end(
        self, winner: int | None, reason: Reason, detail: str = "", seconds: float | None = None
    ) -> None:
        """End the match for a reason outside the rules of the game, such as resignation.

        seconds: of the move that ended it and was never made.
        """
        if self.result is not None:
            raise PalamedesError(_("the game is over"))
        if winner not in (0, 1, None) or reason not in get_args(Reason):
            raise PalamedesError(
                _(
                    "a match ends with a winner (0, 1 or None) and a reason, one of {reasons}"
                ).format(reasons=", ".join(get_args(Reason)))
            )
        self.verdict, self.detail, self.last_seconds = Result(winner, reason), detail, seconds

    def _advance(self, move: str | int, seconds: float | None, thought: Thought | None) -> Position:
        if self.result is not None:
            raise PalamedesError(_("the game is over"))
        before = self.position
        code = before.move_code(move) if isinstance(move, str) else move
        after = before.play(code)
        self.turns.append(Turn(before.move_text(code), seconds, thought))
        self._positions.append(after)
        self._codes.append(code)
        self._occurrences[after.state, after.turn] += 1
        progress = after.state.progress()
        self._quiet.append(self._quiet[-1] + 1 if progress == self._progress[-1] else 0)
        self._progress.append(progress)
        self._results.append(self._result_by_rule())
        return after

    def _result_by_rule(self) -> Result | None:
        """How the rules of the game or of history end the match here, None if they do not."""
        rules, here = self.history, self.position
        if here.result is not None:
            return here.result
        if rules.repetition and self._occurrences[here.state, here.turn] >= rules.repetition:
            return self._stopped("repetition")
        if rules.quiet and self._quiet[-1] >= rules.quiet:
            return self._stopped("limit")
        if rules.plies and len(self.turns) >= rules.plies:
            return self._stopped("limit")
        return None

    def _stopped(self, reason: Reason) -> Result:
        lead = self.position.state.lead() if self.history.points else 0
        if lead == 0:
            return Result(None, reason)
        return Result(self.position.turn if lead > 0 else 1 - self.position.turn, reason)
