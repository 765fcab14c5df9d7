"""The main window: a banner, the board with its panel, and a status bar."""

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from palamedes.ui.desktop.board import BoardCanvas
from palamedes.ui.desktop.drawing.themes import Theme
from palamedes.ui.desktop.evaluation_bar import EvaluationBar
from palamedes.ui.desktop.panel import Panel
from palamedes.ui.desktop.status_bar import Banner, StatusBar

Buttons = Sequence[tuple[str, str, Callable[[], None]]]
LEAST = (480, 420)
USUAL = (940, 700)
PANEL = 270  # pixels, the width of the panel
PANEL_SHARE = 0.42  # of the window; the panel never takes more


class Window(ttk.Frame):
    """Lays out all widgets but menus and dialogs; the app fills them."""

    def __init__(
        self,
        root: tk.Tk,
        theme: Theme,
        clicked: Callable[[str], None],
        looked: Callable[[int], None],
        buttons: Buttons,
    ) -> None:
        super().__init__(root)
        self.banner = Banner(self)
        self.evaluation_bar = EvaluationBar(self, theme)
        self.board = BoardCanvas(self, theme, clicked)
        self.panel = Panel(self, theme, buttons, looked)
        self.status = StatusBar(self)
        self.banner.grid(row=0, column=0, columnspan=3, sticky="ew")
        self.evaluation_bar.grid(row=1, column=0, sticky="ns", padx=(10, 0), pady=14)
        self.board.grid(row=1, column=1, sticky="nsew")
        self.panel.grid(row=1, column=2, sticky="nsew")
        self.status.grid(row=2, column=0, columnspan=3, sticky="ew")
        self.banner.hide()
        self.panel.grid_propagate(False)
        self.columnconfigure(1, weight=1)
        self.rowconfigure(1, weight=1)
        self.bind("<Configure>", self._fit)
        self._fit()

    def _fit(self, _event: object = None) -> None:
        """Make the panel narrower in a small window, in favour of the board."""
        width = max(self.winfo_width(), LEAST[0])
        self.panel.configure(width=min(PANEL, round(PANEL_SHARE * width)))

    def show_evaluation_bar(self, wanted: bool) -> None:
        if wanted:
            self.evaluation_bar.grid()
        else:
            self.evaluation_bar.grid_remove()
