"""`palamedes book`: make opening books, and look into them."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import (
    AsJson,
    DeviceName,
    GameName,
    MovesText,
    Plain,
    PositionText,
    new_app,
    position_of,
    say_json,
)
from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

app = new_app("book", _("Make opening books, or look into them."))


@app.command(
    "make",
    help=_(
        "Make an opening book: long searches, deepest where the play matters most, and exact "
        "values from tables."
    ),
)
def make_command(
    game: GameName,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="N", min=0.01, max=100_000, help=_("Time limit in minutes [10].")),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=10_000_000, help=_("Stop when the book has N positions.")
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time", metavar="S", min=0.001, max=86_400, help=_("Seconds for each position [1].")
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=1_000_000_000_000,
            help=_("Node limit per position instead of --time; reproducible with --workers 1."),
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Number of threads."))
    ] = usable_cores(),
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help=_("Send searches to this Dask cluster.")),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help=_("Resume the book, up to --positions or for --minutes more.")
        ),
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help=_("Begin the book again from nothing."))
    ] = False,
    first_plies: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=32,
            help=_(
                "Add the exact values of all positions of the first N plies instead; needs all "
                "tables. Resumes by itself."
            ),
        ),
    ] = None,
    device: DeviceName = "cpu",
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=_("Write the book to this file; default: the `books` folder of your data folder."),
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.books import MakingOptions, make_book
    from palamedes.ui.terminal.first_plies import add_first_plies

    searches = minutes, positions, seconds, nodes, cluster
    if first_plies is None and device != "cpu":
        raise PalamedesError(_("--device needs --first-plies"))
    if first_plies is not None:
        if resume or restart or any(given is not None for given in searches):
            raise PalamedesError(
                _("--first-plies can only be used with --device, --workers, --output")
            )
        add_first_plies(find_game(game), first_plies, device, workers, output, make_console(plain))
        return
    options = MakingOptions(
        minutes, positions, seconds, nodes, workers, cluster, resume, restart, output
    )
    make_book(find_game(game), options, make_console(plain))


@app.command("show", help=_("Show what the opening book says about a position."))
def show_command(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = "",
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Look into the book in this file."))
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.books import book_document, show_book

    place = position_of(find_game(game), position, moves)
    if as_json:
        say_json(book_document(place, file))
    else:
        show_book(place, file, make_console(plain))
