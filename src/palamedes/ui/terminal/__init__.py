"""The terminal front end: boards as text, and games played and replayed by typing."""

from palamedes.ui.terminal.analyse import analyse, last_word
from palamedes.ui.terminal.board_text import draw, draw_match, draw_position
from palamedes.ui.terminal.console import Terminal, make_console
from palamedes.ui.terminal.menu import menu
from palamedes.ui.terminal.play import play
from palamedes.ui.terminal.replay import replay

__all__ = [
    "Terminal",
    "analyse",
    "draw",
    "draw_match",
    "draw_position",
    "last_word",
    "make_console",
    "menu",
    "play",
    "replay",
]
