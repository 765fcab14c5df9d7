"""Solve: the tables of a game."""

import os
from functools import partial
from typing import Annotated

import typer

from palamedes.cli.options import AsJson, GameName, Plain, new_app, say_json
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import find_game
from palamedes.solver.report import solution, value_of_start
from palamedes.solver.tablebase import Tablebase, choose_layers, layer_name
from palamedes.solver.verify import verify as verify_tables
from palamedes.ui.terminal import make_console
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.terminal.progress import progress_bars
from palamedes.ui.terminal.solution import show_solution, size_text

MUCH_MEMORY = 500_000_000  # bytes: worth saying beforehand

app = new_app()


@app.command("solve", help=_("Find the truth about a game: build its tables, or read them."))
def solve_command(
    game: GameName,
    men: Annotated[
        str | None,
        typer.Option(metavar="A-B", help=_("Up to so many men on either side, such as 7-7.")),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help=_("Everything there is."))] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help=_("Check every entry against those it leads to."))
    ] = False,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Threads at work."))
    ] = os.cpu_count() or 1,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    tables = Tablebase(find_game(game))
    wanted = choose_layers(tables, men, every)
    console = make_console(plain)
    if (needed := tables.memory_needed(wanted)) > MUCH_MEMORY and not as_json:
        console.say(_("This takes {size} of memory.").format(size=size_text(needed)))
    with progress_bars() as show:
        wait_for(partial(tables.check, wanted, threads, show))
        wait_for(partial(tables.build, wanted, threads, show))
        start = wait_for(partial(value_of_start, tables, show))
        document = solution(tables, wanted, start)
        if verify:
            errors = wait_for(partial(verify_tables, tables, wanted, threads, show))
            document["errors"] = {layer_name(layer): wrong for layer, wrong in errors.items()}
    if as_json:
        say_json(document)
    else:
        show_solution(document, console)
    if any(document.get("errors", {}).values()):
        raise PalamedesError(_("the tables are wrong"))
