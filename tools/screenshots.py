"""Take pictures of the desktop window: every game in every palette, dialogs, French.

They are taken on a virtual screen. `make screenshots` runs this.
"""

import os
import random
import sys
import tempfile
import time
import tkinter as tk
from unittest.mock import patch

import numpy as np

from palamedes.core.language import set_language
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.games.samples import sample_matches
from palamedes.players import make_player
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.app import App
from palamedes.ui.desktop.drawing.pixels import png
from palamedes.ui.desktop.drawing.themes import DEFAULT_PALETTE, PALETTES
from palamedes.ui.desktop.review import ReviewWindow
from palamedes.ui.desktop.starting import NewGameChoice
from palamedes.ui.desktop.window import LEAST
from palamedes.ui.session import Seat, Session
from palamedes.ui.settings import Settings
from pictures import Pictures, chosen_pictures
from virtual_screen import Screen, virtual_screen

SIZE = (900, 660)
SCREEN_SIZE = (1280, 800)
GAMES = ("morpion", "teeko", "ultimate", "morris", "awale", "nim")
TOUCHED = ("morris", "teeko")  # games shown with a piece being moved
NAMES = ("Ada", "Bob")
WIDE_SIZE, WIDE = (1180, 520), ("awale",)  # games with a wide board


class DesktopCamera:
    """The desktop window on a virtual screen, and pictures of it."""

    def __init__(self, screen: Screen, pictures: Pictures) -> None:
        self.screen, self.pictures = screen, pictures
        self.root = tk.Tk()
        self.app = App(self.root, NewGameChoice(find_game("teeko")))
        self.resize(*SIZE)

    def resize(self, width: int, height: int) -> None:
        self.root.geometry(f"{width}x{height}+0+0")
        self.settle()

    def settle(self, seconds: float = 0.4) -> None:
        """Let the window handle its events."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.root.update()
            time.sleep(0.01)

    def set_theme(self, palette: str, pieces: str, dark: bool, gauge: bool = False) -> None:
        self.app.remember(palette=palette, pieces=pieces, dark=dark, gauge=gauge, animate=False)
        self.app.rebuild()

    def show(self, match: Match) -> None:
        """Show a match between two people."""
        for child in list(self.root.winfo_children()):
            if isinstance(child, tk.Toplevel):
                child.destroy()
        seats = (Seat(name=NAMES[0]), Seat(name=NAMES[1]))
        self.app.play(Session(match, seats))

    def take(self, name: str) -> None:
        """Take a picture, once the board is drawn and the evaluation known."""
        path = self.pictures.path(f"{name}.png")
        if path is None:
            return
        self.root.event_generate("<Motion>", warp=True, x=SCREEN_SIZE[0] - 2, y=SCREEN_SIZE[1] - 2)
        self.settle()
        while not self.app.window.board.is_ready:
            self.settle(0.1)
        while self.app.settings.gauge and self.app.session.scene().measuring:
            self.settle(0.1)
        menus = self.root.winfo_rooty()  # the height of the menu bar above the window
        height, width = menus + self.root.winfo_height(), self.root.winfo_width()
        pixels = self.screen.pixels()[:height, :width]
        data = small_png(np.ascontiguousarray(pixels))
        path.write_bytes(data)
        sys.stdout.write(f"{path} {len(data) // 1000} kB\n")


def small_png(pixels: np.ndarray) -> bytes:
    """A PNG file with six bits for each colour, which is half as large and looks the same."""
    coarse = (pixels.astype(np.uint16) + 2) // 4 * 4
    return png(np.minimum(coarse, 255).astype(np.uint8), level=9)


def middle_of(name: str) -> Match:
    """A match that is about half over."""
    return sample_matches(find_game(name))[-1]


def take_games(camera: DesktopCamera) -> None:
    """Every game in every palette; the default one is light with stones, the others vary."""
    for row, palette in enumerate(PALETTES):
        for column, name in enumerate(GAMES):
            if not camera.pictures.wants(f"desktop-{name}-{palette}"):
                continue
            is_default = palette == DEFAULT_PALETTE
            pieces = "stones" if is_default or (row + column) % 2 else "flat"
            dark = not is_default and (row + column // 2) % 2 == 1
            camera.set_theme(palette, pieces, dark, gauge=is_default)
            camera.resize(*(WIDE_SIZE if name in WIDE else SIZE))
            match = middle_of(name)
            camera.show(match)
            if name in TOUCHED:
                camera.app.touch(_begun(match))
            camera.take(f"desktop-{name}-{palette}")
    camera.resize(*SIZE)


def _begun(match: Match) -> str:
    """The piece with the most moves."""
    position = match.position
    return max(sorted(position.next_spots()), key=lambda spot: len(position.next_spots((spot,))))


def take_dialogs(camera: DesktopCamera) -> None:
    """The dialogs, the smallest window, and French."""
    wanted = ("dialog-", "desktop-small", "desktop-french")
    if not any(map(camera.pictures.wants, wanted)):
        return
    camera.set_theme("walnut", "stones", dark=False)
    camera.show(middle_of("teeko"))
    actions.new_game(camera.app)
    camera.take("dialog-new-game")
    camera.show(middle_of("morris"))
    actions.rules(camera.app)
    camera.take("dialog-rules")
    camera.resize(*LEAST)
    camera.show(middle_of("ultimate"))
    camera.take("desktop-small")
    camera.resize(*SIZE)
    set_language("fr")
    camera.set_theme("walnut", "flat", dark=True, gauge=True)
    camera.show(_finished())
    camera.take("desktop-french")
    actions.review(camera.app)
    (window,) = (each for each in camera.root.winfo_children() if isinstance(each, ReviewWindow))
    while window.review is None:
        camera.settle(0.2)
    camera.take("dialog-review")
    set_language("en")


def _finished() -> Match:
    """A finished game with turning points, between players that make errors."""
    game = find_game("morris")
    match = Match.of(game, NAMES)
    clock = random.Random(1)
    players = [make_player(game, "alphabeta:depth=4,error=0.12", seed) for seed in (4, 9)]
    while match.result is None:
        move = players[match.position.turn].choose(match).code
        match.play(move, round(clock.uniform(1, 9), 1))
    return match


def main() -> None:
    pictures = chosen_pictures(__doc__)
    with virtual_screen(*SCREEN_SIZE) as screen, tempfile.TemporaryDirectory() as data:
        os.environ.update(DISPLAY=screen.display, PALAMEDES_DATA=data)
        set_language("en")
        read = Settings(read=GAMES, sound=False)
        with patch("palamedes.ui.desktop.app.load_settings", return_value=read):
            camera = DesktopCamera(screen, pictures)
        take_games(camera)
        take_dialogs(camera)
        camera.app.quit()


if __name__ == "__main__":
    main()
