"""What every search returns, and what may limit it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from palamedes.core.match import Match
from palamedes.search.score import plies_to_loss, plies_to_win


@dataclass(frozen=True)
class Limits:
    """What ends a search, whichever comes first. Without any it goes on until it is stopped."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Variation:
    """A move with its score for the side to move, and the play expected after it (it included)."""

    move: str
    score: int
    moves: tuple[str, ...]
    is_true: bool = False  # known from a table or proven to the end, not estimated


@dataclass(frozen=True)
class Analysis:
    """The result of a search: its best lines, best first, and what they cost."""

    lines: tuple[Variation, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Variation:
        return self.lines[0]

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds else 0.0

    def to_document(self) -> dict[str, Any]:
        """The analysis as JSON can hold it; what is proven is said in plies."""
        return {
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "lines": [
                {
                    "move": line.move,
                    "score": line.score,
                    "win_in": plies_to_win(line.score),
                    "loss_in": plies_to_loss(line.score),
                    "draw": line.is_true and line.score == 0,
                    "moves": list(line.moves),
                }
                for line in self.lines
            ],
        }


Report = Callable[[Analysis], None]  # hears of the progress of a search


class Engine(Protocol):
    """Something that searches. It may keep what it learns from one search to the next."""

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """Search the match's position, which is not over. There is always a legal best move."""

    def stop(self) -> None:
        """End the search that is running in another thread, at once."""
