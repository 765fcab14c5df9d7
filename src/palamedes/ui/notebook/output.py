"""HTML for somebody else's page: in the font and colours of that page, with names of its own.

Pages without trust leave out style and scripts, and any SVG: so pictures are images.
"""

from pathlib import Path
from urllib.parse import quote
from xml.etree.ElementTree import Element, tostring

from palamedes.ui.pictures.elements import OWN, draw, own_names
from palamedes.ui.pictures.style import DARK_PAGES, LIGHT_PAGES, on_pages, own_rules

PLAIN = " =:/,;()'!*-._~@$?+[]{}"  # characters that need no code in the address of an image


def new_output(kind: str) -> Element:
    """An element for a whole output."""
    output = Element("div", {"class": f"{OWN}output {OWN}{kind}"})
    draw(output, "style", _rules())
    return output


def finished(output: Element) -> str:
    """The output as HTML."""
    return own_names(as_html(output))


def as_html(element: Element) -> str:
    """An element as HTML, where scripts and style sheets are left as they are."""
    return tostring(element, encoding="unicode", method="html")


def add_picture(parent: Element, svg: str, alt: str) -> Element:
    """Show an SVG document as an image."""
    return draw(parent, "img", class_="picture", alt=alt, src=address_of(svg))


def address_of(svg: str) -> str:
    """An SVG document as the address of an image."""
    return f"data:image/svg+xml,{quote(svg, safe=PLAIN)}"


def _rules() -> str:
    """The style sheet. Images follow the scheme of the page if it says one."""
    sheet = Path(__file__).with_name("output.css").read_text(encoding="utf-8")
    rules = own_rules(sheet)
    for pages, scheme in ((DARK_PAGES, "dark"), (LIGHT_PAGES, "light")):
        rules.append(on_pages(pages, f".{OWN}picture{{color-scheme:{scheme}}}"))
    return "".join(rules)
