"""Measure: perft, bench."""

import sys
from itertools import islice
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from palamedes.cli.options import (
    AsJson,
    GameName,
    MovesText,
    Plain,
    PositionText,
    all_games,
    new_app,
    position_of,
    say,
    say_json,
    show_table,
)
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import GAMES, find_game
from palamedes.search.perft import divide
from palamedes.ui.terminal.bench import bench_signature, bench_speed, bench_threads
from palamedes.ui.terminal.interruptible import wait_for

app = new_app()


@app.command("perft", help=_("Count the move sequences of a length: the check of the rules."))
def perft_command(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help=_("How many moves deep."))],
    position: PositionText = None,
    moves: MovesText = "",
    by_move: Annotated[bool, typer.Option("--divide", help=_("Count each first move."))] = False,
) -> None:
    start = position_of(find_game(game), position, moves)
    counts = divide(start, depth)
    progress = Console(stderr=True, quiet=by_move or not sys.stderr.isatty())
    total = 0 if depth else 1
    for _move in track(start.moves, _("counting"), console=progress, transient=True):
        for move, count in wait_for(lambda: list(islice(counts, 1))):
            total += count
            if by_move:
                say(f"{move}: {count}")
    say(str(total))


@app.command("bench", help=_("Measure the speed of rules and searches on this machine."))
def bench_command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=_("Only this one."))] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, help=_("How long to measure each game."))
    ] = 2.0,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, max=256, help=_("How much faster N threads search than one.")
        ),
    ] = None,
    signature: Annotated[
        bool, typer.Option("--signature", help=_("Count the nodes of fixed searches instead."))
    ] = False,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    if signature and threads:
        raise PalamedesError(_("a signature is made by one thread"))
    standard = [family.make("") for family in GAMES]
    games = [find_game(game)] if game else all_games() if signature else standard
    if signature:
        benchmark = bench_signature(games)
    elif threads:
        benchmark = bench_threads(games, threads, seconds)
    else:
        benchmark = bench_speed(games, seconds)
    if as_json:
        say_json(benchmark.document)
    else:
        show_table(benchmark.table, plain)
