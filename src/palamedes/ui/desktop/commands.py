"""All commands of the menus, with their keys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from palamedes.core.language import N_, _
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.dialogs import show_text
from palamedes.ui.desktop.lesson_dialog import learn

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App

MenuAction = Callable[["App"], None]


@dataclass(frozen=True)
class MenuCommand:
    """A menu entry. `title` and `key` are texts for `_`; `event` is Tk's name of the key."""

    title: str
    action: MenuAction
    key: str = ""
    event: str = ""


# Keys that are not commands.
BOARD_KEYS = [
    (
        N_("Arrow keys"),
        N_("move the cursor, or step through a game that is finished or opened from a file"),
    ),
    (N_("Enter, space"), N_("select or play at the cursor")),
    (N_("Letters, digits"), N_("type a move, then Enter to play it")),
    (N_("Escape"), N_("cancel the move you started")),
    (N_("Alt+arrows"), N_("step through the moves at any time")),
    (N_("Alt+letter"), N_("answer the question above the board")),
    (N_("Tab"), N_("go to the next button")),
]


def key_lines() -> str:
    """A line of help for every key."""
    lines = [(_(key), _(what)) for key, what in BOARD_KEYS]
    lines += [(_(each.key), _(each.title).rstrip(".")) for each in ALL if each.key]
    return "\n".join(_("{label}: {value}").format(label=key, value=what) for key, what in lines)


def show_keys(app: "App") -> None:
    show_text(app.root, _("Keyboard shortcuts"), key_lines()).reopen = lambda: show_keys(app)


SEPARATOR = None
NEW_GAME = MenuCommand(N_("New game..."), actions.new_game, "Ctrl+N", "<Control-n>")
UNDO = MenuCommand(N_("Undo"), actions.undo, "Ctrl+Z", "<Control-z>")
REDO = MenuCommand(N_("Redo"), actions.redo, "Ctrl+Y", "<Control-y>")
HINT = MenuCommand(N_("Hint"), actions.hint, "Ctrl+H", "<Control-h>")

GAME: list[MenuCommand | None] = [
    NEW_GAME,
    MenuCommand(N_("Open..."), actions.open_file, "Ctrl+O", "<Control-o>"),
    MenuCommand(N_("Save"), actions.save, "Ctrl+S", "<Control-s>"),
    MenuCommand(N_("Save as..."), actions.save_as, "Ctrl+Shift+S", "<Control-Shift-s>"),
    SEPARATOR,
    MenuCommand(N_("Swap sides"), actions.swap_sides, "Ctrl+W", "<Control-w>"),
    MenuCommand(N_("Resign"), actions.resign),
    MenuCommand(N_("Offer a draw"), actions.offer_draw),
    MenuCommand(N_("Pause / Resume"), actions.pause, "Ctrl+P", "<Control-p>"),
    MenuCommand(N_("One move of the computer"), actions.step, "Ctrl+E", "<Control-e>"),
    SEPARATOR,
    MenuCommand(N_("Forget what the adaptive opponent knows about you"), actions.forget_profile),
    SEPARATOR,
    MenuCommand(N_("Quit"), actions.leave, "Ctrl+Q", "<Control-q>"),
]
MOVES: list[MenuCommand | None] = [
    UNDO,
    REDO,
    HINT,
    MenuCommand(N_("Move now"), actions.move_now, "Ctrl+M", "<Control-m>"),
    SEPARATOR,
    MenuCommand(N_("First position"), actions.go_first, N_("Home"), "<Home>"),
    MenuCommand(N_("Previous position"), actions.go_back, N_("Page up"), "<Prior>"),
    MenuCommand(N_("Next position"), actions.go_forward, N_("Page down"), "<Next>"),
    MenuCommand(N_("Last position"), actions.go_last, N_("End"), "<End>"),
]
REVIEW: list[MenuCommand | None] = [
    MenuCommand(N_("Review the game"), actions.review, "Ctrl+R", "<Control-r>"),
]
HELP: list[MenuCommand | None] = [
    MenuCommand(N_("Learn this game"), learn, "F3", "<F3>"),
    MenuCommand(N_("Rules"), actions.rules, "F1", "<F1>"),
    MenuCommand(N_("Keyboard shortcuts"), show_keys, "F2", "<F2>"),
    MenuCommand(N_("About Palamedes"), actions.about),
]
ALL = [each for menu in (GAME, MOVES, REVIEW, HELP) for each in menu if each is not None]
BUTTONS = (UNDO, REDO, HINT, NEW_GAME)  # beside the board
