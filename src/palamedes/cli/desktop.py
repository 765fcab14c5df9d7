"""`palamedes desktop`: the window."""

from typing import Annotated

import typer

from palamedes.cli.options import PLAYER_HELP, Sandbox, new_app
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

app = new_app()


@app.command("desktop", help=_("Play in a window."))
def desktop_command(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=_("A game; default: the last one played."))
    ] = None,
    first: Annotated[str | None, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = None,
    second: Annotated[str | None, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = None,
    sandbox: Sandbox = "off",
) -> None:
    try:
        import tkinter  # noqa: F401 - some Pythons come without it
    except ImportError:
        raise PalamedesError(_("cannot open a window: this Python has no tkinter")) from None
    from palamedes.players.external import set_usual_sandbox
    from palamedes.ui.desktop.app import open_window
    from palamedes.ui.desktop.starting import first_choice
    from palamedes.ui.settings import load_settings

    set_usual_sandbox(sandbox)
    open_window(first_choice(game, first, second, load_settings()))
