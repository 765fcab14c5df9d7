"""The keyboard: a cursor on the board, typed moves, shortcuts."""

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from palamedes.core.errors import PalamedesError
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.commands import ALL, MenuAction

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App

ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
CONTROL = 0x4
ALT = {"win32": 0x20000}  # elsewhere 0x8, which is Num Lock on Windows
LONGEST = 20  # characters of a typed move


class BoardKeyboard:
    """Binds the keys of the main window, and holds the cursor and the typed move."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.cursor: str | None = None  # the spot that the arrow keys have reached
        self.typed = ""  # the beginning of a move
        root = app.root
        self._modifiers = CONTROL | ALT.get(root.tk.call("tk", "windowingsystem"), 0x8)
        for command in ALL:
            for event in _with_both_cases(command.event):
                root.bind(event, partial(self._shortcut, command.action))
        for key in ARROWS:
            root.bind(f"<{key}>", partial(self._arrow, key))
            root.bind(f"<Alt-{key}>", partial(self._show_move, key))
        root.bind("<Alt-Key>", self._answer)
        root.bind("<Escape>", self._escape)
        root.bind("<Return>", self._enter)
        root.bind("<KP_Enter>", self._enter)
        root.bind("<BackSpace>", self._delete)
        root.bind("<Key>", self._type)

    def reset(self) -> None:
        """Start again, for another game."""
        self.cursor, self.typed = None, ""

    def _shortcut(self, action: MenuAction, event: "tk.Event[tk.Misc]") -> str:
        if self._is_for_board(event):
            self._app.do(action)
        return "break"

    def _arrow(self, key: str, event: "tk.Event[tk.Misc]") -> str:
        if not self._is_for_board(event):
            return ""
        if self._app.is_replay and key in ("Left", "Right"):
            return self._show_move(key, event)
        layout = self._app.window.board.layout
        if layout is not None:
            here = self.cursor if self.cursor in layout.places else None
            self.cursor = layout.neighbour(here, *ARROWS[key]) if here else self._first_cursor()
            self._app.refresh()
        return "break"

    def _first_cursor(self) -> str:
        """The spot where the cursor appears: of the last move, or the first of the board."""
        scene = self._app.session.scene()
        spots = [spot.name for spot in scene.board.geometry.spots]
        return next((spot for spot in (*scene.touched, *scene.board.last)), spots[0])

    def _show_move(self, key: str, event: "tk.Event[tk.Misc]") -> str:
        if self._is_for_board(event):
            forward = key in ("Right", "Down")
            self._app.do(actions.go_forward if forward else actions.go_back)
        return "break"

    def _answer(self, event: "tk.Event[tk.Misc]") -> str:
        """Answer the question in the banner by Alt and a letter."""
        is_letter = len(event.keysym) == 1 and self._is_for_board(event)
        return "break" if is_letter and self._app.window.banner.press(event.keysym) else ""

    def _escape(self, event: "tk.Event[tk.Misc]") -> str:
        if self._is_for_board(event):
            self.typed = ""
            self._app.do(lambda app: app.session.let_go())
        return "break"

    def _enter(self, event: "tk.Event[tk.Misc]") -> str:
        if not self._is_for_board(event):
            return ""
        if isinstance(event.widget, ttk.Button):
            event.widget.invoke()
        elif self.typed:
            self._app.do(self._make)
        elif self.cursor is not None:
            self._app.touch(self.cursor)
        return "break"

    def _make(self, app: "App") -> None:
        typed, self.typed = self.typed, ""
        try:
            app.check_started()
            app.session.move(typed)
        except PalamedesError:
            app.refresh()
            raise

    def _delete(self, event: "tk.Event[tk.Misc]") -> str:
        if self._is_for_board(event):
            self.typed = self.typed[:-1]
            self._app.refresh()
        return "break"

    def _type(self, event: "tk.Event[tk.Misc]") -> str:
        letter = event.char
        is_letter = len(letter) == 1 and letter.isprintable()
        if not is_letter or int(event.state) & self._modifiers or not self._is_for_board(event):
            return ""
        if letter == " " and isinstance(event.widget, ttk.Button):
            return ""  # space presses the button
        if letter == " " and not self.typed:
            return self._enter(event)
        self.typed = (self.typed + letter)[:LONGEST]
        self._app.refresh()
        return "break"

    def _is_for_board(self, event: "tk.Event[tk.Misc]") -> bool:
        """Whether the key was pressed in the main window and not in a dialog over it."""
        widget = event.widget  # a string if the widget no longer exists
        return isinstance(widget, tk.Misc) and widget.winfo_toplevel() == self._app.root


def _with_both_cases(event: str) -> list[str]:
    """The events of a key with and without Caps Lock; empty if `event` is."""
    start, _dash, letter = event.removesuffix(">").rpartition("-")
    if len(letter) != 1:
        return [event] if event else []
    return [f"{start}-{letter.lower()}>", f"{start}-{letter.upper()}>"]
