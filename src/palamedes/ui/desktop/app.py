"""The desktop app: one window, one session at a time, and the loop that connects them."""

import sys
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _
from palamedes.solver.building import takes_seconds
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.commands import BUTTONS
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.drawing.themes import Theme, theme_of
from palamedes.ui.desktop.keyboard import BoardKeyboard
from palamedes.ui.desktop.menus import build_menus
from palamedes.ui.desktop.questions import Questions
from palamedes.ui.desktop.screen_scale import announce_density, follow_screen
from palamedes.ui.desktop.solve_dialog import SolvingDialog
from palamedes.ui.desktop.sounds import Sounds
from palamedes.ui.desktop.speed_control import SpeedControl
from palamedes.ui.desktop.starting import NewGameChoice, new_session
from palamedes.ui.desktop.style import apply_theme
from palamedes.ui.desktop.view import board_view, piece_kinds
from palamedes.ui.desktop.window import Window
from palamedes.ui.desktop.window_place import place_text, restore_place
from palamedes.ui.desktop.window_updater import WindowUpdater
from palamedes.ui.session import HUMAN, Scene, Seat, Session
from palamedes.ui.session.adaptive_end import AdaptiveEnds
from palamedes.ui.session.pace import pace_of
from palamedes.ui.session.profile import is_adaptive, set_aside_if_damaged, without_rating
from palamedes.ui.settings import load_settings, save_settings
from palamedes.ui.texts.games import player_name

EVENTS_MS = 15  # between two rounds of handling the session's events
SWITCH = 0.0001  # seconds that an engine written in Python may keep the window waiting
WAITING = N_("The game starts when it is solved. You can also choose another game.")
BUSY = 0.03  # seconds after which a round ends, even if events are left


class App:
    """The window and the game in it."""

    def __init__(self, root: tk.Tk, choice: NewGameChoice) -> None:
        """Start the chosen game, or say why that is impossible."""
        self.root, self.choice = root, choice
        self.settings = load_settings()
        self.path: Path | None = None  # the file of the game
        self.is_from_file = False  # and has not been played on
        self._scene: Scene | None = None
        self._event_timer = ""
        self._usual_switch = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        self.variables: list[tk.Variable] = []  # of the menus; Tk holds no reference to them
        self.sounds = Sounds()
        self._waits_for: NewGameChoice | None = None  # the first game, until its tables are built
        follow_screen(root)
        root.title("Palamedes")
        restore_place(root, self.settings.window)
        root.protocol("WM_DELETE_WINDOW", self.quit)
        self._untested: NewGameChoice | None = None  # the choice, until its programs have moved
        self._is_first = True  # no game was started yet: the board is only looked at
        self.session = new_session(NewGameChoice(choice.game))
        self.ends = AdaptiveEnds()
        self.questions = Questions(self)
        self.keyboard = BoardKeyboard(self)
        self._build()
        self.start(choice)
        self.questions.offer_unfinished()
        self._handle_events()

    # The window

    @property
    def theme(self) -> Theme:
        return theme_of(self.settings.palette, self.settings.pieces, self.settings.dark)

    def _build(self) -> None:
        apply_theme(self.root, self.theme.chrome)
        buttons = [(each.title, each.key, partial(self._press, each.action)) for each in BUTTONS]
        self.window = Window(
            self.root, self.theme, self.touch, self.look, buttons, self._speed_control
        )
        self.window.pack(fill="both", expand=True)
        self.window.show_evaluation_bar(self.settings.gauge)
        self.updater = WindowUpdater(self.window)
        self.menu = build_menus(self)
        self._prepare_board()
        self.questions.show()
        self.window.board.focus_set()

    def _speed_control(self, master: tk.Misc) -> SpeedControl:
        def choose(name: str) -> None:
            self._press(lambda app: actions.choose_speed(app, name))

        pause, step = partial(self._press, actions.pause), partial(self._press, actions.step)
        return SpeedControl(master, pause, step, choose)

    def rebuild(self) -> None:
        """Build the window again, in new colours or another language; the game goes on."""
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
        """Change settings, and save them."""
        self.settings = replace(self.settings, **changes)
        save_settings(self.settings)

    # Games

    def start(self, choice: NewGameChoice) -> None:
        """Play a new game; tables that a player needs come first, asked about if that is long."""
        if choice.needs_solving:
            if self._is_first:
                self._wait_for_tables(choice)
            ask_or_solve = self.solve if takes_seconds(choice.game) else self.questions.ask_to_solve
            ask_or_solve(choice)
            return
        damage = set_aside_if_damaged() if any(map(is_adaptive, choice.specs)) else ""
        try:
            session = new_session(choice)
        except PalamedesError as error:
            self.choice = choice
            self.refresh()
            actions.new_game(self, str(error))
            return
        self.play(session)
        self._untested = choice
        self._remember_players(session.scene())
        if damage:
            self.show_message(damage)
        actions.first_rules(self)

    def _wait_for_tables(self, choice: NewGameChoice) -> None:
        """Show the board of the first game, on which nobody can play before it is solved."""
        self._waits_for = self.choice = choice
        first, second = (
            Seat() if spec == HUMAN else Seat(name=player_name((spec, ""), 0))
            for spec in choice.specs
        )
        self.session.reseat((first, second))

    def _remember_players(self, scene: Scene) -> None:
        """Save the players for the next start; external programs only after they have moved."""
        choice = self._untested
        if choice is not None and (not choice.has_program or scene.plies > 1):
            self._untested = None
            self.remember(game=choice.game.id, first=choice.first, second=choice.second)

    def solve(self, choice: NewGameChoice) -> None:
        """Solve the chosen game, then play it; if that is cancelled, ask again."""

        def cancelled() -> None:
            if self._waits_for is not None:
                self.questions.ask_to_solve(choice)

        SolvingDialog(self.root, choice.game, lambda: self.start(choice), cancelled)

    def play(self, session: Session, path: Path | None = None) -> None:
        """Replace the game; an unfinished one is offered again at the next start."""
        self.session.close(keep=True)
        self.session, self.path = session, path
        self.is_from_file = path is not None
        first, second = (without_rating(seat.spec) for seat in session.seats)
        self.choice = NewGameChoice(session.match.game, first, second, session.control)
        self._scene = self._untested = self._waits_for = None
        self._is_first = False
        self.questions.forget("sure", "offer", "end", "start")
        self.keyboard.reset()
        session.gauge(self.settings.gauge)
        self.set_pace()
        session.prepare()
        self._prepare_board()
        self.refresh()

    def _prepare_board(self) -> None:
        self.window.fit_board(self.session.match.game.view.geometry)
        kinds = piece_kinds(self.session.match)
        self.window.board.kind = kinds[0] or "disc"
        for card, kind in zip(self.window.panel.cards, kinds, strict=True):
            card.show_piece(kind)
        title = _(self.session.match.game.title)
        self.root.title(f"Palamedes - {title}")
        self.window.heading.configure(text=title)

    def set_pace(self) -> None:
        """Let engines wait as the settings say before their moves are shown."""
        self.session.pace = pace_of(self.settings, self.session.seats)

    @property
    def is_replay(self) -> bool:
        """Whether the arrow keys go through the moves instead of moving the cursor."""
        scene = self.session.scene()
        return scene.result is not None or self.is_from_file or not scene.is_latest

    # Input

    def touch(self, spot: str) -> None:
        """Touch a spot of the board; the session handles it in its turn."""
        self.keyboard.typed = ""
        self.do(lambda app: app.check_started())
        if self._waits_for is None:
            self.session.touch(spot)

    def check_started(self) -> None:
        """Raise PalamedesError while the first game waits for its tables."""
        if self._waits_for is not None:
            raise PalamedesError(_(WAITING))

    def look(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        self.do(lambda app: app.session.look(ply))

    def _press(self, action: Callable[["App"], None]) -> None:
        """Run the action of a button, and give the keyboard focus back to the board."""
        self.window.board.focus_set()
        self.do(action)

    def do(self, action: Callable[["App"], None]) -> None:
        """Run an action, and show its PalamedesError in the status bar."""
        try:
            action(self)
        except PalamedesError as error:
            self.show_message(str(error))
        self.refresh()

    def show_message(self, text: str, is_wrong: bool = True) -> None:
        """Show a text in the status bar for a few seconds."""
        self.window.status.show_message(text, is_wrong)

    def quit(self) -> None:
        """Close the window; an unfinished game is offered at the next start."""
        if self._event_timer:
            self.root.after_cancel(self._event_timer)
            self._event_timer = ""
            self.remember(window=place_text(self.root))
            self.sounds.close()
            self.session.close(keep=True)
            sys.setswitchinterval(self._usual_switch)
            self.variables.clear()
            self.root.update_idletasks()
            self.root.destroy()

    # The loop

    def _handle_events(self) -> None:
        """Handle the session's events one by one, while no piece is moving on the board."""
        self._event_timer = self.root.after(EVENTS_MS, self._handle_events)
        until = monotonic() + BUSY
        try:
            while self.window.board.is_ready and self.session.handle_next():
                self.refresh()
                if monotonic() > until:
                    break
        except PalamedesError as error:
            self.show_message(str(error))
        self.refresh()

    def refresh(self) -> None:
        """Update the window to the session's scene, where it has changed."""
        scene = self.session.scene()
        before, self._scene = self._scene, scene
        if before is not None and scene.plies != before.plies:
            self.is_from_file = False
        view = board_view(scene, self.keyboard.cursor)
        board = self.window.board
        if board.view != view:
            animate = self.settings.animate and before is not None
            board.show(view, animate)
        if board.is_ready:
            self.session.ready()
        self._remember_players(scene)
        self.updater.show(self.session, scene, self.keyboard.typed, self.settings.speed)
        if self._waits_for is not None:
            self.window.status.show(_(WAITING))
        if before is not None and self.settings.sound:
            self._play_sound(before, scene)
        if scene != before:
            self.ends.sentence(self.session.match, self.session.seats)
            self.questions.update(before, scene)

    def _play_sound(self, before: Scene, scene: Scene) -> None:
        """Let a new move, or the end of the game, be heard."""
        if scene.result is not None and before.result is None:
            self.sounds.play("end")
        elif scene.plies > before.plies:
            self.sounds.play("move")


def open_window(choice: NewGameChoice) -> None:
    """Open the window and run until it is closed; PalamedesError without a display."""
    announce_density()
    try:
        root = tk.Tk(className="Palamedes")
    except tk.TclError:
        raise PalamedesError(_("cannot open a window: no display found")) from None
    App(root, choice)
    root.mainloop()
