"""Best-first search: it only looks further where the position looks best."""

from palamedes.core.position import Position
from palamedes.search.explain.grow import GrowingTree
from palamedes.search.explain.tree import Node


def best_first(tree: GrowingTree, position: Position, expansions: int) -> None:
    """Expand the end of the best line `expansions` times, and pass values up as minimax does.

    One expansion is the course's best-first: evaluate every move, take the best. The search ends
    early if the best line ends in a finished game.
    """
    positions = [position]  # by the number of the node
    for _expansion in range(expansions):
        line = _best_line(tree.root)
        if line[-1].kind == "finished":
            return
        _expand(tree, line[-1], positions)
        for node in reversed(line):
            values = [child.value or 0 for child in node.children]
            node.value = max(values) if node.kind == "max" else min(values)


def _best_line(root: Node) -> list[Node]:
    line = [root]
    while (best := line[-1].best) is not None:
        line.append(best)
    return line


def _expand(tree: GrowingTree, node: Node, positions: list[Position]) -> None:
    """Add a node for every move, with the evaluation of each."""
    node.kind = "max" if node.turn == tree.player else "min"
    position = positions[node.number]
    for code in tree.order_moves(position):
        child, after = tree.visit(node, position, code)
        child.estimate = tree.judge(child, after)
        positions.append(after)
