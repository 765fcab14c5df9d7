"""The main window: a banner, the board with its panel, and a status bar."""

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from palamedes.core.board import Geometry
from palamedes.ui.desktop.board import BoardCanvas
from palamedes.ui.desktop.drawing.layout import BoardLayout
from palamedes.ui.desktop.drawing.themes import Theme
from palamedes.ui.desktop.evaluation_bar import EvaluationBar
from palamedes.ui.desktop.panel import Panel
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.speed_control import SpeedControl
from palamedes.ui.desktop.status_bar import Banner, StatusBar

Buttons = Sequence[tuple[str, str, Callable[[], None]]]
# In pixels of a usual screen:
LEAST = (480, 420)
USUAL = (940, 740)
PANEL = 270  # the width of the panel beside the board
PANEL_SHARE = 0.42  # of the window; the panel never takes more
STRIP = 200  # the height of the panel below the board
STRIP_SHARE = 0.36  # of the window; it never takes more
MUCH_LARGER = 1.15  # a board that grows by this factor has the panel below it


class Window(ttk.Frame):
    """Lays out all widgets but menus and dialogs; the app fills them."""

    def __init__(
        self,
        root: tk.Tk,
        theme: Theme,
        clicked: Callable[[str], None],
        looked: Callable[[int], None],
        buttons: Buttons,
        make_speed: Callable[[tk.Misc], SpeedControl],
    ) -> None:
        super().__init__(root)
        self.banner = Banner(self)
        self.evaluation_bar = EvaluationBar(self, theme)
        self.board = BoardCanvas(self, theme, clicked)
        self.panel = Panel(self, theme, buttons, looked, make_speed)
        self.status = StatusBar(self)
        self._geometry: Geometry | None = None
        self._above = self.banner.usual_height
        self.heading = ttk.Label(self, style="Title.TLabel")  # where no question is asked
        self.heading.grid(row=0, column=0, columnspan=3, sticky="w", padx=px(self, 14))
        self.banner.grid(row=0, column=0, columnspan=3, sticky="nsew")
        self.banner.lift()
        self.evaluation_bar.grid(row=1, column=0, sticky="ns", padx=(10, 0), pady=14)
        self.board.grid(row=1, column=1, sticky="nsew")
        self.status.grid(row=3, column=0, columnspan=3, sticky="ew")
        self.banner.hide()
        self.panel.grid_propagate(False)
        self.columnconfigure(1, weight=1)
        self.rowconfigure(0, minsize=self._above)  # or a question would move the board
        self.rowconfigure(1, weight=1)
        self.bind("<Configure>", self._fit)
        self._fit()

    def fit_board(self, geometry: Geometry) -> None:
        """Lay the window out for boards of this shape."""
        if geometry != self._geometry:
            self._geometry = geometry
            self._fit()

    def _fit(self, _event: object = None) -> None:
        """Put the panel beside the board, or below it if that makes the board much larger.

        In a small window the panel is narrower, in favour of the board.
        """
        size = max(self.winfo_width(), px(self, LEAST[0])), max(self.winfo_height(), 2)
        beside = min(px(self, PANEL), round(PANEL_SHARE * size[0]))
        is_below = self._gains_below(size, beside)
        self.panel.arrange(is_below)
        if is_below:
            self.panel.configure(height=self._strip(size[1]))
            self.panel.grid(row=2, column=0, columnspan=3, sticky="nsew")
        else:
            self.panel.configure(width=beside)
            self.panel.grid(row=1, column=2, columnspan=1, sticky="nsew")

    def _strip(self, height: int) -> int:
        """The height of the panel below the board, in a window of this height."""
        return min(px(self, STRIP), round(STRIP_SHARE * height))

    def _gains_below(self, size: tuple[int, int], beside: int) -> bool:
        if self._geometry is None:
            return False
        width = size[0]
        height = max(size[1] - self._above - self.status.winfo_reqheight(), 100)
        shorter = height - self._strip(size[1])
        if shorter < px(self, LEAST[1]) / 4:
            return False
        units = [
            BoardLayout(self._geometry, *area).unit
            for area in ((width - beside, height), (width, shorter))
        ]
        return units[1] > MUCH_LARGER * units[0]

    def show_evaluation_bar(self, wanted: bool) -> None:
        if wanted:
            self.evaluation_bar.grid()
        else:
            self.evaluation_bar.grid_remove()
