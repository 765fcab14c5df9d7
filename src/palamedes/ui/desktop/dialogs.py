"""Small windows beside the main one. None of them stops the game."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from palamedes.core.language import _
from palamedes.ui.desktop.fonts import family

WIDTH = 64  # letters a line


class Dialog(tk.Toplevel):
    """A window over the main one that Escape closes; of each kind there is one at a time."""

    def __init__(self, root: tk.Misc, title: str) -> None:
        for other in root.winfo_children():
            if type(other) is type(self):
                other.destroy()
        super().__init__(root, padx=16, pady=14)
        ground = ttk.Style(root).lookup(".", "background")
        edge = ttk.Style(root).lookup(".", "bordercolor")
        self.configure(background=ground, highlightthickness=1, highlightbackground=edge)
        self.title(title)
        self.transient(root.winfo_toplevel())
        self.bind("<Escape>", lambda _event: self.destroy())

    def settle(self) -> None:
        """Come up in the middle of the main window, ready for the keyboard."""
        root = self.master
        self.update_idletasks()
        x = root.winfo_rootx() + (root.winfo_width() - self.winfo_reqwidth()) // 2
        y = root.winfo_rooty() + (root.winfo_height() - self.winfo_reqheight()) // 3
        self.geometry(f"+{max(x, 0)}+{max(y, 0)}")
        self.lift()
        self.focus_set()


class TextDialog(Dialog):
    """Some text and a button to close it."""

    def __init__(
        self, root: tk.Misc, title: str, text: str, button: str, then: Callable[[], None]
    ) -> None:
        super().__init__(root, title)
        self._then = then
        ttk.Label(self, text=title, style="Title.TLabel").pack(anchor="w")
        self.page = self._make_page(text)
        self.page.insert("1.0", text)
        self.page.configure(state="disabled")
        self.page.pack(fill="both", expand=True)
        self.button = ttk.Button(self, text=button, style="Main.TButton", command=self.close)
        self.button.pack(anchor="e")
        self.bind("<Return>", lambda _event: self.close())
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
            font=(family(self), 11),
            background=style.lookup(".", "background"),
            foreground=style.lookup(".", "foreground"),
            highlightthickness=0,
            spacing2=3,
            spacing3=3,
            pady=10,
        )

    def close(self) -> None:
        """It has been read."""
        self.destroy()
        self._then()


def show_text(
    root: tk.Misc,
    title: str,
    text: str,
    button: str = "",
    then: Callable[[], None] = lambda: None,
) -> TextDialog:
    """Show some text until it is closed."""
    return TextDialog(root, title, text, button or _("Close"), then)


def _height(text: str) -> int:
    """How many lines the text fills, about."""
    lines = sum(len(line) // (WIDTH - 6) + 1 for line in text.splitlines())
    return max(3, min(lines + 1, 24))
