"""Minimax and alpha-beta as in textbooks."""

from palamedes.core.position import Position
from palamedes.search.explain.grow import GrowingTree
from palamedes.search.explain.tree import INFINITY, Node


def minimax(tree: GrowingTree, node: Node, position: Position, depth: int) -> int:
    """The value of a position for the player at the root, looking `depth` plies ahead."""
    if depth == 0 or position.result is not None:
        return tree.judge(node, position)
    values = []
    for code in tree.order_moves(position):
        child, after = tree.visit(node, position, code)
        values.append(minimax(tree, child, after, depth - 1))
    node.value = max(values) if node.kind == "max" else min(values)
    return node.value


def alphabeta(
    tree: GrowingTree, node: Node, position: Position, depth: int, alpha: int, beta: int
) -> int:
    """The value of a position if it lies between alpha and beta, else a bound on that side.

    On the way here the maximiser already has alpha elsewhere, and the minimiser beta. Once they
    meet, one of the two will avoid this position, and the rest need not be searched.
    """
    node.alpha, node.beta = alpha, beta
    if depth == 0 or position.result is not None:
        return tree.judge(node, position)
    best = -INFINITY if node.kind == "max" else INFINITY
    moves = iter(tree.order_moves(position))
    for code in moves:
        child, after = tree.visit(node, position, code)
        value = alphabeta(tree, child, after, depth - 1, alpha, beta)
        if node.kind == "max":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            tree.cut(node, position, moves, alpha, beta)
            break
    node.value = best
    return best
