"""`palamedes replay`: a saved game, move by move."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import Plain, new_app
from palamedes.core.language import _

app = new_app()


@app.command("replay", help=_("Step through a saved game."))
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A saved game."))],
    plain: Plain = False,
) -> None:
    from palamedes.library.games import load
    from palamedes.ui.terminal import make_console, replay

    replay(load(file), make_console(plain))
