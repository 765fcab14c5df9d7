"""Take the pictures of the desktop window in docs/screenshots: `make screenshots`.

They are taken from a screen that nobody sees, one of each game and of each theme.
"""

import os
import random
import sys
import tempfile
import time
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
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
from virtual_screen import Screen, virtual_screen

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
SIZE = (900, 660)
FULL = (1280, 800)  # of the screen
GAMES = ("morpion", "teeko", "ultimate", "morris", "awale", "nim")
TOUCHED = ("morris", "teeko")  # games of which a piece is taken up
NAMES = ("Ada", "Bob")
WIDE, FLAT = (1180, 520), ("awale",)  # games with a wide board


class Studio:
    """One window on one screen, and pictures of it."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.root = tk.Tk()
        self.app = App(self.root, NewGameChoice(find_game("teeko")))
        self.resize(*SIZE)

    def resize(self, width: int, height: int) -> None:
        self.root.geometry(f"{width}x{height}+0+0")
        self.settle()

    def settle(self, seconds: float = 0.4) -> None:
        """Let the window do what it has to do."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.root.update()
            time.sleep(0.01)

    def dress(self, palette: str, pieces: str, dark: bool, gauge: bool = False) -> None:
        self.app.remember(palette=palette, pieces=pieces, dark=dark, gauge=gauge, animate=False)
        self.app.rebuild()

    def show(self, match: Match) -> None:
        """Put a match on the table; nobody thinks."""
        for child in list(self.root.winfo_children()):
            if isinstance(child, tk.Toplevel):
                child.destroy()
        seats = (Seat(name=NAMES[0]), Seat(name=NAMES[1]))
        self.app.play(Session(match, seats))

    def take(self, name: str) -> None:
        """Keep what is seen as a picture, once the evaluation is known and the pointer away."""
        self.root.event_generate("<Motion>", warp=True, x=FULL[0] - 2, y=FULL[1] - 2)
        self.settle()
        while not self.app.window.board.is_ready:
            self.settle(0.1)
        while self.app.settings.gauge and self.app.session.scene().measuring:
            self.settle(0.1)
        bar = self.root.winfo_rooty()  # the menus above the window
        pixels = self.screen.pixels()[: bar + self.root.winfo_height(), : self.root.winfo_width()]
        data = small_png(np.ascontiguousarray(pixels))
        (FOLDER / f"{name}.png").write_bytes(data)
        sys.stdout.write(f"{name}.png {len(data) // 1000} kB\n")


def small_png(pixels: np.ndarray) -> bytes:
    """A picture with a little less colour than the eye sees, which takes half the room."""
    coarse = (pixels.astype(np.uint16) + 2) // 4 * 4
    return png(np.minimum(coarse, 255).astype(np.uint8), level=9)


def middle_of(name: str) -> Match:
    """A match in the middle of a game."""
    return sample_matches(find_game(name))[-1]


def take_games(studio: Studio) -> None:
    """Every game in every palette; the usual one is light and of stones, the others vary."""
    for row, palette in enumerate(PALETTES):
        for column, name in enumerate(GAMES):
            usual = palette == DEFAULT_PALETTE
            pieces = "stones" if usual or (row + column) % 2 else "flat"
            dark = not usual and (row + column // 2) % 2 == 1
            studio.dress(palette, pieces, dark, gauge=usual)
            studio.resize(*(WIDE if name in FLAT else SIZE))
            match = middle_of(name)
            studio.show(match)
            if name in TOUCHED:
                studio.app.touch(_begun(match))
            studio.take(f"desktop-{name}-{palette}")
    studio.resize(*SIZE)


def _begun(match: Match) -> str:
    """A piece from which several ways lead."""
    position = match.position
    return max(sorted(position.next_spots()), key=lambda spot: len(position.next_spots((spot,))))


def take_dialogs(studio: Studio) -> None:
    """What opens over the window, the smallest window, and French."""
    studio.dress("walnut", "stones", dark=False)
    studio.show(middle_of("teeko"))
    actions.new_game(studio.app)
    studio.take("dialog-new-game")
    studio.show(middle_of("morris"))
    actions.rules(studio.app)
    studio.take("dialog-rules")
    studio.resize(*LEAST)
    studio.show(middle_of("ultimate"))
    studio.take("desktop-small")
    studio.resize(*SIZE)
    set_language("fr")
    studio.dress("walnut", "flat", dark=True, gauge=True)
    studio.show(_finished())
    studio.take("desktop-french")
    actions.review(studio.app)
    (window,) = (each for each in studio.root.winfo_children() if isinstance(each, ReviewWindow))
    while window.review is None:
        studio.settle(0.2)
    studio.take("dialog-review")
    set_language("en")


def _finished() -> Match:
    """A whole game with ups and downs: both players are careless at times."""
    game = find_game("morris")
    match = Match.of(game, NAMES)
    clock = random.Random(1)
    players = [make_player(game, "alphabeta:depth=4,error=0.12", seed) for seed in (4, 9)]
    while match.result is None:
        move = players[match.position.turn].choose(match).code
        match.play(move, round(clock.uniform(1, 9), 1))
    return match


def main(steps: tuple[Callable[[Studio], None], ...]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with virtual_screen(*FULL) as screen, tempfile.TemporaryDirectory() as data:
        os.environ.update(DISPLAY=screen.display, PALAMEDES_DATA=data)
        set_language("en")
        read = Settings(read=GAMES)
        with patch("palamedes.ui.desktop.app.load_settings", return_value=read):
            studio = Studio(screen)
        for step in steps:
            step(studio)
        studio.app.quit()


if __name__ == "__main__":
    main((take_games, take_dialogs))
