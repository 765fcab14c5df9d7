"""`palamedes solve`: the tables of a game."""

from typing import Annotated

import typer

from palamedes.cli.options import AsJson, DeviceName, GameName, Plain, new_app, say_json
from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

app = new_app()


@app.command("solve", help=_("Solve a game: build its tables, or read them if they exist."))
def solve_command(
    game: GameName,
    men: Annotated[
        str | None,
        typer.Option(metavar="A-B", help=_("Maximum number of men on each side, such as 7-7.")),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help=_("Build all tables."))] = False,
    verify: Annotated[
        bool,
        typer.Option("--verify", help=_("Check every entry against the positions it leads to.")),
    ] = False,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Number of threads."))
    ] = usable_cores(),
    device: DeviceName = "cpu",
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.solver.tablebase import Tablebase, choose_layers
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.solution import announce_memory, show_solution, solve

    tables = Tablebase(find_game(game))
    wanted = choose_layers(tables, men, every)
    console = make_console(plain)
    if not as_json:
        announce_memory(tables, wanted, console)
    solution = solve(tables.game, men, every, verify, threads, device)
    if as_json:
        say_json(solution.document)
    else:
        show_solution(solution, console)
    if any(solution.errors.values()):
        raise PalamedesError(_("the tables contain errors"))
