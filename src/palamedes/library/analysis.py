"""What an engine says of a position."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from palamedes.core.display import Displayed
from palamedes.core.position import Position
from palamedes.library.score import Score
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.mcts.engine import ESTIMATED_WIN


@dataclass(frozen=True)
class ScoredLine:
    """A move, its score for the player who makes it, and the expected play from it on."""

    move: str
    score: Score
    moves: tuple[str, ...]

    def to_document(self) -> dict[str, Any]:
        """The line as JSON."""
        return {"move": self.move, **self.score.to_document(), "moves": list(self.moves)}


@dataclass(frozen=True)
class PositionAnalysis(Displayed):
    """The best lines of a position, best first, and what the search cost.

    depth: the plies of the last search that was finished; 0 if the values are from a table or a
    book.
    nodes: the positions that were visited; in Monte Carlo tree search, the simulations.
    """

    position: Position
    lines: tuple[ScoredLine, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> ScoredLine:
        """The best line."""
        return self.lines[0]

    @property
    def move(self) -> str:
        """The best move."""
        return self.best.move

    @property
    def score(self) -> Score:
        """The score of the best move, for the player to move."""
        return self.best.score

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds else 0.0

    def to_document(self) -> dict[str, Any]:
        """The analysis as JSON."""
        return {
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "lines": [line.to_document() for line in self.lines],
        }

    def __str__(self) -> str:
        return f"{self.score}: {' '.join(self.best.moves)}"

    def __repr__(self) -> str:
        return f"<analysis of {self.position.game.id} {self.position.text!r}: {self}>"


def position_analysis(
    position: Position, found: Analysis, counts_points: bool = False
) -> PositionAnalysis:
    """What an engine has found. Monte Carlo tree search counts points in place of estimates."""
    lines = _lines(position, found.lines, counts_points)
    return PositionAnalysis(position, tuple(lines), found.depth, found.nodes, found.seconds)


def _lines(
    position: Position, found: Iterable[Variation], counts_points: bool
) -> Iterable[ScoredLine]:
    for line in found:
        score = Score.of(position.game, line.score, position.turn, line.is_true)
        if counts_points and not score.is_exact:
            share = (1 + line.score / ESTIMATED_WIN) / 2
            score = Score(line.score, position.turn, share, is_exact=False)
        yield ScoredLine(line.move, score, line.moves)
