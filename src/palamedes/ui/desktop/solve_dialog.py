"""Solving a game so that somebody can play it perfectly, while the window lives on."""

import os
import signal
import tkinter as tk
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from tkinter import ttk

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _, language, set_language
from palamedes.games import find_game
from palamedes.solver.tablebase import Progress, Tablebase
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.window_task import WindowTask

POLL = 0.1  # seconds


class SolvingDialog(Dialog):
    """Shows how far the work has come; `done` is called at its end. Closing it calls it off."""

    def __init__(self, root: tk.Misc, game: Game, done: Callable[[], None]) -> None:
        super().__init__(root, _("Solving"))
        self._finish = done
        text = _("Solving {game}. This is done only once.").format(game=_(game.title))
        ttk.Label(self, text=text, style="Title.TLabel").pack(anchor="w")
        self.step = ttk.Label(self, style="Muted.TLabel", text=" ")
        self.step.pack(anchor="w", pady=(6, 0))
        self.bar = ttk.Progressbar(self, length=380)
        self.bar.pack(pady=8)
        ttk.Button(self, text=_("Cancel"), command=self.destroy).pack(anchor="e")
        self.settle()
        self._task: WindowTask[None] = WindowTask(
            self, lambda report: solve(game, report), self._done, self._failed, self._progress
        )

    def destroy(self) -> None:
        self._task.cancel()
        super().destroy()

    def _progress(self, what: str, done: int, total: int) -> None:
        self.step.configure(text=what)
        self.bar.configure(maximum=max(total, 1), value=done)

    def _done(self, _nothing: None) -> None:
        self.destroy()
        self._finish()

    def _failed(self, error: BaseException) -> None:
        self.step.configure(text=str(error), style="Warning.TLabel")


def solve(game: Game, report: Progress) -> None:
    """Build the usual tables of a game in a process of its own, which ends as soon as this does.

    A thread could be called off only between two steps of the work, which may be long.
    """
    context = get_context("spawn")
    reading, writing = context.Pipe(duplex=False)
    arguments = (game.id, language(), writing)
    process = context.Process(target=_solve_there, args=arguments, daemon=True)
    process.start()
    writing.close()
    try:
        _listen(reading, report)
    finally:
        process.terminate()
        process.join()
        reading.close()


def _listen(reading: Connection, report: Progress) -> None:
    """Pass on what the process says until it is done; `report` hears something all the time."""
    told: tuple[str, int, int] = (" ", 0, 1)
    while True:
        try:
            if reading.poll(POLL):
                heard = reading.recv()
                if heard is None:
                    return
                if isinstance(heard, str):
                    raise PalamedesError(heard)
                told = heard
        except EOFError:
            raise PalamedesError(_("The game could not be solved.")) from None
        report(*told)


def _solve_there(name: str, speech: str, writing: Connection) -> None:
    """The work of the process. It says how far it is, what went wrong, and None at the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for the window
    set_language(speech)
    tables = Tablebase(find_game(name))
    try:
        tables.build(
            tables.layers.usual, os.cpu_count() or 1, lambda *progress: writing.send(progress)
        )
        writing.send(None)
    except BrokenPipeError:
        return  # nobody listens any more
    except (PalamedesError, OSError) as error:
        writing.send(str(error))
