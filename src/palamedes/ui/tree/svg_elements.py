"""SVG elements for trees: texts, lines and boxes in a few styles."""

from xml.etree.ElementTree import Element, SubElement

from palamedes.ui.pictures.elements import number
from palamedes.ui.tree.layout import LARGE, LINE, SMALL

INK, FAINT, PAPER = "#1a1a1a", "#5f5f5f", "#ffffff"
BAND = "#f3f5f7"  # behind every other ply
CUT = "#c8102e"  # red; the bar across a dashed branch says the same without colour
FILLS = {"max": "#d6e9f8", "min": "#fdebc8", "leaf": PAPER, "finished": "#404040"}
STROKES = {"max": "#0072b2", "min": "#a86b00", "leaf": "#777777", "finished": "#404040"}
DARK = {  # what each colour becomes in the dark
    INK: "#e8eaee",
    FAINT: "#a3abb8",
    PAPER: "#14171c",
    CUT: "#ff7080",
    BAND: "#1e232b",
    FILLS["max"]: "#123750",
    FILLS["min"]: "#463415",
    FILLS["finished"]: "#d0d4da",
    STROKES["max"]: "#5bb4ee",
    STROKES["min"]: "#e3ab4f",
    STROKES["leaf"]: "#9aa0a8",
}
CORNERS = {"max": 2, "min": 14, "leaf": 5, "finished": 5}


def write(
    parent: Element,
    text: str,
    x: float,
    y: float,
    size: float = SMALL,
    colour: str = INK,
    anchor: str = "middle",
    bold: bool = False,
) -> None:
    """Add a line of text."""
    style = {"font-size": number(size), "fill": colour, "text-anchor": anchor}
    if bold:
        style["font-weight"] = "bold"
    SubElement(parent, "text", {"x": number(x), "y": number(y), **style}).text = text


def line(
    parent: Element,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: str = FAINT,
    width: float = 1.0,
    dashes: str = "",
) -> None:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    attributes = {name: number(value) for name, value in ends.items()}
    attributes |= {"stroke": colour, "stroke-width": number(width), "stroke-linecap": "round"}
    if dashes:
        attributes["stroke-dasharray"] = dashes
    SubElement(parent, "line", attributes)


def box(
    parent: Element,
    left: float,
    top: float,
    width: float,
    height: float,
    kind: str,
    thick: bool = False,
) -> None:
    """Add the box of a node, in the shape and colours of its kind."""
    sizes = {"x": left, "y": top, "width": width, "height": height}
    attributes = {name: number(value) for name, value in sizes.items()}
    attributes |= {"rx": str(CORNERS[kind]), "fill": FILLS[kind], "stroke": STROKES[kind]}
    attributes["stroke-width"] = "3" if thick else "1.3"
    SubElement(parent, "rect", attributes)


def lines(
    parent: Element, texts: list[str], x: float, top: float, first: float, colour: str
) -> None:
    """Add centred lines of text; the first has the size `first`, and is bold if that is LARGE."""
    baseline = top + 5 + 0.8 * first
    for row, text in enumerate(texts):
        size = SMALL if row else first
        write(parent, text, x, baseline + row * LINE, size, colour, bold=size == LARGE)


def cross_out(parent: Element, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Add a dashed branch with a bar across it, for a branch that was cut."""
    line(parent, start, end, FAINT, dashes="4 4")
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    along, across = (x2 - x1) / length, (y2 - y1) / length
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    line(parent, (x - 8 * across, y + 8 * along), (x + 8 * across, y - 8 * along), CUT, 3.5)
