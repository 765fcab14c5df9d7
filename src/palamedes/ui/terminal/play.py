"""People and engines play at one terminal."""

from contextlib import nullcontext, suppress
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.ui.session import PEOPLE, Autosave, Seats, Session, TimeControl
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.game_commands import obey, seats_called
from palamedes.ui.terminal.game_screen import GameScreen
from palamedes.ui.terminal.saved_game import SavedGame
from palamedes.ui.terminal.signals import counted_interrupts, leaving_in_order


def play(
    match: Match,
    console: Terminal,
    path: Path | None = None,
    seats: Seats = PEOPLE,
    control: TimeControl | None = None,
    autosave: Autosave | None = None,
) -> bool:
    """Play a match, which may come from a file, until the people quit.

    Where a person types, every move is kept at once: in the file of an autosave, if the match
    comes from one. False if the people left by Ctrl-C or by the end of input: then they want to
    leave everything, and a game that goes on is offered again.
    """
    is_kept = autosave is None
    if autosave is None and console.interactive:
        autosave = _new_autosave(console)
    with counted_interrupts() as interrupts:
        session = Session(match, seats_called(match, seats), control, autosave)
        table = GameScreen(session, console, SavedGame(match, path, is_kept), interrupts)
        farewell, keeps = "", True
        try:
            with leaving_in_order() if console.interactive else nullcontext():
                _sit(table)
            keeps = False
        except (EOFError, KeyboardInterrupt):
            farewell = _farewell(table)
        except SystemExit:
            with suppress(OSError):  # the terminal may have gone
                console.leave(_farewell(table))
            raise
        finally:
            session.close(keeps and not table.is_saved)
    if farewell:
        console.leave(farewell)
    return not farewell


def _sit(table: GameScreen) -> None:
    """Let everybody move in turn; Ctrl-C and the end of input are raised."""
    while not table.left:
        table.show_changes()
        if table.is_thinking:
            table.let_move()
        else:
            _take(table, table.hear())


def _take(table: GameScreen, line: str) -> None:
    """Obey a line, unless the game has ended while it was typed."""
    if table.has_ended_meanwhile() or not line:
        return
    try:
        obey(table, line)
    except PalamedesError as error:
        table.console.say(str(error))


def _farewell(table: GameScreen) -> str:
    """The last words to those who leave without quitting."""
    if table.is_saved:
        return _("Goodbye.")
    if table.session.is_saved and not table.is_over:
        return _("The game is kept: it will be offered at the next start.")
    return _("Left without saving the game.")


def _new_autosave(console: Terminal) -> Autosave | None:
    """The file of a new game; without one it is played all the same."""
    try:
        return Autosave()
    except PalamedesError as error:
        console.say(_("The game cannot be kept: {reason}").format(reason=error))
        return None
