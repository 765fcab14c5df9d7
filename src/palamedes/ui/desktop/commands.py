"""Everything the menus and the keys can do, in one list."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from palamedes.core.language import N_
from palamedes.ui.desktop import actions

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App

Action = Callable[["App"], None]


@dataclass(frozen=True)
class Command:
    """An entry of a menu. The title and the key's name are for `_`; `event` is Tk's for the key."""

    title: str
    action: Action
    key: str = ""
    event: str = ""


def _show_keys(app: "App") -> None:
    actions.keys(app, [(each.key, each.title) for each in ALL if each.key])


SEPARATOR = None

GAME: list[Command | None] = [
    Command(N_("New game..."), actions.new_game, "Ctrl+N", "<Control-n>"),
    Command(N_("Open..."), actions.open_file, "Ctrl+O", "<Control-o>"),
    Command(N_("Save"), actions.save, "Ctrl+S", "<Control-s>"),
    Command(N_("Save as..."), actions.save_as, "Ctrl+Shift+S", "<Control-S>"),
    SEPARATOR,
    Command(N_("Swap sides"), actions.swap_sides, "Ctrl+W", "<Control-w>"),
    Command(N_("Resign"), actions.resign),
    Command(N_("Offer a draw"), actions.offer_draw),
    Command(N_("Pause or go on"), actions.pause, "Ctrl+P", "<Control-p>"),
    SEPARATOR,
    Command(N_("Quit"), actions.leave, "Ctrl+Q", "<Control-q>"),
]
MOVES: list[Command | None] = [
    Command(N_("Undo"), actions.undo, "Ctrl+Z", "<Control-z>"),
    Command(N_("Redo"), actions.redo, "Ctrl+Y", "<Control-y>"),
    Command(N_("Hint"), actions.hint, "Ctrl+H", "<Control-h>"),
    Command(N_("Move now"), actions.move_now, "Ctrl+M", "<Control-m>"),
    SEPARATOR,
    Command(N_("First position"), actions.go_first, N_("Home"), "<Home>"),
    Command(N_("Previous position"), actions.go_back, N_("Page up"), "<Prior>"),
    Command(N_("Next position"), actions.go_forward, N_("Page down"), "<Next>"),
    Command(N_("Last position"), actions.go_last, N_("End"), "<End>"),
]
REVIEW: list[Command | None] = [
    Command(N_("Review the game"), actions.review, "Ctrl+R", "<Control-r>"),
]
HELP: list[Command | None] = [
    Command(N_("Rules"), actions.rules, "F1", "<F1>"),
    Command(N_("Keys"), _show_keys, "F2", "<F2>"),
    Command(N_("About Palamedes"), actions.about),
]
ALL = [each for menu in (GAME, MOVES, REVIEW, HELP) for each in menu if each is not None]

# The buttons beside the board, and the key of each.
BUTTONS = [each for each in (MOVES[0], MOVES[1], MOVES[2], GAME[0]) if each is not None]
