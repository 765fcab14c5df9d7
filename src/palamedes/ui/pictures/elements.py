"""SVG elements: attributes as numbers and texts, never markup."""

import hashlib
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

SPACE = "http://www.w3.org/2000/svg"
OWN = "\ue000"  # stands for a name of its own that each picture is given by `own_names`
UNIT = 100  # units of a board's drawing from one square to the next

Attributes: TypeAlias = dict[str, float | str]


def number(value: float) -> str:
    """A size as an attribute says it: at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def draw(parent: Element, tag: str, text: str = "", /, **attributes: float | str) -> Element:
    """Add an element. An underscore stands for a hyphen, one at the end for nothing.

    Classes belong to the picture: their names begin with OWN.
    """
    element = SubElement(parent, tag)
    for name, each in attributes.items():
        name = name.rstrip("_").replace("_", "-")
        if name == "class":
            each = " ".join(f"{OWN}{one}" for one in str(each).split())
        element.set(name, each if isinstance(each, str) else number(each))
    if text:
        element.text = text
    return element


def around(x: float, y: float, half_width: float, half_height: float) -> dict[str, float]:
    """The attributes of a rectangle around a point."""
    return {
        "x": x - half_width,
        "y": y - half_height,
        "width": 2 * half_width,
        "height": 2 * half_height,
    }


def markup(element: Element) -> str:
    return tostring(element, encoding="unicode")


def own_names(text: str) -> str:
    """The text with a name of its own in place of each OWN: pictures on a page must not clash."""
    return text.replace(OWN, own_name(text))


def own_name(text: str) -> str:
    """What names of this picture begin with: the same for the same picture."""
    return f"b{hashlib.sha256(text.encode()).hexdigest()[:6]}-"
