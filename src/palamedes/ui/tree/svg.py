"""A search tree as a self-contained SVG, in colours that colour-blind people can tell apart."""

import textwrap
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement, tostring

from palamedes.core.language import _
from palamedes.search.explain import Tree
from palamedes.ui.pictures.elements import OWN, SPACE, number, own_names
from palamedes.ui.pictures.style import DARK_PAGES, LIGHT_PAGES, on_pages
from palamedes.ui.tree import svg_elements, texts
from palamedes.ui.tree.fold import FoldLimits, NodeGroup, ShownNode, fit
from palamedes.ui.tree.layout import (
    LABEL,
    LARGE,
    LETTER,
    MEDIUM,
    SMALL,
    PlacedBox,
    TreeLayout,
    lay_out,
)
from palamedes.ui.tree.legend import draw_legend

WIDEST = 1350  # text is still readable if this is printed across a sheet of paper
NARROWEST = 700
DEEPEST = 12
MANY = 1000  # nodes; larger trees never fit without folding
MARGIN = 16
LEVELS = 84  # the width of the column that names the levels
BANDS = (svg_elements.BAND, svg_elements.PAPER)


def tree_svg(tree: Tree, widest: int | None = WIDEST) -> str:
    """The tree as an SVG document, folded to at most `widest` pixels; None shows everything."""
    shown = fit(tree, _limits(tree, widest), lambda shown: _fits(shown, widest))
    return own_names(tostring(_Drawing(tree, lay_out(shown)).draw(), encoding="unicode"))


def _limits(tree: Tree, widest: int | None) -> Iterator[FoldLimits]:
    """The limits to try, from everything to very little."""
    if widest is None:
        yield FoldLimits(together=False)
        return
    if len(tree.nodes) <= MANY:
        yield FoldLimits(together=False)
        yield FoldLimits()
    for few in (3, 2, 1):
        yield FoldLimits(few=few, deepest=DEEPEST)
    for most, few in ((12, 1), (9, 1), (7, 1), (6, 1), (5, 1), (4, 1), (3, 1), (3, 0), (2, 0)):
        yield FoldLimits(most, few, DEEPEST)


def _fits(shown: ShownNode, widest: int | None) -> bool:
    return widest is None or lay_out(shown).width + LEVELS + 2 * MARGIN <= widest


def _dark_colours() -> str:
    """Rules that change the colours where pages are dark; on paper they stay."""
    colours = [
        (f'.{OWN}tree [{kind}="{light}"]{{{kind}:', light, dark)
        for light, dark in svg_elements.DARK.items()
        for kind in ("fill", "stroke")
    ]
    in_the_dark = [f"{start}{dark}}}" for start, _light, dark in colours]
    in_the_light = [f"{start}{light}}}" for start, light, _dark in colours]
    rules = ["@media screen and (prefers-color-scheme:dark){", *in_the_dark, "}"]
    rules += (on_pages(DARK_PAGES, rule) for rule in in_the_dark)
    rules += (on_pages(LIGHT_PAGES, rule) for rule in in_the_light)
    return "".join(rules)


class _Drawing:
    """Draws one tree: the head, a band for each ply, the boxes, the legend."""

    def __init__(self, tree: Tree, layout: TreeLayout) -> None:
        self.tree = tree
        self.layout = layout
        self.width = max(layout.width + LEVELS + 2 * MARGIN, NARROWEST)
        spare = self.width - (layout.width + LEVELS + 2 * MARGIN)
        self.left = MARGIN + LEVELS + spare / 2
        self.top = 0.0  # the upper edge of the tree
        self.svg = Element("svg", {"xmlns": SPACE, "role": "img", "class": f"{OWN}tree"})
        self.svg.set("font-family", "Helvetica, Arial, 'Liberation Sans', sans-serif")

    def draw(self) -> Element:
        SubElement(self.svg, "title").text = texts.title(self.tree)
        SubElement(self.svg, "style").text = _dark_colours()
        background = SubElement(self.svg, "rect", {"width": "100%", "height": "100%"})
        background.set("fill", svg_elements.PAPER)
        self.top = self._head(MARGIN) + 18
        self._levels()
        everything = list(self.layout.all)
        for placed in sorted(everything, key=lambda placed: placed.on_best_line):
            self._branches(placed)
        for placed in everything:
            self._item(placed)
        bottom = self.top + self.layout.height + 34
        bottom = draw_legend(self.svg, self.tree, everything, MARGIN, bottom, self.width)
        self._size(bottom + MARGIN)
        return self.svg

    def _size(self, height: float) -> None:
        width, height_text = number(self.width), number(height)
        self.svg.set("width", width)
        self.svg.set("height", height_text)
        self.svg.set("viewBox", f"0 0 {width} {height_text}")

    def _head(self, top: float) -> float:
        """Write what was searched and the result; returns the lower edge."""
        sentences = (
            (texts.title(self.tree), 17, True),
            (texts.settings(self.tree), 13, False),
            (texts.where(self.tree), 13, False),
            (texts.answer(self.tree, unicode=True), 13, True),
            (texts.effort(self.tree), 13, False),
        )
        for sentence, size, bold in sentences:
            letters = int((self.width - 2 * MARGIN) / (size * LETTER))
            for part in textwrap.wrap(sentence, letters):
                top += size + 5
                svg_elements.write(self.svg, part, MARGIN, top - 4, size, anchor="start", bold=bold)
        return top

    def _levels(self) -> None:
        """Draw a band for each ply, with the name of the player who chooses there."""
        inner = {
            placed.ply
            for placed in self.layout.all
            if isinstance(placed.item, ShownNode) and placed.item.node.kind in ("max", "min")
        }
        tops = [self.top + row for row in self.layout.rows]
        edges = [tops[0] - 12, *(top - LABEL - 14 for top in tops[1:])]
        edges.append(self.top + self.layout.height + 12)
        for ply, (top, (start, end)) in enumerate(zip(tops, pairwise(edges), strict=True)):
            sizes = {"y": number(start), "height": number(end - start)}
            SubElement(self.svg, "rect", {"width": "100%", **sizes, "fill": BANDS[ply % 2]})
            self._level_name(ply, top, ply in inner)

    def _level_name(self, ply: int, top: float, inner: bool) -> None:
        kind = "max" if ply % 2 == 0 else "min"
        if not inner:
            svg_elements.write(
                self.svg, _("leaves"), MARGIN, top + 18, LARGE, svg_elements.FAINT, "start"
            )
            return
        colour = svg_elements.STROKES[kind]
        svg_elements.write(
            self.svg, kind.upper(), MARGIN, top + 16, LARGE, colour, "start", bold=True
        )
        player = self.tree.root.turn if kind == "max" else 1 - self.tree.root.turn
        name = _("Player {number}").format(number=player + 1)
        svg_elements.write(self.svg, name, MARGIN, top + 30, SMALL, svg_elements.FAINT, "start")

    def _place(self, placed: PlacedBox) -> tuple[float, float]:
        """The middle of the upper edge of a box."""
        return self.left + placed.x, self.top + self.layout.rows[placed.ply]

    def _branches(self, placed: PlacedBox) -> None:
        x, y = self._place(placed)
        start = (x, y + placed.box_height)
        for child in placed.children:
            x, y = self._place(child)
            end = (x, y - LABEL)
            if isinstance(child.item, ShownNode):
                best = child.on_best_line
                svg_elements.line(
                    self.svg,
                    start,
                    end,
                    svg_elements.INK if best else svg_elements.FAINT,
                    3.5 if best else 1,
                )
            elif child.item.is_cut:
                svg_elements.cross_out(self.svg, start, end)
            else:
                svg_elements.line(self.svg, start, end, dashes="1 4")

    def _item(self, placed: PlacedBox) -> None:
        if isinstance(placed.item, ShownNode):
            self._node(placed, placed.item)
        else:
            self._group(placed, placed.item)

    def _node(self, placed: PlacedBox, shown: ShownNode) -> None:
        node, (x, top) = shown.node, self._place(placed)
        parts = (node.move, node.position, texts.value(node, unicode=True))
        tooltip = "  ".join(texts.printable(part) for part in parts if part)
        group = self._labelled(placed, tooltip, {"class": "node", "data-number": str(node.number)})
        width, height = placed.box_width, placed.box_height
        svg_elements.box(group, x - width / 2, top, width, height, node.kind, shown.on_best_line)
        colour = svg_elements.PAPER if node.kind == "finished" else svg_elements.INK
        svg_elements.lines(group, placed.lines, x, top, LARGE, colour)

    def _group(self, placed: PlacedBox, siblings: NodeGroup) -> None:
        x, top = self._place(placed)
        moves = " ".join(node.move for node in siblings.nodes)
        tooltip = f"{moves}: {siblings.nodes[0].reason}" if siblings.is_cut else moves
        numbers = " ".join(str(node.number) for node in siblings.nodes)
        kind, colour = (
            ("cut", svg_elements.CUT) if siblings.is_cut else ("folded", svg_elements.FAINT)
        )
        group = self._labelled(
            placed, texts.printable(tooltip), {"class": kind, "data-numbers": numbers}
        )
        svg_elements.lines(group, placed.lines, x, top, SMALL, colour)

    def _labelled(self, placed: PlacedBox, tooltip: str, attributes: dict[str, str]) -> Element:
        """A group with the move above it, and a tooltip."""
        group = SubElement(self.svg, "g", attributes)
        SubElement(group, "title").text = tooltip
        x, top = self._place(placed)
        if placed.label:
            svg_elements.write(group, placed.label, x, top - 6, MEDIUM, bold=placed.on_best_line)
        return group
