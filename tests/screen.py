"""The desktop window on a screen that nobody sees, and a hand that clicks and types there."""

import time
import tkinter as tk
from contextlib import suppress

import pytest

from palamedes.games import GAMES, find_game
from palamedes.ui.desktop.app import App
from palamedes.ui.desktop.starting import Choice
from palamedes.ui.session import HUMAN
from palamedes.ui.settings import Settings, load_settings, save_settings
from virtual_screen import virtual_screen

PATIENCE = 60.0  # seconds for anything that is certain to happen
READ = tuple(family.name for family in GAMES)

_roots = []  # never thrown away: the interpreter of Tk must not end in a thread of an engine


@pytest.fixture(scope="session", name="screen")
def screen_fixture():
    with virtual_screen() as shown:
        yield shown


@pytest.fixture(name="desk")
def desk_fixture(screen, tmp_path, monkeypatch):
    """A function that opens the window on a game; everything is closed at the end."""
    monkeypatch.setenv("DISPLAY", screen.display)
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path / "data"))
    desks = []

    def open_desk(game="teeko", first=HUMAN, second=HUMAN, control=None, **settings):
        if settings or load_settings() == Settings():
            save_settings(Settings(**{"read": READ, "animate": False, **settings}))
        game = find_game(game) if isinstance(game, str) else game
        desks.append(Desk(Choice(game, first, second, control)))
        return desks[-1]

    yield open_desk
    for each in desks:
        each.close()


class Desk:
    """A window and whoever sits at it."""

    def __init__(self, choice):
        self.root = tk.Tk()
        _roots.append(self.root)
        self.errors = []
        self.root.report_callback_exception = lambda *error: self.errors.append(error)
        self.app = App(self.root, choice)
        self.root.geometry("+0+0")
        self.until(lambda: self.board.layout is not None)

    @property
    def board(self):
        return self.app.window.board

    @property
    def match(self):
        return self.app.session.match

    @property
    def scene(self):
        return self.app.session.scene()

    @property
    def status(self):
        return self.app.window.status.text()

    def until(self, condition, seconds=PATIENCE):
        """Let the window live until something is so."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"never happened; the line says: {self.status}"
            self.root.update()
            self.check()
            time.sleep(0.001)
        self.root.update()
        self.check()

    def check(self):
        if self.errors:
            raise self.errors[0][1]

    def settle(self):
        """Let everything that waits be done: touches, and what moves on the board."""
        self.until(lambda: self.board.is_ready and not self.app.session.step())
        self.app.refresh()
        self.until(lambda: self.board.is_ready)

    def click(self, spot):
        """Click in the middle of a spot; nobody waits for an answer."""
        place = self.board.layout.places[spot]
        self.click_at(place.x, place.y)

    def click_at(self, x, y):
        self.board.event_generate("<Button-1>", x=round(x), y=round(y))

    def press(self, *events):
        """Press keys, one after the other."""
        for event in events:
            self.board.focus_force()
            self.root.update()
            self.board.event_generate(event)
            self.root.update()
        self.check()

    def type(self, text):
        self.press(*(f"<Key-{KEYS.get(letter, letter)}>" for letter in text))

    def click_move(self, code):
        """Make a move by clicking on its spots, and wait until it is made."""
        position = self.match.position
        path = position.game.view.touches(position.state, code, position.turn)
        plies = len(self.match.turns)
        for spot in path:
            self.click(spot)
        self.until(lambda: len(self.match.turns) > plies)

    def is_true(self):
        """Whether the board shows what is so."""
        wanted = {spot: stack for spot, stack in self.scene.board.pieces.items() if stack}
        return self.board.shown() == wanted

    def dialogs(self, kind=tk.Toplevel):
        return [each for each in self.root.winfo_children() if isinstance(each, kind)]

    def menu_entries(self):
        """All entries of the menus, as (title, menu, index)."""
        return list(_entries(self.app.menu, self.root))

    def choose(self, title):
        """Choose the entry of a menu by its title."""
        menu, index = next((menu, i) for text, menu, i in self.menu_entries() if text == title)
        menu.invoke(index)
        self.root.update()
        self.check()

    def close(self):
        with suppress(tk.TclError):
            self.root.update()
        self.app.quit()


def make_moves(table, *moves):
    """Make moves at once, without a hand."""
    for move in moves:
        table.app.session.move(move)
    table.app.refresh()


KEYS = {"-": "minus", " ": "space", ".": "period", ",": "comma"}


def _entries(menu, root):
    last = menu.index("end")
    for index in range(0 if last is None else last + 1):
        kind = menu.type(index)
        if kind == "cascade":
            yield from _entries(root.nametowidget(menu.entrycget(index, "menu")), root)
        elif kind != "separator":
            yield menu.entrycget(index, "label"), menu, index
