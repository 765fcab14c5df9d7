"""What of a search tree is shown: the best line whole, the less of the rest the further from it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from palamedes.search.explain import Node, Tree


@dataclass(frozen=True)
class Group:
    """Siblings shown as one: branches cut off, or moves folded away."""

    nodes: tuple[Node, ...]

    @property
    def is_cut(self) -> bool:
        return self.nodes[0].kind == "cut"


@dataclass(frozen=True)
class Shown:
    """A node that is shown. One that has children, but shows none, is folded."""

    node: Node
    on_best_line: bool
    children: tuple["Shown | Group", ...]

    @property
    def is_folded(self) -> bool:
        return not self.children and bool(self.node.children)


@dataclass(frozen=True)
class FoldLimits:
    """How much to show; None is everything.

    most: moves of a node on the best line.
    few: moves of a node just off it; at twice the distance half as many, and so on. Where there is
        room for none the node is folded.
    deepest: plies from the root.
    together: whether branches that were cut for the same reason are one group.
    """

    most: int | None = None
    few: int | None = None
    deepest: int | None = None
    together: bool = True

    def moves(self, node: Node, distance: int) -> int | None:
        """How many moves of a node to show, so far from the best line."""
        if self.deepest is not None and node.ply >= self.deepest:
            return 0
        if distance == 0:
            return self.most
        return None if self.few is None else self.few // distance


def fold(tree: Tree, room: FoldLimits) -> Shown:
    """The tree with no more shown than there is room for."""
    return _Folder(tree, room).show(tree.root, 0)


def fit(tree: Tree, rooms: Iterable[FoldLimits], fits: Callable[[Shown], bool]) -> Shown:
    """The tree in the first room that fits, or else in the last one."""
    folded = (fold(tree, room) for room in rooms)
    for shown in folded:
        if fits(shown):
            break
    return shown


def lines(shown: Shown) -> int:
    """How many nodes and groups are shown."""
    below = (lines(child) if isinstance(child, Shown) else 1 for child in shown.children)
    return 1 + sum(below)


class _Folder:
    def __init__(self, tree: Tree, room: FoldLimits) -> None:
        self.room = room
        self.by_visits = tree.algorithm == "mcts"
        self.best_line = {node.number for node in tree.best_line}

    def show(self, node: Node, distance: int) -> Shown:
        """A node, and below it what there is room for so far from the best line."""
        room = self.room.moves(node, distance)
        children: tuple[Shown | Group, ...] = ()
        if room is None or room > 0:
            children = tuple(self._children(node, distance, room))
        return Shown(node, node.number in self.best_line, children)

    def _children(self, node: Node, distance: int, room: int | None) -> Iterator[Shown | Group]:
        moves = node.visited
        if self.by_visits:
            moves.sort(key=lambda child: -child.visits)
        kept = self._kept(node, moves, room)
        for child in moves:
            if child.number in kept:
                nearer = child.number in self.best_line
                yield self.show(child, 0 if nearer else distance + 1)
        if len(kept) < len(moves):
            yield Group(tuple(child for child in moves if child.number not in kept))
        yield from self._cut(child for child in node.children if child.kind == "cut")

    def _kept(self, node: Node, moves: list[Node], room: int | None) -> set[int]:
        """The numbers of the first moves and of the best one; a fold hides two moves or more."""
        if room is None or len(moves) <= room + 1:
            return {child.number for child in moves}
        best = node.best or moves[0]
        others = [child.number for child in moves if child is not best]
        return {best.number, *others[: room - 1]}

    def _cut(self, nodes: Iterable[Node]) -> Iterator[Group]:
        cut = tuple(nodes)
        if cut and self.room.together:
            yield Group(cut)
        else:
            yield from (Group((node,)) for node in cut)
