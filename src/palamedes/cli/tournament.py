"""The command line of tournaments: arguments in, calls out."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from palamedes.arena.cluster import cluster_executor
from palamedes.arena.journal import Journal, open_journal
from palamedes.arena.plan import Plan, Sprt, Terms, enter
from palamedes.arena.sprt import counted
from palamedes.arena.standings import standings, to_csv, to_document
from palamedes.arena.tournament import check, play_tournament
from palamedes.cli.options import (
    Limit,
    Plain,
    Points,
    Quiet,
    Repetition,
    history_of,
    new_app,
    say,
    to_json,
)
from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.language import _
from palamedes.core.workers import worker_pool
from palamedes.games import find_game
from palamedes.players.external import Bounds
from palamedes.ui.report import write_report
from palamedes.ui.terminal import make_console
from palamedes.ui.terminal.standings import show_standings
from palamedes.ui.terminal.tournament import live_table

app = new_app()

Games = Annotated[int, typer.Option(metavar="N", min=1, help=_("Games of every two players."))]
Openings = Annotated[
    int,
    typer.Option(
        metavar="P", min=0, max=100, help=_("Random plies at the start, fair ones; 0: none.")
    ),
]
Seed = Annotated[int, typer.Option(metavar="S", help=_("For what is left to chance."))]
Memory = Annotated[
    int, typer.Option(metavar="MB", min=16, help=_("Memory of an external program."))
]
Start = Annotated[
    float,
    typer.Option(metavar="S", min=0.1, help=_("Time of an external program to be ready.")),
]
Workers = Annotated[int, typer.Option(metavar="W", min=1, max=256, help=_("Processes at work."))]
JournalFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help=_("Keep the games here; the same command goes on with them.")
    ),
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help=_("Write figures; - is stdout."))
]
CsvFile = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help=_("Write the table of players."))
]
Report = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help=_("Write one HTML page with plots and all games.")),
]
CORES = os.cpu_count() or 1


@app.command("tournament", help=_("Let players meet: a table, ratings, a report of all games."))
def tournament_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("A game, such as teeko."))] = "",
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER...",
            help=_("Levels, alphabeta:depth=6, cmd:PROGRAM; mine=cmd:PROGRAM gives it a name."),
        ),
    ] = None,
    games: Games = 50,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help=_("Only the first player meets the others."))
    ] = False,
    openings: Openings = 4,
    seed: Seed = 0,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="S", min=0.001, help=_("For each move."))
    ] = None,
    total: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.01, help=_("For all moves of a player together.")),
    ] = None,
    increment: Annotated[
        float, typer.Option(metavar="S", min=0, help=_("What that grows by with every move."))
    ] = 0.0,
    depth: Annotated[
        int | None, typer.Option(metavar="D", min=1, max=100, help=_("How deep engines may look."))
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=_("How many nodes engines may look at."))
    ] = None,
    repetition: Repetition = None,
    quiet: Quiet = None,
    limit: Limit = None,
    points: Points = False,
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help=_("End games whose result tables know."))
    ] = False,
    resign: Annotated[
        int,
        typer.Option(metavar="SCORE", min=0, help=_("Resign after three moves this far behind.")),
    ] = 0,
    memory: Memory = Bounds.megabytes,
    start: Start = Bounds.start,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help=_("Stop when one of two advantages is likely enough.")
        ),
    ] = None,
    workers: Workers = CORES,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDR", help=_("Play on a dask.distributed cluster instead.")),
    ] = None,
    journal: JournalFile = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Go on with the tournament kept here."))
    ] = None,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    report: Report = None,
    plain: Plain = False,
) -> None:
    plan = None
    if resume is None:
        history = history_of(find_game(game), repetition, quiet, limit, points)
        bounds = Bounds(start=start, megabytes=memory)
        terms = Terms(
            history,
            move=seconds,
            total=total,
            increment=increment,
            depth=depth,
            nodes=nodes,
            adjudicate=adjudicate,
            resign=resign,
            bounds=bounds,
        )
        plan = Plan(
            find_game(game).id,
            enter(players or []),
            terms,
            games=games,
            gauntlet=gauntlet,
            openings=openings,
            seed=seed,
            sprt=_sprt(sprt),
        )
        check(plan)
    elif game:
        raise PalamedesError(_("--resume takes everything from the file"))
    path = resume or journal or new_journal(game)
    if resume is not None and not resume.exists():
        raise PalamedesError(_("{path}: there is no such file").format(path=resume))
    with open_journal(path, plan) as kept:
        play_out(kept, workers, cluster)
    tell(kept, json_file, csv_file, report, plain)


def play_out(journal: Journal, workers: int, cluster: str | None = None) -> None:
    """Play what a journal lacks. Who interrupts it is told how to go on."""
    try:
        with _executor(workers, cluster) as (executor, count), live_table(journal) as hear:
            play_tournament(journal, executor, count, hear)
    except (KeyboardInterrupt, PalamedesError):
        if journal.played:
            typer.echo(
                _("Go on with: palamedes tournament --resume {path}").format(path=journal.path),
                err=True,
            )
        raise


@contextmanager
def _executor(workers: int, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    if cluster is not None:
        with cluster_executor(cluster) as found:
            yield found
    else:
        with worker_pool(workers) as pool:
            yield pool, workers


def tell(
    journal: Journal,
    json_file: Path | None,
    csv_file: Path | None,
    report: Path | None,
    plain: bool,
) -> None:
    """Write what was asked for, and the tables for people unless JSON goes to stdout."""
    games = counted(journal.plan, journal.played)
    result = standings(journal.plan, games)
    document = to_json(to_document(journal.plan, result))
    if csv_file is not None:
        write_atomically(csv_file, to_csv(result).encode())
    if report is not None:
        write_report(journal.plan, games, report)
    typer.echo(_("The games are in {path}.").format(path=journal.path), err=True)
    if json_file == Path("-"):
        say(document)
        return
    if json_file is not None:
        write_atomically(json_file, f"{document}\n".encode())
    show_standings(result, make_console(plain))


def new_journal(game: str) -> Path:
    """Where a tournament without a name is kept."""
    name = game.replace(":", "-").replace(",", "-")
    return data_folder() / "tournaments" / f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}.jsonl"


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        elo0 = elo1 = 0.0
    if not elo0 < elo1:
        raise PalamedesError(
            _("--sprt takes two numbers, the lower first, such as 0,10; not {text!r}").format(
                text=text[:40]
            )
        )
    return Sprt(elo0, elo1)
