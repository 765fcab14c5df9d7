"""The tree of a Monte Carlo search as tests read it: what is known of each move."""

from collections.abc import Sequence
from typing import NamedTuple

from palamedes.search.analysis import Analysis
from palamedes.search.mcts.engine import MonteCarlo


class Candidate(NamedTuple):
    """A move as it looks to the player who makes it."""

    move: str
    visits: int
    value: float  # the mean result of the simulations, from -1 to 1, or the proven one
    proven: bool
    score: int


def candidates(engine: MonteCarlo, moves: Sequence[str] = ()) -> list[Candidate]:
    """The moves after `moves` from the position searched last, best first.

    Empty where the tree ends; below the root, a move that wins at once is the only one.
    """
    position, node = engine._positions[-1], engine._root
    for move in moves:
        code = position.move_code(move)
        child = engine._child(node, code)
        if child is None:
            return []
        position, node = position.play(code), child
    return [
        Candidate(
            position.move_text(child.move),
            child.visits,
            _value(child),
            child.is_proven,
            child.score,
        )
        for child in engine._ranked(node)
    ]


def _value(child) -> float:
    if child.is_proven:
        return float((child.proof < 0) - (child.proof > 0))
    return child.value if child.visits else 0.0


def visits(engine: MonteCarlo, moves: Sequence[str] = ()) -> int:
    """The simulations that went through these moves and on."""
    return sum(candidate.visits for candidate in candidates(engine, moves))


def carried(engine: MonteCarlo, last: Analysis) -> int:
    """The simulations of earlier searches that the last search began with."""
    return visits(engine) - last.nodes
