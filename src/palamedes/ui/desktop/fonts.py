"""Letters for the window."""

import tkinter as tk
from tkinter import font
from weakref import WeakKeyDictionary

# The first that is there; otherwise what Tk takes for its own texts.
WANTED = ("Segoe UI", "SF Pro Text", "Helvetica Neue", "Cantarell", "Noto Sans", "DejaVu Sans")

_families: WeakKeyDictionary[tk.Misc, str] = WeakKeyDictionary()


def family(widget: tk.Misc) -> str:
    """The family of letters that the whole window uses."""
    root = widget.nametowidget(".")
    if root not in _families:
        known = font.families(root)
        usual = str(font.nametofont("TkDefaultFont", root=root).actual("family"))
        _families[root] = next((name for name in WANTED if name in known), usual)
    return _families[root]
