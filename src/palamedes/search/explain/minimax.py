"""Minimax and alpha-beta, as in the books."""

from palamedes.core.position import Position
from palamedes.search.explain.grow import Growth
from palamedes.search.explain.tree import INFINITY, Node


def minimax(growth: Growth, node: Node, position: Position, depth: int) -> int:
    """The value of a position for the player at the root, looking `depth` plies ahead."""
    if depth == 0 or position.result is not None:
        return growth.judge(node, position)
    values = []
    for code in growth.order_moves(position):
        child, after = growth.visit(node, position, code)
        values.append(minimax(growth, child, after, depth - 1))
    node.value = max(values) if node.kind == "max" else min(values)
    return node.value


def alphabeta(
    growth: Growth, node: Node, position: Position, depth: int, alpha: int, beta: int
) -> int:
    """The value of a position if it lies between alpha and beta, else a bound on that side.

    alpha is what the maximiser, beta what the minimiser already has elsewhere on the way here.
    Once they meet, one of the two will not let the game come here, and the rest needs no look.
    """
    node.alpha, node.beta = alpha, beta
    if depth == 0 or position.result is not None:
        return growth.judge(node, position)
    best = -INFINITY if node.kind == "max" else INFINITY
    moves = iter(growth.order_moves(position))
    for code in moves:
        child, after = growth.visit(node, position, code)
        value = alphabeta(growth, child, after, depth - 1, alpha, beta)
        if node.kind == "max":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            growth.cut(node, position, moves, alpha, beta)
            break
    node.value = best
    return best
