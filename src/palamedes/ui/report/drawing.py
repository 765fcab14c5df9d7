"""What all plots are drawn with: scales, and SVG elements that the style sheet colours."""

from collections.abc import Callable
from math import ceil, floor, log10
from xml.etree.ElementTree import Element, SubElement, tostring

from palamedes.core.language import decimal
from palamedes.ui.pictures.elements import SPACE, number
from palamedes.ui.report.elements import file_text

WIDTH = 640
MARGIN = 10


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """A function that maps low ... high to start ... end."""
    slope = (end - start) / ((high - low) or 1)
    return lambda value: start + slope * (value - low)


def ticks(low: float, high: float) -> list[float]:
    """About six round numbers between two values."""
    rough = (high - low) / 6 or 1
    power = 10.0 ** floor(log10(rough))
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= rough)
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def add_tick_text(parent: Element, tick: float, x: float, y: float, anchor: str) -> None:
    """Write the number of a tick as the language does."""
    add_text(parent, decimal(tick, None), x, y, anchor)


def new_svg(height: float, name: str) -> Element:
    attributes = {"viewBox": f"0 0 {WIDTH} {height:.0f}", "role": "img", "aria-label": name}
    return Element("svg", attributes | {"class": "plot"})


def document(svg: Element) -> str:
    """A drawing as an SVG document of its own, with the style sheet of reports in it."""
    alone = Element("svg", svg.attrib | {"xmlns": SPACE, "style": "background:var(--card)"})
    SubElement(alone, "style").text = file_text("report.css")
    alone.extend(svg)
    return tostring(alone, encoding="unicode")


def add_line(parent: Element, x1: float, y1: float, x2: float, y2: float, kind: str) -> Element:
    return SubElement(parent, "line", sizes(x1=x1, y1=y1, x2=x2, y2=y2) | {"class": kind})


def add_text(parent: Element, text: str, x: float, y: float, anchor: str) -> None:
    SubElement(parent, "text", sizes(x=x, y=y) | {"text-anchor": anchor}).text = text


def sizes(**numbers: float) -> dict[str, str]:
    return {name: number(size) for name, size in numbers.items()}
