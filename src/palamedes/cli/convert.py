"""`palamedes convert`: a saved game as text, or as JSON."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import new_app, say
from palamedes.core.files import check_writable
from palamedes.core.language import _, ngettext

app = new_app()


@app.command("convert", help=_("Convert saved games to text (.game) or to JSON."))
def convert_command(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help=_("A saved game, games as text, or a tournament journal.")
        ),
    ],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help=_("The file to write: text if its name ends in .game.")
        ),
    ],
) -> None:
    from palamedes.arena.convert import convert

    check_writable(target)
    count = convert(source, target)
    text = ngettext("{count} game written to {path}.", "{count} games written to {path}.", count)
    say(text.format(count=count, path=target))
