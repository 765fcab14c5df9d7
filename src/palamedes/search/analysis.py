"""What every search returns, and what may limit it."""

from dataclasses import dataclass
from typing import Protocol

from palamedes.core.match import Match
from palamedes.search.score import plies_to_loss, plies_to_win


@dataclass(frozen=True)
class Limits:
    """What ends a search, whichever comes first. Without any it goes on until it is stopped."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Line:
    """A move with its score for the side to move, and the play expected after it (it included)."""

    move: str
    score: int
    moves: tuple[str, ...]

    @property
    def is_proven(self) -> bool:
        return plies_to_win(self.score) is not None or plies_to_loss(self.score) is not None


@dataclass(frozen=True)
class Analysis:
    """The result of a search: its best lines, best first, and what they cost."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Line:
        return self.lines[0]


class Engine(Protocol):
    """Something that searches. It may keep what it learns from one search to the next."""

    def analyse(self, match: Match, limits: Limits, lines: int = 1) -> Analysis:
        """Search the match's position, which is not over. There is always a legal best move."""

    def stop(self) -> None:
        """End the search that is running in another thread, at once."""
