"""What the window says: the line at the bottom, and questions at the top that stop nobody."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from palamedes.core.language import _

TOLD_MS = 4000  # how long an answer to a wrong click is seen


class StatusLine(ttk.Frame):
    """Says how things stand or, for a while, what was wrong."""

    def __init__(self, master: tk.Misc) -> None:
        super().__init__(master, padding=(10, 4))
        self._line = ttk.Label(self, anchor="w")
        self._line.pack(side="left", fill="x", expand=True)
        self._usual = ""
        self._told, self._style = "", ""
        self._timer = ""

    def show(self, text: str) -> None:
        """How things stand."""
        if text != self._usual:
            self._usual = text
            self._refresh()

    def tell(self, text: str, is_wrong: bool = True) -> None:
        """Say something for a while: mostly that something is wrong."""
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(TOLD_MS, self._forget)
        self._told, self._style = text, "Warning.TLabel" if is_wrong else "TLabel"
        self._refresh()

    def quiet(self) -> None:
        """Say no longer what was said."""
        if self._told:
            self._told = ""
            self._refresh()

    def destroy(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        super().destroy()

    def _forget(self) -> None:
        self._timer = ""
        self.quiet()

    def _refresh(self) -> None:
        style = self._style if self._told else "TLabel"
        self._line.configure(text=self._told or self._usual, style=style)

    def text(self) -> str:
        """What can be read now."""
        return str(self._line.cget("text"))


class Banner(ttk.Frame):
    """A question above the board, with two answers."""

    def __init__(self, master: tk.Misc) -> None:
        super().__init__(master, style="Banner.TFrame", padding=(10, 5))
        self._text = ttk.Label(self, style="Banner.TLabel")
        self._text.pack(side="left", fill="x", expand=True)
        self.no = ttk.Button(self, takefocus=0)
        self.no.pack(side="right", padx=3)
        self.yes = ttk.Button(self, takefocus=0)
        self.yes.pack(side="right", padx=3)
        self.asks = False
        self.bind("<Configure>", self._resized)

    def _resized(self, event: "tk.Event[tk.Misc]") -> None:
        buttons = self.yes.winfo_reqwidth() + self.no.winfo_reqwidth()
        self._text.configure(wraplength=max(event.width - buttons - 50, 120))

    def ask(
        self,
        text: str,
        yes: Callable[[], None],
        no: Callable[[], None] = lambda: None,
        answers: tuple[str, str] | None = None,
    ) -> None:
        """Ask something in place of what was asked before."""
        words = answers or (_("Yes"), _("No"))
        self._text.configure(text=text)
        self.yes.configure(text=words[0], command=lambda: self._answer(yes))
        self.no.configure(text=words[1], command=lambda: self._answer(no))
        self.asks = True
        self.grid()

    def hide(self) -> None:
        self.asks = False
        self.grid_remove()

    def _answer(self, then: Callable[[], None]) -> None:
        self.hide()
        then()

    def text(self) -> str:
        """The question that is asked, nothing if there is none."""
        return str(self._text.cget("text")) if self.asks else ""
