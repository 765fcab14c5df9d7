"""The palettes of the web app, read from its style sheet, which is the only place they are in."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

SHEET = Path(__file__).parent.parent / "web" / "static" / "css" / "colours.css"
DEFAULT_PALETTE = "walnut"
BLOCK = re.compile(r":root([^{]*)\{([^}]*)\}")
PROPERTY = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")

Colours = Mapping[str, str]  # by the name of the property


def colours(palette: str = DEFAULT_PALETTE, dark: bool = False) -> Colours:
    """All colours of a palette, light or dark."""
    if palette not in palettes():
        known = ", ".join(palettes())
        raise PalamedesError(
            _("there is no palette {palette!r}; the palettes are: {known}").format(
                palette=palette[:40], known=known
            )
        )
    own = [] if palette == DEFAULT_PALETTE else [f'[data-palette="{palette}"]']
    modes = ["", '[data-mode="dark"]'] if dark else [""]
    found: dict[str, str] = {}
    for selector in (base + mode for base in ["", *own] for mode in modes):
        found |= _blocks()[selector]
    return found


@cache
def palettes() -> tuple[str, ...]:
    """The names of the palettes, the default one first."""
    named = re.findall(r'\[data-palette="(\w+)"\](?=\n)', "\n".join(_blocks()) + "\n")
    return (DEFAULT_PALETTE, *named)


@cache
def _blocks() -> dict[str, Colours]:
    """The properties of each rule, by what its selector says after `:root`."""
    sheet = SHEET.read_text(encoding="utf-8")
    return {
        selector.strip(): dict(PROPERTY.findall(body)) for selector, body in BLOCK.findall(sheet)
    }
