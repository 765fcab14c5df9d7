"""What a campaign is made of. Texts are English, for `_`."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from palamedes.core.history import Result
from palamedes.solver.puzzles.puzzle import Puzzle, shipped_puzzles

LEVELS = ("easy", "medium", "hard", "master")  # as every game has them, the weakest first


@dataclass(frozen=True)
class Opponent:
    """Somebody to play against."""

    name: str
    character: str  # in one line
    level: str
    style: str
    handicap: float = 0.0  # the share of the moves that are random
    look: tuple[str, ...] = ()  # words by which a portrait is drawn

    @property
    def spec(self) -> str:
        """The player who plays for the opponent, in any game."""
        error = f",error={self.handicap:g}" if self.handicap else ""
        return f"{self.level}:style={self.style}{error}"

    @property
    def strength(self) -> float:
        """Something that rises with the level and falls with the handicap."""
        return LEVELS.index(self.level) - 2 * self.handicap


@dataclass(frozen=True)
class PuzzleChallenge:
    """A challenge: some puzzles of a game, of the grades from `least` to `most`."""

    id: str
    game: str  # its name: a variant of it will do
    least: int
    most: int
    count: int

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles to solve, spread over the grades."""
        found = [each for each in _puzzles_of(self.game) if self.least <= each.grade <= self.most]
        return tuple(found[number * len(found) // self.count] for number in range(self.count))


@cache
def _puzzles_of(game: str) -> list[Puzzle]:
    return shipped_puzzles(game)


@dataclass(frozen=True)
class GameChallenge:
    """A challenge: a game against the opponent of the chapter."""

    id: str
    game: str  # its id
    seat: int = 0  # of the person
    goal: Literal["win", "hold"] = "win"  # to hold is not to lose
    hints: bool = True
    undo: bool = True

    def is_completed_by(self, result: Result | None) -> bool:
        """Whether a game that has ended so is what was asked for; a draw must be played for."""
        if result is None or result.reason == "agreement":
            return False
        return result.winner == self.seat or (self.goal == "hold" and result.winner is None)


Challenge = PuzzleChallenge | GameChallenge


@dataclass(frozen=True)
class Chapter:
    """A part of the story. When `needed` of its challenges are met, the next chapter opens."""

    id: str
    title: str
    story: str
    opponent: Opponent
    challenges: tuple[Challenge, ...]
    needed: int
