"""Solving a game so that somebody can play it perfectly, while the window lives on."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.ui.desktop.background import Background
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.starting import solve


class SolvingDialog(Dialog):
    """Shows how far the work has come; `done` is called at its end. Closing it calls it off."""

    def __init__(self, root: tk.Misc, game: Game, done: Callable[[], None]) -> None:
        super().__init__(root, _("Solving"))
        self._finish = done
        text = _("Solving {game}, once and for all.").format(game=_(game.title))
        ttk.Label(self, text=text, style="Title.TLabel").pack(anchor="w")
        self.step = ttk.Label(self, style="Muted.TLabel", text=" ")
        self.step.pack(anchor="w", pady=(6, 0))
        self.bar = ttk.Progressbar(self, length=380)
        self.bar.pack(pady=8)
        ttk.Button(self, text=_("Cancel"), command=self.destroy).pack(anchor="e")
        self.settle()
        self._work: Background[None] = Background(
            self, lambda report: solve(game, report), self._progress, self._done, self._failed
        )

    def destroy(self) -> None:
        self._work.call_off()
        super().destroy()

    def _progress(self, what: str, done: int, total: int) -> None:
        self.step.configure(text=what)
        self.bar.configure(maximum=max(total, 1), value=done)

    def _done(self, _nothing: None) -> None:
        self.destroy()
        self._finish()

    def _failed(self, error: Exception) -> None:
        self.step.configure(text=str(error), style="Warning.TLabel")
