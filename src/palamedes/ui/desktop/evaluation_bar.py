"""The evaluation bar beside the board: the first player's share grows from below."""

import tkinter as tk

from palamedes.search.review import Worth
from palamedes.ui.desktop.drawing.themes import Theme
from palamedes.ui.desktop.screen_scale import px

WIDTH = 16


class EvaluationBar(tk.Canvas):
    """The winning chances of both players, as one bar."""

    def __init__(self, master: tk.Misc, theme: Theme) -> None:
        super().__init__(
            master,
            width=px(master, WIDTH),
            highlightthickness=1,
            highlightbackground=theme.chrome.border,
            background=theme.chrome.window,
        )
        self.share: float | None = None
        self._theme = theme
        self._bar = self.create_rectangle(0, 0, 0, 0, width=0, fill=theme.palette.discs[0])
        self._middle = self.create_line(0, 0, 0, 0, fill=theme.chrome.accent, width=2)
        self.bind("<Configure>", lambda _event: self._draw())

    def show(self, worth: Worth | None) -> None:
        """Show the value of a position, or an empty bar while it is unknown."""
        share = None if worth is None else worth.chance
        if share != self.share:
            self.share = share
            self._draw()

    def _draw(self) -> None:
        width, height = self.winfo_width(), self.winfo_height()
        if self.share is None:
            self.configure(background=self._theme.chrome.window)
            self.coords(self._bar, 0, height, width, height)
        else:
            self.configure(background=self._theme.palette.discs[1])
            self.coords(self._bar, 0, round(height * (1 - self.share)), width, height)
        self.coords(self._middle, 0, height // 2, width, height // 2)
