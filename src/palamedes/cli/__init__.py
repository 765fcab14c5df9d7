"""The command line, one file a command: it reads the arguments and calls the rooms below.

A command imports what it needs when it runs, so that every `--help` answers without numba and
without the web server.
"""

from typing import Annotated

import typer

from palamedes.cli import (
    account,
    analyse,
    awale_player,
    backup,
    bench,
    book,
    bot,
    convert,
    desktop,
    doctor,
    engine,
    explain,
    games,
    grade,
    learn,
    lesson,
    perft,
    play,
    puzzles,
    referee,
    replay,
    rules,
    serve,
    solve,
    tables,
    tournament,
    tune,
    warm,
)
from palamedes.cli.options import new_app, say
from palamedes.core.language import _

app = new_app("palamedes", _("Play, analyse, solve and benchmark classic two-player board games."))


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    lang: Annotated[  # `__main__` takes it out of the arguments: it is here for the help
        str | None, typer.Option(metavar="en|fr", help=_("Language: English or French."))
    ] = None,
    version: Annotated[bool, typer.Option("--version", help=_("Print the version."))] = False,
) -> None:
    if version:
        from palamedes import __version__

        say(f"palamedes {__version__}")
    elif context.invoked_subcommand is None:
        from palamedes.ui.terminal import make_console, menu

        menu(make_console(plain=False))


COMMANDS = (  # in the order in which `--help` lists them
    games,
    rules,
    lesson,
    play,
    replay,
    convert,
    desktop,
    serve,
    backup,
    analyse,
    explain,
    learn,
    tune,
    solve,
    perft,
    bench,
    warm,
    doctor,
    tournament,
    referee,
    engine,
    awale_player,
    grade,
)
for command in COMMANDS:
    app.add_typer(command.app)
app.add_typer(account.app, name="account")
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(tables.app, name="tables")
app.add_typer(book.app, name="book")
app.add_typer(bot.app, name="bot")
