"""`palamedes bench`: speeds on this machine."""

from typing import Annotated

import typer

from palamedes.cli.options import AsJson, DeviceName, Plain, new_app, say_json
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

app = new_app()


@app.command("bench", help=_("Measure the speed of the rules and the searches on this machine."))
def bench_command(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=_("Measure only this game."))
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, help=_("How long to measure each game, in seconds."))
    ] = 2.0,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            max=256,
            help=_("Measure the speed-up of a search with N threads."),
        ),
    ] = None,
    signature: Annotated[
        bool,
        typer.Option(
            "--signature", help=_("Count the nodes of fixed searches instead of measuring speed.")
        ),
    ] = False,
    device: DeviceName = "cpu",
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.core.cores import usable_cores
    from palamedes.core.devices import find_device
    from palamedes.games import BUILT_IN, GAMES, all_games, find_game
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.bench import (
        bench_devices,
        bench_signature,
        bench_speed,
        bench_threads,
        show_benchmark,
    )

    if signature and threads:
        raise PalamedesError(_("--signature cannot be used with --threads"))
    if device != "cpu" and (signature or threads):
        raise PalamedesError(_("--device cannot be used with --signature or --threads"))
    if game:
        games = [find_game(game)]
    elif signature:  # of our own sources: it must not depend on what is installed
        games = all_games(BUILT_IN)
    else:
        games = [family.make("") for family in GAMES]
    if signature:
        benchmark = bench_signature(games)
    elif device != "cpu":
        devices = {name: find_device(name, usable_cores()) for name in ("cpu", device)}
        benchmark = bench_devices(games, devices, seconds)
    elif threads:
        benchmark = bench_threads(games, threads, seconds)
    else:
        benchmark = bench_speed(games, seconds)
    if as_json:
        say_json(benchmark.document)
    else:
        show_benchmark(benchmark, make_console(plain))
