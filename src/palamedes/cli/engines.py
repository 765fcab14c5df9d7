"""Our engines for other programs: engine, awale-player."""

from typing import Annotated

import typer

from palamedes.arena.course import SECONDS, play_on_standard_streams
from palamedes.arena.ugi import ANALYSIS, serve_engine
from palamedes.cli.options import GameName, new_app
from palamedes.core.language import _
from palamedes.games import find_game

app = new_app()


@app.command("engine", help=_("Speak the universal game interface (UGI) on stdin and stdout."))
def engine_command(
    game: GameName,
    level: Annotated[
        str, typer.Option(metavar="L", help=_("A level, or analysis: the strongest engine."))
    ] = ANALYSIS,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Threads that search."))
    ] = 1,
    megabytes: Annotated[
        int,
        typer.Option("--hash", metavar="MB", min=1, max=65_536, help=_("Megabytes to remember.")),
    ] = 64,
) -> None:
    serve_engine(find_game(game), level, threads, megabytes)


@app.command("awale-player", help=_("Play awalé for the referee of the course."))
def awale_player_command(
    side: Annotated[str, typer.Argument(metavar="SIDE", help=_("Joueur1 or Joueur2."))],
    seconds: Annotated[
        float,
        typer.Option("--time", metavar="S", min=0.05, max=3600, help=_("Seconds for each move.")),
    ] = SECONDS,
    level: Annotated[str, typer.Option(metavar="L", help=_("How well it plays."))] = "master",
) -> None:
    play_on_standard_streams(side, seconds, level)
