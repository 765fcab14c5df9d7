"""The signature of the search: a node count that changes if the search visits other nodes."""

from collections.abc import Iterable

from palamedes.core.game import Evaluation
from palamedes.core.match import Match
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits


def signature(matches: Iterable[Match], evaluation: Evaluation, depth: int) -> int:
    """The nodes that one thread of alpha-beta visits to this depth, a fresh engine per match."""
    limits = Limits(depth=depth)
    return sum(AlphaBeta(evaluation).analyse(match, limits).nodes for match in matches)
