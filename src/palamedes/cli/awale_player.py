"""`palamedes awale-player`: the player program of the course."""

from typing import Annotated

import typer

from palamedes.cli.options import new_app
from palamedes.core.language import _

app = new_app()


@app.command("awale-player", help=_("Play awalé for the referee of the course."))
def awale_player_command(
    side: Annotated[str, typer.Argument(metavar="SIDE", help=_("Joueur1 or Joueur2."))],
    seconds: Annotated[
        float,
        typer.Option("--time", metavar="S", min=0.05, max=3600, help=_("Seconds for each move.")),
    ] = 2.0,
    level: Annotated[str, typer.Option(metavar="L", help=_("How well it plays."))] = "master",
) -> None:
    from palamedes.arena.course import play_on_standard_streams

    play_on_standard_streams(side, seconds, level)
