"""The keyboard: a cursor on the board, moves that are typed, shortcuts."""

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from palamedes.core.errors import PalamedesError
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.commands import ALL, Action

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App

ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
CONTROL = 0x4
ALT = {"win32": 0x20000}  # elsewhere 0x8, which means another key there
LONGEST = 20  # letters of a move


class BoardKeyboard:
    """What a person does without a mouse."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.cursor: str | None = None  # the spot at which the arrows are
        self.typed = ""  # of a move
        root = app.root
        self._held = CONTROL | ALT.get(root.tk.call("tk", "windowingsystem"), 0x8)
        for command in ALL:
            for event in _cases(command.event):
                root.bind(event, partial(self._shortcut, command.action))
        for key in ARROWS:
            root.bind(f"<{key}>", partial(self._arrow, key))
            root.bind(f"<Alt-{key}>", partial(self._step, key))
        root.bind("<Alt-Key>", self._answer)
        root.bind("<Escape>", self._escape)
        root.bind("<Return>", self._enter)
        root.bind("<KP_Enter>", self._enter)
        root.bind("<BackSpace>", self._delete)
        root.bind("<Key>", self._type)

    def forget(self) -> None:
        """Another board is on the table."""
        self.cursor, self.typed = None, ""

    def _shortcut(self, action: Action, event: "tk.Event[tk.Misc]") -> str:
        if self._is_ours(event):
            self._app.do(action)
        return "break"

    def _arrow(self, key: str, event: "tk.Event[tk.Misc]") -> str:
        if not self._is_ours(event):
            return ""
        if self._app.is_replay and key in ("Left", "Right"):
            return self._step(key, event)
        layout = self._app.window.board.layout
        if layout is not None:
            here = self.cursor if self.cursor in layout.places else None
            self.cursor = layout.neighbour(here, *ARROWS[key]) if here else self._begin()
            self._app.refresh()
        return "break"

    def _begin(self) -> str:
        """Where the cursor appears: at the last move, or at the first spot."""
        scene = self._app.session.scene()
        spots = [spot.name for spot in scene.board.geometry.spots]
        return next((spot for spot in (*scene.touched, *scene.board.last)), spots[0])

    def _step(self, key: str, event: "tk.Event[tk.Misc]") -> str:
        if self._is_ours(event):
            forward = key in ("Right", "Down")
            self._app.do(actions.go_forward if forward else actions.go_back)
        return "break"

    def _answer(self, event: "tk.Event[tk.Misc]") -> str:
        """A letter with Alt answers a question."""
        is_letter = len(event.keysym) == 1 and self._is_ours(event)
        return "break" if is_letter and self._app.window.banner.press(event.keysym) else ""

    def _escape(self, event: "tk.Event[tk.Misc]") -> str:
        if self._is_ours(event):
            self.typed = ""
            self._app.do(lambda app: app.session.let_go())
        return "break"

    def _enter(self, event: "tk.Event[tk.Misc]") -> str:
        if not self._is_ours(event):
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
            app.session.move(typed)
        except PalamedesError:
            app.refresh()
            raise

    def _delete(self, event: "tk.Event[tk.Misc]") -> str:
        if self._is_ours(event):
            self.typed = self.typed[:-1]
            self._app.refresh()
        return "break"

    def _type(self, event: "tk.Event[tk.Misc]") -> str:
        letter = event.char
        is_letter = len(letter) == 1 and letter.isprintable()
        if not is_letter or int(event.state) & self._held or not self._is_ours(event):
            return ""
        if letter == " " and isinstance(event.widget, ttk.Button):
            return ""  # which is pressed by it
        if letter == " " and not self.typed:
            return self._enter(event)
        self.typed = (self.typed + letter)[:LONGEST]
        self._app.refresh()
        return "break"

    def _is_ours(self, event: "tk.Event[tk.Misc]") -> bool:
        """Whether the key was pressed in the main window and not in a dialog over it."""
        widget = event.widget  # the name of one that is gone
        return isinstance(widget, tk.Misc) and widget.winfo_toplevel() == self._app.root


def _cases(event: str) -> list[str]:
    """The same key with and without Caps Lock; nothing for no key."""
    start, _dash, letter = event.removesuffix(">").rpartition("-")
    if len(letter) != 1:
        return [event] if event else []
    return [f"{start}-{letter.lower()}>", f"{start}-{letter.upper()}>"]
