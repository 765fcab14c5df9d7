"""The legend of a drawn tree: the shapes and letters that occur in it."""

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from palamedes.core.language import _
from palamedes.search.explain import Tree
from palamedes.ui.tree import svg_elements
from palamedes.ui.tree.fold import ShownNode
from palamedes.ui.tree.layout import ALPHA, BETA, PlacedBox, text_width

SIZE = 12
SAMPLE = 34  # the width of a sample
ROW = 24

SampleDrawer = Callable[[Element, float, float], None]  # draws from x to x + SAMPLE, centred on y


def draw_legend(
    svg: Element, tree: Tree, drawn: list[PlacedBox], left: float, top: float, width: float
) -> float:
    """Draw the legend in as many rows as it needs; returns its lower edge."""
    x, y = left, top
    for sample, text in _entries(tree, drawn):
        needed = (SAMPLE + 6 if sample else 0) + text_width(text, SIZE)
        if x > left and x + needed > width - left:
            x, y = left, y + ROW
        if sample:
            sample(svg, x, y)
            x += SAMPLE + 6
        svg_elements.write(svg, text, x, y + 4, SIZE, anchor="start")
        x += text_width(text, SIZE) + 18
    return y + ROW / 2


def _entries(tree: Tree, drawn: list[PlacedBox]) -> Iterator[tuple[SampleDrawer | None, str]]:
    kinds = {placed.item.node.kind for placed in drawn if isinstance(placed.item, ShownNode)}
    groups = [placed.item for placed in drawn if not isinstance(placed.item, ShownNode)]
    for kind, text in _kinds(tree):
        if kind in kinds:
            yield _box_sample(kind), text
    yield _best_sample, _("best line")
    if any(group.is_cut for group in groups):
        yield _cut_sample, _("pruned: cannot change the result")
    if not all(group.is_cut for group in groups):
        yield _folded_sample, _("hidden moves and their values")
    if any(isinstance(placed.item, ShownNode) and placed.item.is_folded for placed in drawn):
        yield None, _("+ 5: 5 nodes hidden below")
    if tree.algorithm == "alphabeta":
        yield (
            None,
            _("{alpha}, {beta}: the values that max and min are already sure of here").format(
                alpha=ALPHA, beta=BETA
            ),
        )
    if any(isinstance(placed.item, ShownNode) and placed.item.node.bound for placed in drawn):
        yield None, _("≤, ≥: only a bound is known, because of pruning")


def _kinds(tree: Tree) -> Iterator[tuple[str, str]]:
    if tree.algorithm == "mcts":
        yield "max", _("max to move: max's score in the playouts, and the number of visits")
        yield "min", _("min to move")
        yield "leaf", _("not explored yet")
    else:
        yield "max", _("max takes the largest value below")
        yield "min", _("min takes the smallest")
        yield "leaf", _("leaf: value from the evaluation")
    yield "finished", _("game over: the result for max")


def _box_sample(kind: str) -> SampleDrawer:
    return lambda svg, x, y: svg_elements.box(svg, x + 3, y - 8, SAMPLE - 6, 16, kind)


def _best_sample(svg: Element, x: float, y: float) -> None:
    svg_elements.line(svg, (x, y), (x + SAMPLE, y), svg_elements.INK, 3.5)


def _cut_sample(svg: Element, x: float, y: float) -> None:
    svg_elements.cross_out(svg, (x, y), (x + SAMPLE, y))


def _folded_sample(svg: Element, x: float, y: float) -> None:
    svg_elements.line(svg, (x, y), (x + SAMPLE, y), dashes="1 4")
