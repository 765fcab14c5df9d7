"""Looking at one position for a book: by a search, and exactly where tables know all its moves.

Exact positions are searched, too. Tables do not say which of many draws are easy to hold: in teeko,
drawing moves chosen without a search scored 8 % between players of 300 nodes a move. Nor do
they say which mistakes look tempting, and so should be answered in the book.
"""

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
from palamedes.search.score import chance
from palamedes.search.truth_engine import TruthEngine

LINES = 5  # moves that are compared: more of them would cost depth
MEGABYTES = 32  # of the transposition table


def solved_moves(game: Game, leaf: Leaf, tables: TruthEngine) -> tuple[TreeMove, ...]:
    """The moves of a position with their exact scores; none if tables do not know them all."""
    position = Position(game, leaf.state, leaf.ply % 2)
    solved = tables.solved_moves(position, until=0.0) or ()  # traps are not asked for
    return different_moves(leaf.state, ((move.code, move.score) for move in solved))


@dataclass
class SearchJob:
    """A search of a position, here or on a machine of a cluster.

    It begins with an empty table, so that what it finds depends on nothing but the position and
    its limits, if they are not limits of time. Where all moves are solved, it only adds regrets.
    """

    game: Game
    leaf: Leaf
    limits: Limits
    solved: tuple[TreeMove, ...] = ()  # all moves, or none

    def make_engine(self) -> AlphaBeta:
        return AlphaBeta(default_evaluation(self.game), megabytes=MEGABYTES)

    def expand(self, engine: AlphaBeta | None = None) -> Expansion:
        """What the search finds; an engine that was made for it can be stopped."""
        state, ply = self.leaf.state, self.leaf.ply
        found = self._search(engine or self.make_engine())
        if self.solved:
            return Expansion(state, ply, True, with_regrets(self.solved, found, self.game.scale))
        return Expansion(state, ply, False, found[:LINES])

    def _search(self, engine: AlphaBeta) -> tuple[TreeMove, ...]:
        state = self.leaf.state
        position = Position(self.game, state, self.leaf.ply % 2)
        # Of equivalent moves all but one are dropped, so there must be more of them.
        lines = LINES * sum(state.image(each) == state for each in range(state.SYMMETRIES))
        analysis = engine.analyse(Match(position, self.game.history), self.limits, lines)
        scores = ((position.move_code(line.move), line.score) for line in analysis.lines)
        return different_moves(state, scores)


def with_regrets(
    solved: tuple[TreeMove, ...], found: tuple[TreeMove, ...], scale: float
) -> tuple[TreeMove, ...]:
    """The exact moves that a search has found, with what it thinks of them; and the best, anyway.

    The regret of a move that keeps the value is against the best of those, of any other against the
    best of all.
    """
    best = solved[0]
    chances = {best.key: 0.0} | {move.key: chance(move.score, scale) for move in found}
    listed = [move for move in solved if move.key in chances]
    most = {
        True: max(chances[move.key] for move in listed if move.score == best.score),
        False: max(chances.values()),
    }
    return tuple(
        move._replace(regret=round(most[move.score == best.score] - chances[move.key], 4))
        for move in listed
    )


def different_moves(state: State, scores: Iterable[tuple[int, int]]) -> tuple[TreeMove, ...]:
    """The moves and where they lead; of moves that lead to the same position the first."""
    found: dict[object, TreeMove] = {}
    for code, score in scores:
        after = state.play(code)
        is_over = after.outcome() != ONGOING
        key = OVER if is_over else canonical(after).key
        found.setdefault((key, code if is_over else None), TreeMove(code, score, key))
    return tuple(found.values())
