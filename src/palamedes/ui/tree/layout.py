"""The layout of a drawn tree: a row for each ply, parents above the middle of their children."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from palamedes.core.language import Number, _
from palamedes.search.explain import Node
from palamedes.ui.tree import texts
from palamedes.ui.tree.fold import NodeGroup, ShownNode

ALPHA, BETA = "\u03b1", "\u03b2"
LARGE, MEDIUM, SMALL = 14, 12.5, 11  # sizes of text
LETTER = 0.58  # the width of a letter, as a share of the text size
LINE = 13  # from one small line to the next
PADDING = 6
NARROWEST = 34
GAP = 8  # between siblings
FAMILY_GAP = 6  # added between children of different parents
LABEL = 20  # the height of the label at the end of a branch
BRANCH = 60  # the height of a branch, with its label


@dataclass
class PlacedBox:
    """The box of a node or of a group of siblings, centred on x in the row of its ply."""

    item: ShownNode | NodeGroup
    ply: int
    label: str  # the move that leads here
    lines: list[str]  # in the box; the first line of a node is large
    x: float = 0.0
    children: list["PlacedBox"] = field(default_factory=list)

    @property
    def box_width(self) -> float:
        sizes = [LARGE if self.is_node else SMALL, *(SMALL for _line in self.lines[1:])]
        texts = (text_width(line, size) for line, size in zip(self.lines, sizes, strict=True))
        return max(NARROWEST, 2 * PADDING + max(texts))

    @property
    def box_height(self) -> float:
        return LINE * len(self.lines) + (13 if self.is_node else 9)

    @property
    def width(self) -> float:
        return max(self.box_width, text_width(self.label, MEDIUM) + PADDING)

    @property
    def is_node(self) -> bool:
        return isinstance(self.item, ShownNode)

    @property
    def on_best_line(self) -> bool:
        return isinstance(self.item, ShownNode) and self.item.on_best_line


@dataclass(frozen=True)
class TreeLayout:
    """A tree with all boxes placed. `rows` are the upper edges of the rows."""

    root: PlacedBox
    width: float
    rows: tuple[float, ...]
    height: float

    @property
    def all(self) -> Iterator[PlacedBox]:
        return walk(self.root)


def text_width(text: str, size: float) -> float:
    return len(text) * size * LETTER


def walk(placed: PlacedBox) -> Iterator[PlacedBox]:
    yield placed
    for child in placed.children:
        yield from walk(child)


def lay_out(shown: ShownNode) -> TreeLayout:
    """Place the boxes of a tree as closely as their texts allow."""
    root = _node_box(shown)
    _Placer().place(root)
    heights: defaultdict[int, float] = defaultdict(float)
    for placed in walk(root):
        heights[placed.ply] = max(heights[placed.ply], placed.box_height)
    tops = [0.0]
    for ply in range(len(heights)):
        tops.append(tops[-1] + heights[ply] + BRANCH)
    width = max(placed.x + placed.width / 2 for placed in walk(root))
    return TreeLayout(root, width, tuple(tops[:-1]), tops[-1] - BRANCH)


def _node_box(shown: ShownNode) -> PlacedBox:
    node = shown.node
    children = [
        _node_box(child) if isinstance(child, ShownNode) else _group_box(child, node)
        for child in shown.children
    ]
    return PlacedBox(shown, node.ply, texts.printable(node.move), _lines(shown), children=children)


def _group_box(group: NodeGroup, parent: Node) -> PlacedBox:
    return PlacedBox(group, parent.ply + 1, _group_label(group), _group_lines(group, parent))


def _lines(shown: ShownNode) -> list[str]:
    """The value of a node, then its visits or its alpha and beta."""
    node = shown.node
    lines = [texts.value(node, unicode=True)]
    if node.visits:
        lines.append(texts.visits(node))
    elif node.alpha is not None and node.beta is not None and node.children:
        lines.append(f"{ALPHA} {texts.bound(node.alpha, unicode=True)}")
        lines.append(f"{BETA} {texts.bound(node.beta, unicode=True)}")
    if shown.is_folded:
        lines.append(f"+ {Number(node.below):,}")
    return lines


def _group_label(group: NodeGroup) -> str:
    """The label at the end of the branch to a group."""
    if len(group.nodes) == 1:
        return texts.printable(group.nodes[0].move)
    text = _("{count:,} pruned") if group.is_cut else _("{count:,} more")
    return text.format(count=Number(len(group.nodes)))


def _group_lines(group: NodeGroup, parent: Node) -> list[str]:
    """Why a group was cut, or the values of its folded moves."""
    if not group.is_cut:
        return [texts.short_span(group, parent)]
    first = group.nodes[0]
    alpha, beta = (texts.bound(score or 0, unicode=True) for score in (first.alpha, first.beta))
    if parent.kind == "max":
        return [f"{ALPHA} {alpha}", f"≥ {BETA} {beta}"]
    return [f"{BETA} {beta}", f"≤ {ALPHA} {alpha}"]


class _Placer:
    """Places boxes from left to right; `used` is the width taken in each row."""

    def __init__(self) -> None:
        self.used: defaultdict[int, float] = defaultdict(float)

    def place(self, placed: PlacedBox) -> None:
        """Place a tree to the right of all placed ones: the children, then their parent."""
        if self.used[placed.ply + 1]:
            self.used[placed.ply + 1] += FAMILY_GAP if placed.children else 0
        for child in placed.children:
            self.place(child)
        leftmost = self.used[placed.ply] + placed.width / 2
        placed.x = leftmost
        if placed.children:
            placed.x = (placed.children[0].x + placed.children[-1].x) / 2
            if placed.x < leftmost:
                self._shift(placed, leftmost - placed.x)
        self._use(placed)

    def _shift(self, placed: PlacedBox, distance: float) -> None:
        for moved in walk(placed):
            moved.x += distance
            self._use(moved)

    def _use(self, placed: PlacedBox) -> None:
        right = placed.x + placed.width / 2 + GAP
        self.used[placed.ply] = max(self.used[placed.ply], right)
