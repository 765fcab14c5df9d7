"""Searches to a fixed depth that find all moves that are best at that depth.

The levels of the original projects use them. Plain minimax searches everything; alpha-beta finds
the same moves.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from palamedes.core.game import Evaluation, State
from palamedes.core.kernel import settle
from palamedes.core.position import Position
from palamedes.core.probe import NoTables
from palamedes.core.rules import ONGOING
from palamedes.search.alphabeta.kernel import minimax, search
from palamedes.search.alphabeta.memory import EXACT_FEATURES, NODES, RootFacts, new_memory
from palamedes.search.score import WON, final_score
from palamedes.search.stop_flag import StopFlag
from palamedes.search.transposition_table import new_table

FindScore = Callable[[State, int, int], int]  # of a child, its move and the score to reach


@dataclass(frozen=True)
class BestMoves:
    """The best moves at some depth, in the order of generation, and their common score."""

    codes: tuple[int, ...]
    score: int
    depth: int
    nodes: int


@dataclass(frozen=True)
class NearMoves:
    """The moves that are best at some depth, or nearly: their scores by code."""

    scores: Mapping[int, int]
    depth: int
    nodes: int


class ExactSearch:
    """Alpha-beta, or plain minimax without `pruning`. Both find the same moves and score."""

    def __init__(self, evaluation: Evaluation, depth: int, pruning: bool = True) -> None:
        self.evaluation = evaluation
        self.depth = depth
        self.pruning = pruning
        table = new_table(megabytes=4 if pruning else 0)
        self._memory = new_memory(table, StopFlag().flag, RootFacts())

    def prepare(self, position: Position) -> None:
        """Compile what a search needs."""
        if position.codes and self.depth > 1:
            code = position.codes[0]
            find = self._alphabeta if self.pruning else self._minimax
            find(0, position.state.play(code), code, -WON)
            settle()

    def stop(self) -> None:
        """Make a search that is running in another thread return at once with what it has."""
        self._memory.stop[0] = 1

    def best_moves(self, position: Position, depth: int | None = None) -> BestMoves:
        """The best moves at its own depth, or at a smaller `depth`."""
        found = self.near_moves(position, 0, depth)
        codes = tuple(found.scores)
        return BestMoves(codes, found.scores[codes[0]], found.depth, found.nodes)

    def near_moves(self, position: Position, margin: int, depth: int | None = None) -> NearMoves:
        """The moves whose scores are at most `margin` below the best."""
        depth = min(self.depth, depth or self.depth)
        self._memory.stop[0] = 0
        self._memory.counters[NODES] = 0
        deeper = self._alphabeta if self.pruning else self._minimax
        find = self._look if depth == 1 else partial(deeper, depth - 1)
        scores = _near(position.state, position.codes, find, margin)
        return NearMoves(scores, depth, int(self._memory.counters[NODES]))

    def _look(self, child: State, move: int, least: int) -> int:
        """The score of a move without any search, and without the compiler."""
        self._memory.counters[NODES] += 1
        outcome = child.outcome()
        is_over = outcome != ONGOING
        return -int(final_score(outcome, 1) if is_over else self.evaluation.score(child, move))

    def _alphabeta(self, depth: int, child: State, move: int, least: int) -> int:
        tools = self.evaluation, EXACT_FEATURES, self._memory, NoTables()
        return -int(search(child, move, depth, -WON, 1 - least, 1, *tools))

    def _minimax(self, depth: int, child: State, move: int, least: int) -> int:
        tools = self.evaluation, self._memory.counters, self._memory.stop
        return -int(minimax(child, move, depth, 1, *tools))


def _near(state: State, codes: Sequence[int], find: FindScore, margin: int) -> dict[int, int]:
    """The moves near the best. A move that cannot come near is not searched exactly."""
    best = -WON
    scores: dict[int, int] = {}
    for code in codes:
        scores[code] = find(state.play(code), code, max(best - margin, -WON))
        best = max(best, scores[code])
    return {code: score for code, score in scores.items() if score >= best - margin}
