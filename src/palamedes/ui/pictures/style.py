"""The style sheet of a picture and its gradients, in the colours of a palette.

Rules name their colours outright, without variables: programs that put SVG into documents know
classes, but few of them know variables. Only what lies around the board differs in the dark.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from palamedes.ui.pictures.colours import Colours, colours
from palamedes.ui.pictures.elements import OWN, draw

DARK = "@media (prefers-color-scheme:dark)"
# How notebooks and pages say which theme they have, whatever the system prefers: JupyterLab,
# Visual Studio Code, and pages made by Sphinx. They reach a picture that is part of the page.
DARK_PAGES = (
    "[data-jp-theme-light=false]",
    ".vscode-dark",
    ".vscode-high-contrast",
    "[data-theme=dark]",
)
LIGHT_PAGES = ("[data-jp-theme-light=true]", ".vscode-light", "[data-theme=light]")
SIGNED = "contrast"  # the palette whose discs differ by more than their colour
AROUND = ("panel", "border", "text", "muted")  # the colours that are others in the dark

RADIAL = {"cx": "0.5", "cy": "0.5", "r": "0.62", "fx": "0.34", "fy": "0.28"}
DOWN = {"x1": "0", "y1": "0", "x2": "0", "y2": "1"}


def style_sheet(palette: str) -> str:
    """The rules of a picture: for classes that begin with OWN."""
    light = {**colours(palette), "sign": "inline" if palette == SIGNED else "none"}
    dark = {**light, **{name: colours(palette, dark=True)[name] for name in AROUND}}
    rules = _filled(light)
    differing = [pair for pair in zip(rules, _filled(dark), strict=True) if pair[0] != pair[1]]
    rules.append(DARK + "{" + "".join(rule for _light, rule in differing) + "}")
    rules += (on_pages(DARK_PAGES, dark) for _light, dark in differing)
    rules += (on_pages(LIGHT_PAGES, light) for light, _dark in differing)
    return "".join(rules)


def _filled(found: Colours) -> list[str]:
    """The rules of board.css with these colours."""
    sheet = Path(__file__).with_name("board.css").read_text(encoding="utf-8")
    return own_rules(re.sub(r"\$([a-z0-9-]+)", lambda name: found[name[1]], sheet))


def own_rules(sheet: str) -> list[str]:
    """The rules of a style sheet, one a line, for the elements of one picture or output.

    Ancestors could not keep others out: `use` leaves them behind.
    """
    split = (rule.split("{") for rule in sheet.splitlines())
    return [
        selector.replace(".", f".{OWN}") + "{" + body.replace("@", OWN) for selector, body in split
    ]


def on_pages(pages: tuple[str, ...], rule: str) -> str:
    """A rule for pages that say which theme they have."""
    selector, body = rule.split("{")
    return ",".join(f"{page} {selector}" for page in pages) + "{" + body


def draw_gradients(parent: Element, palette: str) -> None:
    """The gradients that rules and elements refer to."""
    found = colours(palette)
    for name in ("disc-0", "disc-1", "red", "blue", "clear"):
        stops = ((0, f"{name}-light"), (0.45, name), (1, f"{name}-dark"))
        _gradient(parent, "radialGradient", name, RADIAL, ((at, found[key]) for at, key in stops))
    for name, pair in (("pit", ("pit-deep", "pit")), ("frame", ("frame-light", "frame"))):
        ends = zip((0, 1), (found[key] for key in pair), strict=True)
        _gradient(parent, "linearGradient", name, DOWN, ends)
    for name in ("stick", "head"):
        shades = ((0, name), (0.35, name), (1, f"{name}-dark"))
        _gradient(parent, "linearGradient", name, {}, ((at, found[key]) for at, key in shades))
    _fading(parent, "radialGradient", "shadow", {}, (0.55, 0.55))
    _fading(parent, "linearGradient", "edge-down", DOWN, (0, 0.3))
    _fading(parent, "linearGradient", "edge-right", {}, (0, 0.3))


def _gradient(
    parent: Element,
    tag: str,
    name: str,
    attributes: dict[str, str],
    stops: Iterator[tuple[float, str]],
) -> None:
    gradient = draw(parent, tag, id=f"{OWN}{name}", **attributes)
    for offset, colour in stops:
        draw(gradient, "stop", offset=f"{offset:g}", stop_color=colour)


def _fading(
    parent: Element, tag: str, name: str, attributes: dict[str, str], dark: tuple[float, float]
) -> None:
    """A gradient from black to nothing; `dark` is its first stop: the offset and the opacity."""
    gradient = draw(parent, tag, id=f"{OWN}{name}", **attributes)
    for offset, opacity in (dark, (1, 0)):
        draw(gradient, "stop", offset=f"{offset:g}", stop_color="#000", stop_opacity=f"{opacity:g}")
