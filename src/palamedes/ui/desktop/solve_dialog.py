"""Solving a game for a perfect player, while the window stays responsive."""

import signal
import tkinter as tk
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from tkinter import ttk

from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _, language, set_language
from palamedes.core.plugins import Registration, handed_over, take_over
from palamedes.games import find_game
from palamedes.solver.tablebase import Progress, Tablebase
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.window_task import WindowTask
from palamedes.ui.session.background import nothing

POLL = 0.1  # seconds


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
        self._task: WindowTask[None] = WindowTask(
            self, lambda report: solve(game, report), self._done, self._failed, self._progress
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


def solve(game: Game, report: Progress) -> None:
    """Build the usual tables of a game in a separate process, which is ended with this call.

    A thread could be cancelled only between two reports of the solver, which may be far apart.
    """
    context = get_context("spawn")
    reading, writing = context.Pipe(duplex=False)
    arguments = (game.id, language(), writing, handed_over())
    process = context.Process(target=_solve_in_process, args=arguments, daemon=True)
    process.start()
    writing.close()
    try:
        _listen(reading, report)
    finally:
        process.terminate()
        process.join()
        reading.close()


def _listen(reading: Connection, report: Progress) -> None:
    """Pass reports of the process on until it is done.

    `report` is called every POLL seconds even without news, because it raises CancelledError.
    """
    progress: tuple[str, int, int] = (" ", 0, 1)
    while True:
        try:
            if reading.poll(POLL):
                message = reading.recv()
                if message is None:
                    return
                if isinstance(message, str):
                    raise PalamedesError(message)
                progress = message
        except EOFError:
            raise PalamedesError(_("The game could not be solved.")) from None
        report(*progress)


def _solve_in_process(
    name: str, language_code: str, writing: Connection, offers: tuple[Registration, ...]
) -> None:
    """Solve a game and send reports, then None at the end or the text of an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window
    set_language(language_code)
    take_over(offers)
    try:
        tables = Tablebase(find_game(name))
        tables.build(tables.layers.usual, usable_cores(), lambda *progress: writing.send(progress))
        writing.send(None)
    except BrokenPipeError:
        return  # the window has cancelled
    except (PalamedesError, OSError) as error:
        writing.send(str(error))
