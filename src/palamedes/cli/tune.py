"""`palamedes tune`: better weights for an evaluation."""

from typing import Annotated

import typer

from palamedes.cli.options import AsJson, GameName, Plain, new_app, say_json
from palamedes.core.cores import usable_cores
from palamedes.core.language import _

app = new_app()


@app.command("tune", help=_("Find better weights for an evaluation through self-play."))
def tune_command(
    game: GameName,
    evaluation: Annotated[
        str, typer.Option("--eval", metavar="E", help=_("Evaluation to start from."))
    ] = "tuned",
    games: Annotated[
        int, typer.Option(metavar="N", min=10, help=_("Number of games to learn from."))
    ] = 1000,
    match: Annotated[
        int,
        typer.Option(
            metavar="N", min=2, help=_("Number of test games between new and old weights.")
        ),
    ] = 200,
    nodes: Annotated[int, typer.Option(metavar="N", min=10, help=_("Nodes per move."))] = 2000,
    seed: Annotated[int, typer.Option(help=_("Random seed."))] = 0,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Number of worker processes."))
    ] = usable_cores(),
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.search.evaluations import evaluation_of
    from palamedes.search.tune import TuningEffort, tune
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.progress import progress_bars
    from palamedes.ui.terminal.tuning import show_tuning

    chosen = find_game(game)
    effort = TuningEffort(games, match, nodes, seed, workers)
    with progress_bars() as show:
        tuning = tune(chosen, evaluation_of(chosen, evaluation), effort, show)
    if as_json:
        say_json(tuning.to_document())
    else:
        show_tuning(tuning, make_console(plain))
