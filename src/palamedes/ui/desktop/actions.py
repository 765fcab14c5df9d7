"""The actions of the menus. Callers show a PalamedesError in the status bar."""

import tkinter as tk
from dataclasses import replace
from datetime import date
from importlib.metadata import version
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING

from palamedes.core.game_files import SUFFIX, holds_text, load_match, save_match
from palamedes.core.language import LANGUAGES, N_, _, set_language
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.search.review import Review
from palamedes.ui.desktop.dialogs import show_text
from palamedes.ui.desktop.new_game_dialog import NewGameDialog
from palamedes.ui.desktop.review import ReviewWindow
from palamedes.ui.desktop.starting import NewGameChoice, session_of_record
from palamedes.ui.session.profile import FORGET, forget, without_rating

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App


# Games


def new_game(app: "App", complaint: str = "") -> None:
    _choose_game(app, app.choice, complaint)


def _choose_game(app: "App", choice: NewGameChoice, complaint: str = "") -> None:
    dialog = NewGameDialog(app.root, choice, app.start, complaint)
    dialog.reopen = lambda: _choose_game(app, dialog.last)


def play_again(app: "App", swapped: bool = False) -> None:
    """Start a new game with the same players."""
    first, second = app.choice.specs
    app.start(replace(app.choice, first=second, second=first) if swapped else app.choice)


def open_file(app: "App") -> None:
    name = filedialog.askopenfilename(
        parent=app.root, title=_("Open a saved game"), filetypes=_kinds()
    )
    if name:
        path = Path(name)
        match = load_match(path, find_game)
        app.play(session_of_record(match), path)
        if holds_text(path):
            app.path = None  # text may have comments, which saving the game there would cost


def save(app: "App") -> None:
    if app.path is None:
        save_as(app)
    else:
        _write(app, app.path)


def save_as(app: "App") -> None:
    name = filedialog.asksaveasfilename(
        parent=app.root,
        title=_("Save the game"),
        filetypes=_kinds(),
        defaultextension=".json",
        initialfile=f"{app.session.match.game.name}-{date.today().isoformat()}.json",
    )
    if name:
        _write(app, Path(name))


def _write(app: "App", path: Path) -> None:
    save_match(app.session.match, path)
    app.path = path
    app.show_message(_("Game saved as {file}.").format(file=path.name), is_wrong=False)


def _kinds() -> list[tuple[str, str]]:
    return [(_("Saved games"), f"*.json *{SUFFIX}"), (_("All files"), "*")]


def swap_sides(app: "App") -> None:
    first, second = app.session.seats
    app.session.reseat((second, first))
    app.choice = replace(
        app.choice, first=without_rating(second.spec), second=without_rating(first.spec)
    )


def resign(app: "App") -> None:
    by = app.session.speaker()
    app.questions.confirm(N_("Resign this game?"), lambda: app.session.resign(by))


def offer_draw(app: "App") -> None:
    """Offer a draw. Against the computer it is asked first; a person can decline."""
    by = app.session.speaker()
    if app.session.seats[1 - by].is_person:
        app.session.offer_draw(by)
    else:
        app.questions.confirm(N_("Offer a draw?"), lambda: app.session.offer_draw(by))


def pause(app: "App") -> None:
    if app.session.scene().paused:
        app.session.resume()
    else:
        app.session.pause()


def step(app: "App") -> None:
    app.session.step()


def choose_speed(app: "App", name: str) -> None:
    app.remember(speed=name)
    app.set_pace()


def leave(app: "App") -> None:
    app.quit()


# Moves


def undo(app: "App") -> None:
    app.session.undo()


def redo(app: "App") -> None:
    app.session.redo()


def hint(app: "App") -> None:
    app.session.look(len(app.session.match.turns))
    app.session.hint()


def move_now(app: "App") -> None:
    app.session.move_now()


def go_first(app: "App") -> None:
    app.session.look(0)


def go_back(app: "App") -> None:
    app.session.look(app.session.scene().ply - 1)


def go_forward(app: "App") -> None:
    app.session.look(app.session.scene().ply + 1)


def go_last(app: "App") -> None:
    app.session.look(len(app.session.match.turns))


# Appearance and review


def choose_palette(app: "App", name: str) -> None:
    app.remember(palette=name)
    app.rebuild()


def choose_pieces(app: "App", name: str) -> None:
    app.remember(pieces=name)
    app.rebuild()


def choose_dark(app: "App", wanted: bool) -> None:
    app.remember(dark=wanted)
    app.rebuild()


def choose_animation(app: "App", wanted: bool) -> None:
    app.remember(animate=wanted)


def choose_pace(app: "App", name: str) -> None:
    app.remember(pace=name)
    app.set_pace()


def choose_sound(app: "App", wanted: bool) -> None:
    app.remember(sound=wanted)


def choose_evaluation_bar(app: "App", wanted: bool) -> None:
    app.remember(gauge=wanted)
    app.session.gauge(wanted)
    app.window.show_evaluation_bar(wanted)


def forget_profile(app: "App") -> None:
    app.questions.confirm(FORGET, forget)


def choose_language(app: "App", code: str) -> None:
    """Change the language; the game goes on."""
    set_language(code if code in LANGUAGES else None)
    app.remember(language=code)
    app.rebuild()


def review(app: "App") -> None:
    _show_review(app, app.session.match.copy(), None)


def _show_review(app: "App", match: Match, found: Review | None) -> None:
    window = ReviewWindow(app.root, app.theme, match, app.look, found)
    window.reopen = lambda: _show_review(app, match, window.review)


# Help


def rules(app: "App") -> None:
    game = app.session.match.game
    title = _("Rules of {game}").format(game=_(game.title))
    show_text(app.root, title, _(game.rules)).reopen = lambda: rules(app)


def first_rules(app: "App") -> None:
    """Show the rules before the first game of a kind, and remember that they were read."""
    game = app.session.match.game
    if game.name in app.settings.read:
        return

    def read() -> None:
        app.remember(read=(*app.settings.read, game.name))

    title = _("Rules of {game}").format(game=_(game.title))
    dialog = show_text(app.root, title, _(game.rules), _("Got it"), read)
    dialog.reopen = lambda: first_rules(app)


def about(app: "App") -> None:
    text = _(
        "Palamedes {version} plays, analyses and solves classic board games. It is free "
        "software under the MIT licence. This window uses Tk {tk}."
    )
    about_text = text.format(version=version("palamedes"), tk=tk.TkVersion)
    show_text(app.root, _("About Palamedes"), about_text).reopen = lambda: about(app)
