"""Play a game at the terminal, people and engines alike."""

from contextlib import nullcontext, suppress
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.ui.session import PEOPLE, Autosave, Seats, Session, TimeControl
from palamedes.ui.session.pace import pace_of
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.game_commands import KEPT, handle_line, seats_with_names
from palamedes.ui.terminal.game_screen import GameScreen
from palamedes.ui.terminal.saved_game import SavedGame
from palamedes.ui.terminal.signals import counted_interrupts, exit_on_termination


def play(
    match: Match,
    console: Terminal,
    path: Path | None = None,
    seats: Seats = PEOPLE,
    control: TimeControl | None = None,
    autosave: Autosave | None = None,
    pause: float | None = None,
) -> bool:
    """Play a match until the players quit; `path` is the file it was loaded from.

    If a person types, every move is autosaved, into `autosave` if the match was resumed from it;
    a game that is left unfinished is offered at the next start. `pause` are the seconds before an
    engine's move is shown; by default, the settings choose them if a person is there to see it.
    Returns False after Ctrl-C or the end of input, which close the menu too.
    """
    is_saved = autosave is None
    if autosave is None and console.interactive:
        autosave = _new_autosave(console)
    with counted_interrupts() as interrupts:
        session = Session(match, seats_with_names(match, seats), control, autosave)
        if pause is None:
            pause = pace_of(load_settings(), seats) if console.interactive else 0.0
        session.pace = pause
        session.prepare()
        screen = GameScreen(session, console, SavedGame(match, path, is_saved), interrupts)
        farewell = ""
        try:
            with exit_on_termination() if console.interactive else nullcontext():
                _run(screen)
        except (EOFError, KeyboardInterrupt):
            farewell = _farewell(screen)
        except SystemExit:
            with suppress(OSError):  # the terminal may have gone
                console.say_goodbye(_farewell(screen))
            raise
        finally:
            session.close(keep=not screen.is_saved)
    if farewell:
        console.say_goodbye(farewell)
    return not farewell


def _run(screen: GameScreen) -> None:
    """Let players move in turn; raises KeyboardInterrupt on Ctrl-C and EOFError without input."""
    while not screen.has_quit:
        screen.show_changes()
        if screen.is_thinking:
            screen.play_engine_move()
        else:
            _handle(screen, screen.read_line())


def _handle(screen: GameScreen, line: str) -> None:
    """Handle a line, unless the game has ended while it was typed."""
    if screen.has_ended_meanwhile() or not line:
        return
    try:
        handle_line(screen, line)
    except PalamedesError as error:
        screen.console.say(str(error))


def _farewell(screen: GameScreen) -> str:
    """The last line for players who leave by Ctrl-C or the end of input."""
    if screen.is_saved:
        return _("Goodbye.")
    if screen.is_kept:
        return _(KEPT)
    return _("The game was not saved.")


def _new_autosave(console: Terminal) -> Autosave | None:
    """A file for a new game; None, and a message, if it cannot be written."""
    try:
        return Autosave()
    except PalamedesError as error:
        console.say(_("Autosave failed: {reason}").format(reason=error))
        return None
