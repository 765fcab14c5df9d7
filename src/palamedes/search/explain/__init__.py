"""Searches that explain themselves: best-first, minimax, alpha-beta and MCTS keep every step.

Plain Python to be read, not fast code to play with.
"""

from palamedes.search.explain.build import ALGORITHMS, DEEPEST, LARGEST, ORDERS, explain
from palamedes.search.explain.tree import (
    Algorithm,
    Counts,
    ExplainSettings,
    Node,
    Order,
    Tree,
    to_document,
)

__all__ = [
    "ALGORITHMS",
    "DEEPEST",
    "LARGEST",
    "ORDERS",
    "Algorithm",
    "Counts",
    "ExplainSettings",
    "Node",
    "Order",
    "Tree",
    "explain",
    "to_document",
]
