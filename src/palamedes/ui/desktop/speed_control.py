"""Pause, step and speed of a game between two engines."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from palamedes.core.language import _
from palamedes.ui.session.pace import NORMAL, SPEED_TITLES


class SpeedControl(ttk.Frame):
    """Two buttons and a choice of speeds; `chosen` is called with the name of a speed."""

    def __init__(
        self,
        master: tk.Misc,
        pause: Callable[[], None],
        step: Callable[[], None],
        chosen: Callable[[str], None],
    ) -> None:
        super().__init__(master, style="Panel.TFrame")
        self._titles = {_(title): name for name, title in SPEED_TITLES.items()}
        self.pause = ttk.Button(self, command=pause)
        self.step = ttk.Button(self, text=_("One move"), command=step)
        label = ttk.Label(self, text=_("Speed:"), style="Small.TLabel")
        self.speed = ttk.Combobox(self, values=list(self._titles), state="readonly", width=12)
        self.pause.grid(row=0, column=0, sticky="ew", padx=2)
        self.step.grid(row=0, column=1, sticky="ew", padx=2)
        label.grid(row=1, column=0, sticky="e", padx=2, pady=4)
        self.speed.grid(row=1, column=1, sticky="ew", padx=2, pady=4)
        self.columnconfigure((0, 1), weight=1)
        self.speed.bind("<<ComboboxSelected>>", lambda _event: chosen(self.name))
        self.is_shown = False

    @property
    def name(self) -> str:
        """The speed that is chosen, by its name in the settings."""
        return self._titles.get(self.speed.get(), NORMAL)

    def show(self, is_wanted: bool, is_paused: bool, speed: str) -> None:
        """Show the state, or nothing if a person plays."""
        self.is_shown = is_wanted
        self.pause.configure(text=_("Resume") if is_paused else _("Pause"))
        self.step.state(["!disabled" if is_paused else "disabled"])
        self.speed.set(_(SPEED_TITLES.get(speed, SPEED_TITLES[NORMAL])))
        if is_wanted:
            self.grid()
        else:
            self.grid_remove()
