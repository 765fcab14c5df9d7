"""`palamedes engine`: our engines for other programs."""

from typing import Annotated

import typer

from palamedes.cli.options import GameName, new_app
from palamedes.core.language import _

app = new_app()


@app.command("engine", help=_("Speak the universal game interface (UGI) on stdin and stdout."))
def engine_command(
    game: GameName,
    level: Annotated[
        str, typer.Option(metavar="L", help=_("A level, or analysis: the strongest engine."))
    ] = "analysis",
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Threads that search."))
    ] = 1,
    megabytes: Annotated[
        int,
        typer.Option("--hash", metavar="MB", min=1, max=65_536, help=_("Megabytes to remember.")),
    ] = 64,
) -> None:
    from palamedes.arena.ugi import serve_engine
    from palamedes.games import find_game

    serve_engine(find_game(game), level, threads, megabytes)
