"""The engine contract: the limits of a search, and the analysis it returns."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from palamedes.core.match import Match

SHORTEST = 0.05  # seconds


@dataclass(frozen=True)
class Limits:
    """What ends a search, whichever comes first. Without limits it runs until it is stopped."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def after(self, seconds: float) -> "Limits":
        """What is left of them once some seconds have passed: a moment at least."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(self.seconds - seconds, SHORTEST))


@dataclass(frozen=True)
class Variation:
    """A move with its score for the side to move, and the expected play, which begins with it."""

    move: str
    score: int
    moves: tuple[str, ...]
    is_true: bool = False  # exact: from a solved table, or searched to the end of the game


@dataclass(frozen=True)
class Analysis:
    """The result of a search: its best lines, best first, and what they cost.

    Alpha-beta puts lines in the order of their scores, Monte Carlo tree search in that of their
    visits.
    """

    lines: tuple[Variation, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Variation:
        return self.lines[0]

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


Report = Callable[[Analysis], None]  # called with what a search has found so far


class Engine(Protocol):
    """A search algorithm. It may keep what it learns from one search to the next."""

    def prepare(self, match: Match) -> None:
        """Compile what a search of this match needs, so that the first one does not wait for it."""

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """Search the position of a match that is not over; the best move is always legal."""

    def stop(self) -> None:
        """End the search that is running in another thread at once."""
