"""`palamedes learn`: an evaluation that teaches itself a game."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import AsJson, GameName, Plain, new_app, say_json
from palamedes.core.cores import usable_cores
from palamedes.core.language import _

app = new_app()


@app.command("learn", help=_("Let an evaluation teach itself a game, from nothing, by self-play."))
def learn_command(
    game: GameName,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="N", min=0.05, max=100_000, help=_("Time limit in minutes [10].")),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1000,
            max=1_000_000_000,
            help=_("Stop after this many positions instead: equal seeds give equal results."),
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help=_("Random seed."))] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Number of threads."))
    ] = usable_cores(),
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help=_("Send self-play to this Dask cluster.")),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help=_("Go on with the run in the folder."))
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help=_("Remove the run in the folder and begin again."))
    ] = False,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help=_("Folder of the run and of its results."))
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write a report as an HTML page."))
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.learning import RunOptions, learn_game

    options = RunOptions(
        minutes, positions, seed, workers, cluster, resume, restart, folder, report
    )
    document = learn_game(find_game(game), options, None if as_json else make_console(plain))
    if as_json:
        say_json(document)
