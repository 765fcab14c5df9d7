"""Where the window stands: remembered from one start to the next."""

import re
import tkinter as tk

from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.window import LEAST, USUAL

PLACE = re.compile(r"(\d{2,5})x(\d{2,5})\+(-?\d{1,5})\+(-?\d{1,5})( zoomed)?")
VISIBLE = 80  # pixels of the window that must be on the screen


def restore_place(root: tk.Tk, saved: str) -> None:
    """Give the window the size and place it had, if it still fits the screen; else the usual."""
    least = px(root, LEAST[0]), px(root, LEAST[1])
    screen = root.winfo_screenwidth(), root.winfo_screenheight()
    root.minsize(*least)
    found = PLACE.fullmatch(saved)
    if found is None:
        width, height = (
            min(px(root, usual), side) for usual, side in zip(USUAL, screen, strict=True)
        )
        root.geometry(f"{width}x{height}")
        return
    width, height, x, y = map(int, found.groups()[:4])
    width, height = min(max(width, least[0]), screen[0]), min(max(height, least[1]), screen[1])
    x = max(VISIBLE - width, min(x, screen[0] - VISIBLE))
    y = max(0, min(y, screen[1] - VISIBLE))
    root.geometry(f"{width}x{height}+{x}+{y}")
    if found[5]:
        zoom(root, True)


def place_text(root: tk.Tk) -> str:
    """The size and place of the window, for `restore_place`."""
    return f"{root.winfo_geometry()}{' zoomed' if is_zoomed(root) else ''}"


def is_zoomed(root: tk.Tk) -> bool:
    """Whether the window fills the screen."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        return bool(int(root.wm_attributes("-zoomed")))
    return root.state() == "zoomed"


def zoom(root: tk.Tk, wanted: bool) -> None:
    """Let the window fill the screen, or not."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        root.wm_attributes("-zoomed", wanted)
    else:
        root.state("zoomed" if wanted else "normal")
