"""`palamedes engine`: our engines for other programs."""

from typing import Annotated

import typer

from palamedes.cli.options import GameName, NoBook, new_app
from palamedes.core.language import _

app = new_app()


@app.command(
    "engine",
    help=_(
        "Run as an engine for other programs, over UGI (Universal Game Interface) on stdin "
        "and stdout."
    ),
)
def engine_command(
    game: GameName,
    level: Annotated[
        str,
        typer.Option(
            metavar="L",
            help=_("A level such as step4 or hard, or analysis (the strongest engine)."),
        ),
    ] = "analysis",
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Number of search threads."))
    ] = 1,
    megabytes: Annotated[
        int,
        typer.Option(
            "--hash", metavar="MB", min=1, max=65_536, help=_("Size of the hash table in MB.")
        ),
    ] = 64,
    no_book: NoBook = False,
) -> None:
    from palamedes.arena.ugi import serve_engine
    from palamedes.games import find_game

    serve_engine(find_game(game), level, threads, megabytes, own_book=not no_book)
