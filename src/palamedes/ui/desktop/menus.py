"""The menu bar, rebuilt whenever the language changes."""

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from palamedes.core.language import LANGUAGE_NAMES, _, language
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.commands import GAME, HELP, MOVES, REVIEW, MenuCommand
from palamedes.ui.desktop.drawing.themes import DEFAULT_PALETTE, PALETTES, PIECE_SETS
from palamedes.ui.session.pace import NORMAL, PACE_TITLES

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App


def build_menus(app: "App") -> tk.Menu:
    """Build the menu bar and put it on the window."""
    app.variables.clear()
    bar = tk.Menu(app.root, tearoff=False)
    _add(app, bar, _("Game"), GAME)
    _add(app, bar, _("Moves"), MOVES)
    _add_view(app, bar)
    _add(app, bar, _("Review"), REVIEW)
    _add(app, bar, _("Help"), HELP)
    app.root.configure(menu=bar)
    return bar


def _add(app: "App", bar: tk.Menu, title: str, commands: Sequence[MenuCommand | None]) -> None:
    menu = tk.Menu(bar, tearoff=False)
    for command in commands:
        if command is None:
            menu.add_separator()
        else:
            menu.add_command(
                label=_(command.title),
                accelerator=_(command.key) if command.key else "",
                command=partial(app.do, command.action),
            )
    bar.add_cascade(label=title, menu=menu)


def _add_view(app: "App", bar: tk.Menu) -> None:
    menu = tk.Menu(bar, tearoff=False)
    settings = app.settings
    palettes = [(name, _(palette.title)) for name, palette in PALETTES.items()]
    chosen = settings.palette if settings.palette in PALETTES else DEFAULT_PALETTE
    _add_choice(app, menu, _("Palette"), palettes, chosen, actions.choose_palette)
    sets = [(name, _(title)) for name, title in PIECE_SETS.items()]
    _add_choice(app, menu, _("Piece set"), sets, app.theme.pieces, actions.choose_pieces)
    _add_switch(app, menu, _("Dark theme"), settings.dark, actions.choose_dark)
    menu.add_separator()
    _add_switch(app, menu, _("Animation"), settings.animate, actions.choose_animation)
    if app.sounds.are_possible:
        _add_switch(app, menu, _("Sounds"), settings.sound, actions.choose_sound)
    paces = [(name, _(title)) for name, title in PACE_TITLES.items()]
    pace = settings.pace if settings.pace in PACE_TITLES else NORMAL
    title = _("Pause before the computer's move")
    _add_choice(app, menu, title, paces, pace, actions.choose_pace)
    _add_switch(app, menu, _("Evaluation bar"), settings.gauge, actions.choose_evaluation_bar)
    menu.add_separator()
    names = list(LANGUAGE_NAMES.items())
    _add_choice(app, menu, _("Language"), names, language(), actions.choose_language)
    bar.add_cascade(label=_("View"), menu=menu)


def _add_choice(
    app: "App",
    menu: tk.Menu,
    title: str,
    entries: Sequence[tuple[str, str]],
    chosen: str,
    action: Callable[["App", str], None],
) -> None:
    """Add a submenu in which one entry is chosen."""
    part = tk.Menu(menu, tearoff=False)
    variable = tk.StringVar(app.root, chosen)
    app.variables.append(variable)
    for name, text in entries:
        part.add_radiobutton(
            label=text,
            value=name,
            variable=variable,
            command=partial(_choose, app, action, name),
        )
    menu.add_cascade(label=title, menu=part)


def _choose(app: "App", action: Callable[["App", str], None], name: str) -> None:
    app.do(lambda each: action(each, name))


def _add_switch(
    app: "App", menu: tk.Menu, title: str, is_on: bool, action: Callable[["App", bool], None]
) -> None:
    """Add an entry that is on or off."""
    variable = tk.BooleanVar(app.root, is_on)
    app.variables.append(variable)
    menu.add_checkbutton(
        label=title,
        variable=variable,
        command=partial(app.do, lambda each: action(each, variable.get())),
    )
