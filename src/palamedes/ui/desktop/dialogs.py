"""Dialogs over the main window; the game goes on behind them."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Literal

from palamedes.core.language import _
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.style import font_family

WIDTH = 64  # characters in a line
SCROLLING: dict[str, tuple[int, Literal["units", "pages"]]] = {
    "Up": (-1, "units"),
    "Down": (1, "units"),
    "Prior": (-1, "pages"),
    "Next": (1, "pages"),
}
BARS = 70  # pixels for the title bar of a window and the task bar of the screen


class Dialog(tk.Toplevel):
    """A dialog that Escape closes; a new one replaces an open one of the same class."""

    def __init__(self, root: tk.Misc, title: str) -> None:
        for other in root.winfo_children():
            if type(other) is type(self):
                other.destroy()
        super().__init__(root, padx=px(root, 16), pady=px(root, 14))
        background = ttk.Style(root).lookup(".", "background")
        border = ttk.Style(root).lookup(".", "bordercolor")
        self.configure(background=background, highlightthickness=1, highlightbackground=border)
        self.reopen: Callable[[], object] = lambda: None  # after the main window is rebuilt
        self.title(title)
        self.transient(root.winfo_toplevel())
        self.bind("<Escape>", lambda _event: self.destroy())

    def settle(self) -> None:
        """Move to the middle of the main window, but within the screen, and take the focus."""
        root = self.master
        self.update_idletasks()
        most_width, most_height = self.winfo_screenwidth() - 20, self.winfo_screenheight() - BARS
        asked = self.winfo_reqwidth(), self.winfo_reqheight()
        width, height = min(asked[0], most_width), min(asked[1], most_height)
        x = root.winfo_rootx() + (root.winfo_width() - width) // 2
        y = root.winfo_rooty() + (root.winfo_height() - height) // 3
        x, y = max(0, min(x, most_width - width)), max(0, min(y, most_height - height))
        size = "" if (width, height) == asked else f"{width}x{height}"
        self.geometry(f"{size}+{x}+{y}")
        self.lift()
        self.focus_set()


class TextDialog(Dialog):
    """A text and a button to close it; `then` is called by the button, not by Escape."""

    def __init__(
        self, root: tk.Misc, title: str, text: str, button: str, then: Callable[[], None]
    ) -> None:
        super().__init__(root, title)
        self._then = then
        ttk.Label(self, text=title, style="Title.TLabel").pack(anchor="w")
        self.button = ttk.Button(self, text=button, style="Main.TButton", command=self.close)
        self.button.pack(side="bottom", anchor="e")
        self.page = self._make_page(text)
        self.page.insert("1.0", text)
        self.page.configure(state="disabled")
        pack_with_scrollbar(self.page)
        self.bind("<Return>", lambda _event: self.close())
        for key, (amount, unit) in SCROLLING.items():
            self.bind(f"<{key}>", partial(self._scroll, amount, unit))
        self.settle()
        self.button.focus_set()

    def _make_page(self, text: str) -> tk.Text:
        style = ttk.Style(self)
        return tk.Text(
            self,
            width=WIDTH,
            height=_height(text),
            wrap="word",
            relief="flat",
            font=(font_family(self), 11),
            background=style.lookup(".", "background"),
            foreground=style.lookup(".", "foreground"),
            highlightthickness=0,
            spacing2=3,
            spacing3=3,
            pady=10,
        )

    def _scroll(self, amount: int, unit: Literal["units", "pages"], _event: object) -> None:
        self.page.yview_scroll(amount, unit)

    def close(self) -> None:
        self.destroy()
        self._then()


def pack_with_scrollbar(page: tk.Text) -> None:
    """Let a text widget fill its parent, with a scrollbar to its right."""
    scroll = ttk.Scrollbar(page.master, command=page.yview, takefocus=0)
    page.configure(yscrollcommand=scroll.set)
    scroll.pack(side="right", fill="y")
    page.pack(side="left", fill="both", expand=True)


def show_text(
    root: tk.Misc,
    title: str,
    text: str,
    button: str = "",
    then: Callable[[], None] = lambda: None,
) -> TextDialog:
    """Open a dialog with a text."""
    return TextDialog(root, title, text, button or _("Close"), then)


def _height(text: str) -> int:
    """About how many lines a text fills, within limits."""
    lines = sum(len(line) // (WIDTH - 6) + 1 for line in text.splitlines())
    return max(3, min(lines + 1, 24))
