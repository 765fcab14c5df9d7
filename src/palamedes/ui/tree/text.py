"""A search tree as indented text, folded to a readable length."""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text

from palamedes.search.explain import Node, Tree
from palamedes.ui.tree import texts
from palamedes.ui.tree.fold import FoldLimits, NodeGroup, ShownNode, fit, lines

MOST_CHILDREN = 10
FEW = (3, 2, 1, 0)  # moves shown one ply off the best line; the first that fits is taken
LONGEST = 100  # lines, if folding can achieve it
DEEPEST = 30
NARROWEST = 30  # columns for a label, however deep its node is
BEST_STYLE, CUT_STYLE, FOLDED_STYLE = "bold #0087d7", "#d75f00", "dim"


class Branches(NamedTuple):
    """The characters that draw a tree."""

    fork: str  # to a node with further siblings
    last: str  # to the last sibling
    best_fork: str  # the same, on the best line
    best_last: str
    trunk: str  # past a node to its siblings
    more: str  # before folded moves
    cut: str  # before branches that were cut


BRANCHES = {
    False: Branches("|- ", "`- ", "|> ", "`> ", "|  ", "... ", "x "),
    True: Branches("├─ ", "└─ ", "├► ", "└► ", "│  ", "… ", "✂ "),
}


def tree_text(
    tree: Tree,
    width: int = 80,
    unicode: bool = True,
    most_children: int | None = MOST_CHILDREN,
    deepest: int | None = DEEPEST,
) -> Text:
    """The tree in `width` columns: moves in the order of the search, arrows along the best line.

    most_children: how many moves a node on the best line shows; other nodes show at most three,
        and fewer in larger trees. None shows all moves of all nodes.
    deepest: how many plies are shown; None shows all.
    """
    limits = [FoldLimits(most_children, few, deepest) for few in FEW]
    if most_children is None:
        limits = [FoldLimits(deepest=deepest)]
    shown = fit(tree, limits, lambda shown: lines(shown) <= LONGEST)
    writer = _TreeWriter(width, unicode)
    writer.head(tree)
    writer.node(shown, "", "")
    return Text("\n").join(writer.lines)


class _TreeWriter:
    """Collects the lines of a tree."""

    def __init__(self, width: int, unicode: bool) -> None:
        self.width = width
        self.unicode = unicode
        self.branches = BRANCHES[unicode]
        self.lines: list[Text] = []

    def head(self, tree: Tree) -> None:
        for sentence in (
            f"{texts.title(tree)}, {texts.settings(tree)}",
            texts.where(tree),
            texts.answer(tree, self.unicode),
            texts.effort(tree),
        ):
            self._write(sentence, "", "", "")
        self.lines.append(Text())

    def node(self, shown: ShownNode, before: str, after: str) -> None:
        """Write a node behind `before`, and its children behind `after`."""
        self._write(self._label(shown), before, after, BEST_STYLE if shown.on_best_line else "")
        for number, child in enumerate(shown.children, start=1):
            last = number == len(shown.children)
            trunk = "   " if last else self.branches.trunk
            if isinstance(child, ShownNode):
                branch = self._branch(child.on_best_line, last)
                self.node(child, after + branch, after + trunk)
            else:
                self._group(child, shown.node, after + self._branch(False, last), after + trunk)

    def _branch(self, best: bool, last: bool) -> str:
        branches = self.branches
        if best:
            return branches.best_last if last else branches.best_fork
        return branches.last if last else branches.fork

    def _group(self, group: NodeGroup, parent: Node, before: str, after: str) -> None:
        """Write siblings that were cut or are folded as one line."""
        if group.is_cut:
            moves = texts.listed([node.move for node in group.nodes])
            reason = texts.printable(group.nodes[0].reason)
            label = f"{self.branches.cut}{moves}: {reason}"
            self._write(label, before, after, CUT_STYLE)
        else:
            label = f"{self.branches.more}{texts.folded(group, parent)}"
            self._write(label, before, after, FOLDED_STYLE)

    def _label(self, shown: ShownNode) -> str:
        node = shown.node
        parts = [texts.printable(node.move)] if node.move else []
        parts.append(" ".join(self._judgement(node)))
        if node.visits:
            parts.append(texts.visits(node))
        elif window := texts.window(node, self.unicode):
            parts.append(window)
        if shown.is_folded:
            parts.append(f"{self.branches.more}{texts.below(node)}")
        return "  ".join(parts)

    def _judgement(self, node: Node) -> Iterator[str]:
        if node.kind in ("max", "min"):
            yield node.kind
        yield texts.value(node, self.unicode)

    def _write(self, label: str, before: str, after: str, style: str) -> None:
        """Write a label, wrapped if it is too long."""
        width = max(self.width - len(before), NARROWEST)
        for part in textwrap.wrap(label, width, break_on_hyphens=False) or [""]:
            self.lines.append(Text.assemble(before, (part, style)))
            before = after
