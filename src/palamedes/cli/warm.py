"""`palamedes warm`: compile ahead."""

from typing import Annotated

import typer

from palamedes.cli.options import new_app, say
from palamedes.core.language import _

app = new_app()


@app.command(
    "warm", help=_("Compile the engines of all games, or of one, so that no game waits for it.")
)
def warm_command(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=_("Compile only this game."))
    ] = None,
) -> None:
    from palamedes.core.cores import usable_cores
    from palamedes.core.workers import worker_pool
    from palamedes.games import GAMES, find_game
    from palamedes.players.warming import warm_up, warming_tasks
    from palamedes.ui.terminal.progress import progress_bars

    families = GAMES if game is None else [f for f in GAMES if f.name == find_game(game).name]
    tasks = warming_tasks(families)
    if tasks:
        with worker_pool(usable_cores()) as pool, progress_bars() as show:
            for done, _task in enumerate(pool.map(warm_up, tasks), start=1):
                show(_("Compiling"), done, len(tasks))
    say(_("All engines are ready."))
