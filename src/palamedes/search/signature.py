"""The signature of the search: a number that changes when what the search visits does."""

from collections.abc import Iterable

from palamedes.core.game import State
from palamedes.core.match import Match
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits


def signature(matches: Iterable[Match], evaluation: State, depth: int) -> int:
    """How many nodes alpha-beta visits to this depth: one thread, and a fresh engine a match."""
    limits = Limits(depth=depth)
    return sum(AlphaBeta(evaluation).analyse(match, limits).nodes for match in matches)
