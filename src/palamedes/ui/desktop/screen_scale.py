"""The scale of the screen: everything is drawn at its real pixels, on any density."""

import os
import tkinter as tk
from contextlib import suppress

USUAL_DPI = 96.0  # at which one pixel of ours is one of the screen
POINTS = 72.0  # in an inch
LARGEST = 4.0


def follow_screen(root: tk.Tk) -> None:
    """Let Tk scale fonts and distances to the screen; before any widget is made.

    Tk knows the size that the X server claims, but not the density that desktops set for their
    programs: `Xft.dpi` of the X resources.
    """
    if root.tk.call("tk", "windowingsystem") != "x11":
        return  # there Tk follows the system
    own = float(root.tk.call("tk", "scaling")) * POINTS
    dpi = resource_dpi(root.winfo_screen()) or max(own, USUAL_DPI)
    if abs(dpi - own) > 1:
        root.tk.call("tk", "scaling", min(dpi, LARGEST * USUAL_DPI) / POINTS)


def resource_dpi(display: str) -> float | None:
    """The density that the desktop has set, None if it has set none.

    Tk finds X resources by the class of a program, so this needs a program of class Xft.
    """
    program = tk.Tk(screenName=display, baseName="Xft", className="Xft")
    try:
        program.withdraw()
        dpi = float(program.tk.call("option", "get", ".", "dpi", "Dpi") or 0)
    except ValueError:
        return None
    finally:
        program.destroy()
    return dpi if dpi >= USUAL_DPI / 2 else None


def announce_density() -> None:
    """Tell Windows that we draw real pixels, or it would blow up a small picture of the window."""
    if os.name == "nt":
        import ctypes

        with suppress(AttributeError, OSError):
            ctypes.windll.shcore.SetProcessDpiAwareness(1)  # type: ignore[attr-defined]


def px(widget: tk.Misc, length: float) -> int:
    """A length, given in pixels of a usual screen, in pixels of this one."""
    return round(length * widget.winfo_fpixels("1i") / USUAL_DPI)
