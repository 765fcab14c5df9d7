"""The parts of a campaign. Texts are English; front ends translate them with `_`."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from palamedes.core.game import Game
from palamedes.core.history_rules import Result
from palamedes.players.ladder import LadderStep, ladder
from palamedes.solver.puzzles.puzzle import Puzzle, shipped_puzzles


@dataclass(frozen=True)
class Opponent:
    """The opponent of a chapter."""

    name: str
    character: str  # in one line
    height: float  # on the ladder of any game, from 0 (its first step) to 1 (its last)
    style: str
    look: tuple[str, ...] = ()  # features of the portrait

    def step(self, game: Game) -> LadderStep:
        """The step of a game that the opponent plays at; small games have fewer steps."""
        steps = ladder(game)
        return steps[round(self.height * (len(steps) - 1))]

    def spec(self, game: Game) -> str:
        """The player spec of the opponent in a game."""
        return f"{self.step(game).name}:style={self.style}"


@dataclass(frozen=True)
class PuzzleChallenge:
    """A challenge: solve some puzzles of a game, of grades from `least` to `most`."""

    id: str
    game: str  # a name; puzzles of all its variants count
    least: int
    most: int
    count: int

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles to solve, spread over the grades."""
        fitting = [each for each in _puzzles_of(self.game) if self.least <= each.grade <= self.most]
        return tuple(fitting[number * len(fitting) // self.count] for number in range(self.count))


@cache
def _puzzles_of(game: str) -> list[Puzzle]:
    return shipped_puzzles(game)


@dataclass(frozen=True)
class GameChallenge:
    """A challenge: play a game against the opponent of the chapter."""

    id: str
    game: str  # an id
    seat: int = 0  # of the human player
    goal: Literal["win", "hold"] = "win"  # "hold": win or draw
    hints: bool = True
    undo: bool = True

    def is_completed_by(self, result: Result | None) -> bool:
        """Whether a game with this result completes the challenge; an agreed draw does not."""
        if result is None or result.reason == "agreement":
            return False
        return result.winner == self.seat or (self.goal == "hold" and result.winner is None)


Challenge = PuzzleChallenge | GameChallenge


@dataclass(frozen=True)
class Chapter:
    """A part of the story. Completing `needed` of its challenges opens the next chapter."""

    id: str
    title: str
    story: str
    opponent: Opponent
    challenges: tuple[Challenge, ...]
    needed: int
