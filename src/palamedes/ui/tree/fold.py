"""Chooses what to show of a search tree: all of the best line, and less farther away from it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from palamedes.search.explain import Node, Tree


@dataclass(frozen=True)
class NodeGroup:
    """Siblings shown as one: branches that were cut, or moves that are folded."""

    nodes: tuple[Node, ...]

    @property
    def is_cut(self) -> bool:
        return self.nodes[0].kind == "cut"


@dataclass(frozen=True)
class ShownNode:
    """A node that is shown; it is folded if it has children but shows none."""

    node: Node
    on_best_line: bool
    children: tuple["ShownNode | NodeGroup", ...]

    @property
    def is_folded(self) -> bool:
        return not self.children and bool(self.node.children)


@dataclass(frozen=True)
class FoldLimits:
    """How much to show; None for everything.

    most: how many moves of a node on the best line.
    few: how many moves of a node one ply off it, half as many at two plies, and so on. A node that
        may show none is folded.
    deepest: how many plies from the root.
    together: whether branches that were cut for the same reason form one group.
    """

    most: int | None = None
    few: int | None = None
    deepest: int | None = None
    together: bool = True

    def moves(self, node: Node, distance: int) -> int | None:
        """How many moves of a node to show, `distance` plies off the best line; None for all."""
        if self.deepest is not None and node.ply >= self.deepest:
            return 0
        if distance == 0:
            return self.most
        return None if self.few is None else self.few // distance


def fold(tree: Tree, limits: FoldLimits) -> ShownNode:
    """The tree within these limits."""
    return _TreeFolder(tree, limits).show(tree.root, 0)


def fit(
    tree: Tree, all_limits: Iterable[FoldLimits], fits: Callable[[ShownNode], bool]
) -> ShownNode:
    """The tree within the first limits with which it fits, or else within the last ones."""
    folded = (fold(tree, limits) for limits in all_limits)
    for shown in folded:
        if fits(shown):
            break
    return shown


def lines(shown: ShownNode) -> int:
    """How many nodes and groups are shown."""
    below = (lines(child) if isinstance(child, ShownNode) else 1 for child in shown.children)
    return 1 + sum(below)


class _TreeFolder:
    def __init__(self, tree: Tree, limits: FoldLimits) -> None:
        self.limits = limits
        self.by_visits = tree.algorithm == "mcts"
        self.best_line = {node.number for node in tree.best_line}

    def show(self, node: Node, distance: int) -> ShownNode:
        """A node, `distance` plies off the best line, and below it what the limits allow."""
        most = self.limits.moves(node, distance)
        children: tuple[ShownNode | NodeGroup, ...] = ()
        if most is None or most > 0:
            children = tuple(self._children(node, distance, most))
        return ShownNode(node, node.number in self.best_line, children)

    def _children(
        self, node: Node, distance: int, most: int | None
    ) -> Iterator[ShownNode | NodeGroup]:
        moves = node.visited
        if self.by_visits:
            moves.sort(key=lambda child: -child.visits)
        kept = self._kept(node, moves, most)
        for child in moves:
            if child.number in kept:
                nearer = child.number in self.best_line
                yield self.show(child, 0 if nearer else distance + 1)
        if len(kept) < len(moves):
            yield NodeGroup(tuple(child for child in moves if child.number not in kept))
        yield from self._cut(child for child in node.children if child.kind == "cut")

    def _kept(self, node: Node, moves: list[Node], most: int | None) -> set[int]:
        """The numbers of the moves to show: the best one, then the first ones.

        One more than `most` is shown too, because folding a single move saves nothing.
        """
        if most is None or len(moves) <= most + 1:
            return {child.number for child in moves}
        best = node.best or moves[0]
        others = [child.number for child in moves if child is not best]
        return {best.number, *others[: most - 1]}

    def _cut(self, nodes: Iterable[Node]) -> Iterator[NodeGroup]:
        cut = tuple(nodes)
        if cut and self.limits.together:
            yield NodeGroup(cut)
        else:
            yield from (NodeGroup((node,)) for node in cut)
