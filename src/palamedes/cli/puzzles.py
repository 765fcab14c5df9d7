"""`palamedes puzzles`: solve puzzles, or make new ones."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import Plain, new_app
from palamedes.core.files import check_writable, write_atomically
from palamedes.core.language import _

app = new_app("puzzles", _("Solve puzzles, or make new ones."))


@app.command("play", help=_("Solve puzzles in the terminal, starting where you left off."))
def play_command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help=_("A game, such as teeko, or one of its variants: morpion:4.")
        ),
    ],
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help=_("Solve the puzzles in this file, made by 'puzzles make'.")
        ),
    ] = None,
    reset: Annotated[
        bool, typer.Option("--reset", help=_("Forget your progress and start over."))
    ] = False,
    plain: Plain = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.solver.puzzles.puzzle import load_puzzles, shipped_puzzles
    from palamedes.solver.puzzles.workbook import Workbook, puzzles_of
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.puzzles import solve_puzzles

    chosen = find_game(game)
    every = shipped_puzzles(chosen.name) if file is None else load_puzzles(file)
    puzzles = puzzles_of(chosen, every, all_variants=":" not in game)
    name = game.lower() if file is None else f"{game.lower()} {file.absolute()}"
    workbook = Workbook(name, puzzles)
    if reset:
        workbook.reset()
    solve_puzzles(workbook, make_console(plain))


@app.command(
    "make", help=_("Find new puzzles, using tables or by searching to the end of the game.")
)
def make_command(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME...",
            help=_("One or more games, such as morpion morpion:4; their puzzles are mixed."),
        ),
    ],
    count: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help=_("Number of puzzles."))
    ] = 60,
    seed: Annotated[int, typer.Option(metavar="S", help=_("Random seed."))] = 0,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Write the puzzles to this file; default: stdout.")),
    ] = None,
) -> None:
    from palamedes.games import find_game
    from palamedes.solver.puzzles.compose import make_puzzles
    from palamedes.solver.puzzles.puzzle import to_text
    from palamedes.ui.terminal.interruptible import wait_for
    from palamedes.ui.terminal.progress import progress_bars

    check_writable(output)
    chosen = [find_game(game) for game in games]
    with progress_bars() as show:
        puzzles = wait_for(partial(make_puzzles, chosen, count, seed, show))
    if output is None:
        sys.stdout.write(to_text(puzzles))
    else:
        write_atomically(output, to_text(puzzles).encode())
