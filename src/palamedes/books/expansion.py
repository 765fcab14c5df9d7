"""Looking at one position for a book: exactly where tables know all its moves, else by a search."""

from collections.abc import Iterable
from dataclasses import dataclass

from palamedes.books.tree import OVER, Expansion, Leaf, TreeMove
from palamedes.core.game import Game, State
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import ONGOING
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.evaluations import default_evaluation
from palamedes.search.opening_book import canonical
from palamedes.search.truth_engine import TruthEngine

LINES = 5  # moves that are compared: more of them would cost depth
MEGABYTES = 32  # of the transposition table


def expand_exactly(game: Game, leaf: Leaf, tables: TruthEngine) -> Expansion | None:
    """What tables know of a position, None if they do not know all of its moves."""
    position = Position(game, leaf.state, leaf.ply % 2)
    solved = tables.solved_moves(position)
    if solved is None:
        return None
    moves = different_moves(leaf.state, ((move.code, move.score) for move in solved))
    return Expansion(leaf.state, leaf.ply, True, moves)


@dataclass
class SearchJob:
    """A search of a position, here or on a machine of a cluster.

    It begins with an empty table, so that what it finds depends on nothing but the position and
    its limits, if they are not limits of time.
    """

    game: Game
    leaf: Leaf
    limits: Limits

    def make_engine(self) -> AlphaBeta:
        return AlphaBeta(default_evaluation(self.game), megabytes=MEGABYTES)

    def expand(self, engine: AlphaBeta | None = None) -> Expansion:
        """What the search finds; an engine that was made for it can be stopped."""
        state, ply = self.leaf.state, self.leaf.ply
        position = Position(self.game, state, ply % 2)
        match = Match(position, self.game.history)
        # Of equivalent moves all but one are dropped, so there must be more of them.
        lines = LINES * sum(state.image(each) == state for each in range(state.SYMMETRIES))
        analysis = (engine or self.make_engine()).analyse(match, self.limits, lines)
        scores = ((position.move_code(line.move), line.score) for line in analysis.lines)
        return Expansion(state, ply, False, different_moves(state, scores)[:LINES])


def different_moves(state: State, scores: Iterable[tuple[int, int]]) -> tuple[TreeMove, ...]:
    """The moves and where they lead; of moves that lead to the same position the first."""
    found: dict[object, TreeMove] = {}
    for code, score in scores:
        after = state.play(code)
        is_over = after.outcome() != ONGOING
        key = OVER if is_over else canonical(after).key
        found.setdefault((key, code if is_over else None), TreeMove(code, score, key))
    return tuple(found.values())
