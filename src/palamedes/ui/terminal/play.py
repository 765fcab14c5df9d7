"""People and engines play at one terminal."""

from contextlib import nullcontext, suppress
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.ui.session import PEOPLE, Autosave, Seats, Session, TimeControl
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.files import Keeper
from palamedes.ui.terminal.orders import obey, seats_for
from palamedes.ui.terminal.signals import leaving_in_order
from palamedes.ui.terminal.table import Table


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
    session = Session(match, seats_for(match, seats), control, autosave)
    table = Table(session, console, Keeper(match, path, is_kept))
    farewell, keeps = "", True
    try:
        with leaving_in_order() if console.interactive else nullcontext():
            _sit(table)
        keeps = False
    except (EOFError, KeyboardInterrupt):
        farewell = _farewell(table, autosave is not None)
    except SystemExit:
        with suppress(OSError):  # the terminal may have gone
            console.leave(_farewell(table, autosave is not None))
        raise
    finally:
        session.close(keeps and not table.is_kept)
    if farewell:
        console.leave(farewell)
    return not farewell


def _sit(table: Table) -> None:
    """Let everybody move in turn; Ctrl-C and the end of input are raised."""
    table.show()
    while not table.left:
        if table.is_thinking:
            table.let_move()
            continue
        line = table.console.ask(table.prompt())
        if table.has_run_out():
            table.turned()
        elif line:
            try:
                obey(table, line)
            except PalamedesError as error:
                table.console.say(str(error))


def _farewell(table: Table, is_autosaved: bool) -> str:
    """The last words to those who leave without quitting."""
    if table.is_kept:
        return _("Goodbye.")
    if is_autosaved and not table.is_over:
        return _("The game is kept: it will be offered at the next start.")
    return _("Left without saving the game.")


def _new_autosave(console: Terminal) -> Autosave | None:
    """The file of a new game; without one it is played all the same."""
    try:
        return Autosave()
    except PalamedesError as error:
        console.say(_("The game cannot be kept: {reason}").format(reason=error))
        return None
