"""The desktop window on a virtual screen, and a driver that clicks and types."""

import time
import tkinter as tk
from contextlib import suppress

import pytest

from palamedes.games import GAMES, find_game
from palamedes.ui.desktop.app import App
from palamedes.ui.desktop.drawing.picture_cache import height_of
from palamedes.ui.desktop.starting import NewGameChoice
from palamedes.ui.session import HUMAN
from palamedes.ui.settings import Settings, load_settings, save_settings
from virtual_screen import virtual_screen
from waiting import PATIENCE

READ = tuple(family.name for family in GAMES)

_roots = []  # kept for ever: an engine's thread must not be the one that frees the Tk interpreter


@pytest.fixture(scope="session", name="screen")
def screen_fixture():
    with virtual_screen() as shown:
        yield shown


@pytest.fixture(name="open_window")
def driver_fixture(screen, tmp_path, monkeypatch):
    """A function that opens the window with a game; all windows are closed at the end."""
    monkeypatch.setenv("DISPLAY", screen.display)
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("palamedes.ui.desktop.sowing.STEP", 0.004)
    monkeypatch.setattr("palamedes.ui.desktop.sowing.CAPTURE", 0.004)
    drivers = []

    def open_driver(game="teeko", first=HUMAN, second=HUMAN, control=None, **settings):
        if settings or load_settings() == Settings():
            save_settings(Settings(**{"read": READ, "animate": False, "sound": False, **settings}))
        game = find_game(game) if isinstance(game, str) else game
        drivers.append(WindowDriver(NewGameChoice(game, first, second, control)))
        return drivers[-1]

    yield open_driver
    for each in drivers:
        each.close()


class WindowDriver:
    """A window that is clicked and typed into."""

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
        """Run the window until a condition holds."""
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
        self.until(lambda: self.board.is_ready and not self.app.session.handle_next())
        self.app.refresh()
        self.until(lambda: self.board.is_ready)

    def click(self, spot):
        """Click in the middle of a spot, without waiting for the answer."""
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
        """Whether the board shows the scene: every piece at its place, with its image."""
        self.until(lambda: self.board.is_ready)
        wanted = {spot: stack for spot, stack in self.scene.board.pieces.items() if stack}
        return self.board.shown() == wanted and not self.misplaced() and not self.bare()

    def misplaced(self):
        """The spots whose pieces or numbers are at a wrong place, while nothing moves."""
        wrong, pieces = set(), self.scene.board.pieces
        for item in (*self.board.find_withtag("piece"), *self.board.find_withtag("count")):
            layer, spot = self.board.gettags(item)[:2]
            place = self.board.layout.places[spot.removeprefix("at ")]
            x, y = self.board.coords(item)
            if layer == "piece":
                home = place.x, height_of(pieces[place.spot.name], place)
            else:
                home = x, place.y + 0.6 * place.half_height
            if abs(x - home[0]) > 0.1 or abs(y - home[1]) > 0.1 or not place.contains(x, y):
                wrong.add(place.spot.name)
        return wrong

    def bare(self):
        """The images of items that no longer exist."""
        known = set(self.root.image_names())
        return {name for name in self.board.shown_pictures() if name not in known}

    def highlights(self):
        """The highlights of the board, each as its kind and its spot."""
        items = self.board.find_withtag("highlight")
        return {" ".join(self.board.gettags(item)[1:]) for item in items}

    def answer(self, number):
        """Press a button of the banner."""
        self.app.window.banner.buttons[number].invoke()
        self.root.update()
        self.check()

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


def make_moves(driver, *moves):
    """Make moves without clicks."""
    for move in moves:
        driver.app.session.move(move)
    driver.app.refresh()


KEYS = {"-": "minus", " ": "space", ".": "period", ",": "comma"}


def _entries(menu, root):
    last = menu.index("end")
    for index in range(0 if last is None else last + 1):
        kind = menu.type(index)
        if kind == "cascade":
            yield from _entries(root.nametowidget(menu.entrycget(index, "menu")), root)
        elif kind != "separator":
            yield menu.entrycget(index, "label"), menu, index
