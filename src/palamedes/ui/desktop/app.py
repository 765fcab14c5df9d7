"""The desktop program: one window, one session at a time, and what binds them."""

import sys
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.commands import BUTTONS
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.drawing.themes import Theme, theme_of
from palamedes.ui.desktop.keyboard import BoardKeyboard
from palamedes.ui.desktop.menus import build_menus
from palamedes.ui.desktop.questions import Questions
from palamedes.ui.desktop.solve_dialog import SolvingDialog
from palamedes.ui.desktop.starting import NewGameChoice, begin
from palamedes.ui.desktop.status_texts import Teller
from palamedes.ui.desktop.style import dress
from palamedes.ui.desktop.view import kinds_of, view_of
from palamedes.ui.desktop.window import LEAST, USUAL, Window
from palamedes.ui.session import Scene, Session
from palamedes.ui.settings import load_settings, save_settings

PUMP_MS = 15
SWITCH = 0.0001  # seconds that a thread that thinks in Python may keep the window waiting
BUSY = 0.03  # seconds that the session may take at a time


class App:
    """The window and the game in it."""

    def __init__(self, root: tk.Tk, choice: NewGameChoice) -> None:
        """Begin to play what is chosen, or tell why not."""
        self.root, self.choice = root, choice
        self.settings = load_settings()
        self.path: Path | None = None  # of the file of the game
        self.is_opened = False  # from a file, and not played on yet
        self._scene: Scene | None = None
        self._pump_timer = ""
        self._usual_switch = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        self.variables: list[tk.Variable] = []  # of the menus, which do not keep them
        root.title("Palamedes")
        root.minsize(*LEAST)
        root.geometry(f"{USUAL[0]}x{USUAL[1]}")
        root.protocol("WM_DELETE_WINDOW", self.quit)
        self._unproven: NewGameChoice | None = None  # whose players have not moved yet
        self.session = begin(NewGameChoice(choice.game))
        self.questions = Questions(self)
        self.keyboard = BoardKeyboard(self)
        self._build()
        self.start(choice)
        self.questions.offer_unfinished()
        self._pump()

    # The window

    @property
    def theme(self) -> Theme:
        return theme_of(self.settings.palette, self.settings.pieces, self.settings.dark)

    def _build(self) -> None:
        dress(self.root, self.theme.chrome)
        buttons = [(each.title, each.key, partial(self._press, each.action)) for each in BUTTONS]
        self.window = Window(self.root, self.theme, self.touch, self.look, buttons)
        self.window.pack(fill="both", expand=True)
        self.window.show_gauge(self.settings.gauge)
        self.teller = Teller(self.window)
        self.menu = build_menus(self)
        self._prepare_board()
        self.questions.show()
        self.window.board.focus_set()

    def rebuild(self) -> None:
        """Make the window anew, in other colours or another language. The game does not notice."""
        children = [
            each for each in self.root.winfo_children() if not isinstance(each, SolvingDialog)
        ]
        dialogs = [each for each in children if isinstance(each, Dialog)]
        for child in children:
            child.destroy()
        self._scene = None
        self._build()
        self.refresh()
        for dialog in dialogs:
            dialog.reopen()

    def remember(self, **changes: Any) -> None:
        """Keep a choice, now and for the next start."""
        self.settings = replace(self.settings, **changes)
        save_settings(self.settings)

    # Games

    def start(self, choice: NewGameChoice) -> None:
        """Play a new game, once the tables are there that a player needs."""
        if choice.needs_solving:
            self.questions.ask_to_solve(choice)
            return
        try:
            session = begin(choice)
        except PalamedesError as error:
            self.choice = choice
            self.refresh()
            actions.new_game(self, str(error))
            return
        self.play(session)
        self._unproven = choice
        self._remember_players(session.scene())
        actions.first_rules(self)

    def _remember_players(self, scene: Scene) -> None:
        """Offer the same players the next time, but programs only once all have moved."""
        choice = self._unproven
        if choice is not None and (choice.is_proven or scene.plies > 1):
            self._unproven = None
            self.remember(game=choice.game.id, first=choice.first, second=choice.second)

    def solve(self, choice: NewGameChoice) -> None:
        """Solve a game, then play it."""
        SolvingDialog(self.root, choice.game, lambda: self.start(choice))

    def play(self, session: Session, path: Path | None = None) -> None:
        """Put another game on the table; the one before is offered again if it goes on."""
        self.session.close(keep=True)
        self.session, self.path = session, path
        self.is_opened = path is not None
        specs = (session.seats[0].spec, session.seats[1].spec)
        self.choice = NewGameChoice(session.match.game, *specs, session.control)
        self._scene = self._unproven = None
        self.questions.forget("offer", "end", "start")
        self.keyboard.forget()
        session.gauge(self.settings.gauge)
        self._prepare_board()
        self.refresh()

    def _prepare_board(self) -> None:
        kinds = kinds_of(self.session.match)
        self.window.board.kind = kinds[0] or "disc"
        for card, kind in zip(self.window.panel.cards, kinds, strict=True):
            card.play_with(kind)
        self.root.title(f"Palamedes - {_(self.session.match.game.title)}")

    @property
    def is_replay(self) -> bool:
        """Whether the plain arrow keys step through the moves."""
        scene = self.session.scene()
        return scene.result is not None or self.is_opened or not scene.is_latest

    # What people do

    def touch(self, spot: str) -> None:
        """Touch a spot of the board; it is heard in its turn."""
        self.keyboard.typed = ""
        self.session.touch(spot)

    def look(self, ply: int) -> None:
        """Show an earlier position."""
        self.do(lambda app: app.session.look(ply))

    def _press(self, action: Callable[["App"], None]) -> None:
        """A button: afterwards the keys are for the board again."""
        self.window.board.focus_set()
        self.do(action)

    def do(self, action: Callable[["App"], None]) -> None:
        """Do something; if it makes no sense now, say so."""
        try:
            action(self)
        except PalamedesError as error:
            self.tell(str(error))
        self.refresh()

    def tell(self, text: str, is_wrong: bool = True) -> None:
        """Say something in the status line, for a while."""
        self.window.status.tell(text, is_wrong)

    def quit(self) -> None:
        """Leave; a game that goes on is offered at the next start."""
        if self._pump_timer:
            self.root.after_cancel(self._pump_timer)
            self._pump_timer = ""
            self.session.close(keep=True)
            sys.setswitchinterval(self._usual_switch)
            self.variables.clear()
            self.root.update_idletasks()
            self.root.destroy()

    # The loop

    def _pump(self) -> None:
        """Let the session go on, one event after the other, while nothing moves on the board."""
        self._pump_timer = self.root.after(PUMP_MS, self._pump)
        until = monotonic() + BUSY
        try:
            while self.window.board.is_ready and self.session.handle_next():
                self.refresh()
                if monotonic() > until:
                    break
        except PalamedesError as error:
            self.tell(str(error))
        self.refresh()

    def refresh(self) -> None:
        """Show the moment, as far as it has changed."""
        scene = self.session.scene()
        before, self._scene = self._scene, scene
        if before is not None and scene.plies != before.plies:
            self.is_opened = False
        view = view_of(scene, self.keyboard.cursor)
        board = self.window.board
        if board.view != view:
            animate = self.settings.animate and before is not None
            board.show(view, animate)
        if board.layout is not None:
            self.session.ready()
        self._remember_players(scene)
        self.teller.show(self.session, scene, self.keyboard.typed)
        if scene != before:
            self.questions.hear(before, scene)


def open_window(choice: NewGameChoice) -> None:
    """Open the window and stay until it is closed; PalamedesError if there is no screen."""
    try:
        root = tk.Tk(className="Palamedes")
    except tk.TclError:
        raise PalamedesError(_("cannot open a window: no display found")) from None
    App(root, choice)
    root.mainloop()
