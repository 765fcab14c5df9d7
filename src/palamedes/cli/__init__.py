"""The command line: arguments in, calls out. What the commands do is in the rooms below."""

from typing import Annotated

import typer

from palamedes.cli import (
    bots,
    desktop,
    engines,
    measure,
    play,
    puzzles,
    referee,
    serve,
    solve,
    study,
    tournament,
)
from palamedes.cli.options import new_app, say
from palamedes.core.language import _
from palamedes.ui.terminal import make_console, menu

app = new_app(
    "palamedes", _("Plays, analyses, solves and benchmarks classic two-player board games.")
)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    lang: Annotated[  # taken out before we are called: it is here for the help
        str | None, typer.Option(metavar="en|fr", help=_("Speak English or French."))
    ] = None,
    version: Annotated[bool, typer.Option("--version", help=_("Print the version."))] = False,
) -> None:
    if version:
        from palamedes import __version__

        say(f"palamedes {__version__}")
    elif context.invoked_subcommand is None:
        menu(make_console(plain=False))


for each in (play, desktop, serve, study, solve, measure, tournament, referee, engines, bots):
    app.add_typer(each.app)
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(bots.bot_app, name="bot")
