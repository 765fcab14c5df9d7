"""Best-first search: it looks further only where things look best."""

from palamedes.core.position import Position
from palamedes.search.explain.grow import Growth
from palamedes.search.explain.tree import Node


def best_first(growth: Growth, position: Position, expansions: int) -> None:
    """Expand so many times the end of the line that looks best, and pass values up as minimax does.

    One expansion is the best-first of the course: judge every move, take the best. The search ends
    early where the best line ends with the game.
    """
    positions = [position]  # by the number of the node
    for _expansion in range(expansions):
        line = _best_line(growth.root)
        if line[-1].kind == "finished":
            return
        _expand(growth, line[-1], positions)
        for node in reversed(line):
            values = [child.value or 0 for child in node.children]
            node.value = max(values) if node.kind == "max" else min(values)


def _best_line(root: Node) -> list[Node]:
    line = [root]
    while (best := line[-1].best) is not None:
        line.append(best)
    return line


def _expand(growth: Growth, node: Node, positions: list[Position]) -> None:
    """Add a node for every move, each with what the evaluation says of it."""
    node.kind = "max" if node.turn == growth.player else "min"
    position = positions[node.number]
    for code in growth.order_moves(position):
        child, after = growth.visit(node, position, code)
        child.estimate = growth.judge(child, after)
        positions.append(after)
