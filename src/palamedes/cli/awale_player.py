"""`palamedes awale-player`: the player program of the course."""

from typing import Annotated

import typer

from palamedes.cli.options import new_app
from palamedes.core.language import _

app = new_app()


@app.command(
    "awale-player", help=_("Play awalé over the course protocol, for an external referee.")
)
def awale_player_command(
    side: Annotated[
        str, typer.Argument(metavar="SIDE", help=_("Side to play: Joueur1 or Joueur2."))
    ],
    seconds: Annotated[
        float,
        typer.Option(
            "--time", metavar="S", min=0.05, max=3600, help=_("Time limit per move in seconds.")
        ),
    ] = 2.0,
    level: Annotated[str, typer.Option(metavar="L", help=_("Playing level."))] = "master",
) -> None:
    from palamedes.arena.course import play_on_standard_streams

    play_on_standard_streams(side, seconds, level)
