"""Solving a game for a perfect player, while the window stays responsive."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from palamedes.core.cores import usable_cores
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.solver.building_process import build_beside
from palamedes.solver.tablebase import Progress
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.window_task import WindowTask
from palamedes.ui.session.background import nothing


class SolvingDialog(Dialog):
    """Shows the progress of solving and calls `done` at the end.

    Closing the dialog before cancels it, and calls `cancelled`.
    """

    def __init__(
        self,
        root: tk.Misc,
        game: Game,
        done: Callable[[], None],
        cancelled: Callable[[], None] = nothing,
    ) -> None:
        super().__init__(root, _("Solving"))
        self._finish, self._cancelled = done, cancelled
        text = _("Solving {game}. This is done only once.").format(game=_(game.title))
        ttk.Label(self, text=text, style="Title.TLabel").pack(anchor="w")
        self.stage = ttk.Label(self, style="Muted.TLabel", text=" ")
        self.stage.pack(anchor="w", pady=(6, 0))
        self.bar = ttk.Progressbar(self, length=px(self, 380))
        self.bar.pack(pady=8)
        ttk.Button(self, text=_("Cancel"), command=self.cancel).pack(anchor="e")
        self.protocol("WM_DELETE_WINDOW", self.cancel)
        self.bind("<Escape>", lambda _event: self.cancel())
        self.settle()

        def build(report: Progress) -> None:
            build_beside(game, None, usable_cores(), report)

        self._task: WindowTask[None] = WindowTask(
            self, build, self._done, self._failed, self._progress
        )

    def cancel(self) -> None:
        """Stop solving, because the person wants so."""
        self.destroy()
        self._cancelled()

    def destroy(self) -> None:
        self._task.cancel()
        super().destroy()

    def _progress(self, what: str, done: int, total: int) -> None:
        self.stage.configure(text=what)
        self.bar.configure(maximum=max(total, 1), value=done)

    def _done(self, _nothing: None) -> None:
        self.destroy()
        self._finish()

    def _failed(self, error: BaseException) -> None:
        self.stage.configure(text=str(error), style="Warning.TLabel")
