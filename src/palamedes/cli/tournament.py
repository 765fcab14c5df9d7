"""The command line of tournaments: arguments in, calls out."""

import os
import shlex
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from palamedes.arena.cluster import cluster_executor
from palamedes.arena.documents import to_csv, to_document
from palamedes.arena.journal import Journal, open_journal
from palamedes.arena.plan import Plan, Sprt, Terms, enter
from palamedes.arena.sprt import counted
from palamedes.arena.standings import standings
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
MOST_ELO = 10_000  # of a hypothesis; no advantage is larger


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
        float | None,
        typer.Option("--time", metavar="S", min=0.001, max=86_400, help=_("For each move.")),
    ] = None,
    first_move: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0.001,
            max=86_400,
            help=_("For the first move of each, if not as for the others."),
        ),
    ] = None,
    total: Annotated[
        float | None,
        typer.Option(
            metavar="S", min=0.01, max=86_400, help=_("For all moves of a player together.")
        ),
    ] = None,
    increment: Annotated[
        float,
        typer.Option(metavar="S", min=0, max=86_400, help=_("What that grows by with every move.")),
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
    if resume is not None:
        if game or journal is not None:
            raise PalamedesError(_("--resume takes everything from the file"))
        if not resume.exists():
            raise PalamedesError(_("{path}: there is no such file").format(path=resume))
        run_tournament(resume, None, workers, cluster, Outputs(json_file, csv_file, report, plain))
        return
    if not game:
        raise PalamedesError(_("a tournament needs a game and two players, or --resume FILE"))
    if increment and total is None:
        raise PalamedesError(_("--increment needs --total"))
    chosen = find_game(game)
    terms = Terms(
        history_of(chosen, repetition, quiet, limit, points),
        move=seconds,
        first=first_move,
        total=total,
        increment=increment,
        depth=depth,
        nodes=nodes,
        adjudicate=adjudicate,
        resign=resign,
        bounds=Bounds(start=start, megabytes=memory),
    )
    plan = Plan(
        chosen.id,
        enter(players or []),
        terms,
        games=games,
        gauntlet=gauntlet,
        openings=openings,
        seed=seed,
        sprt=_sprt(sprt),
    )
    outputs = Outputs(json_file, csv_file, report, plain)
    run_tournament(journal or new_journal(game), plan, workers, cluster, outputs)


class Outputs(NamedTuple):
    """What is to be written of a tournament besides the table on the terminal."""

    json: Path | None
    csv: Path | None
    report: Path | None
    plain: bool

    def check(self) -> None:
        """Make sure before the games that there will be a place for what is said of them."""
        for path in (self.json, self.csv, self.report):
            if path is not None and not path.absolute().parent.is_dir():
                raise PalamedesError(
                    _("{path}: there is no such folder").format(path=path.absolute().parent)
                )


def run_tournament(
    path: Path, plan: Plan | None, workers: int, cluster: str | None, outputs: Outputs
) -> None:
    """Play a plan, or what a journal plans if there is none, and say what came of it."""
    outputs.check()
    if plan is not None:
        check(plan)
    with open_journal(path, plan) as kept:
        if plan is None:
            check(kept.plan)
        _play_out(kept, workers, cluster)
    _tell(kept, outputs)


def _play_out(journal: Journal, workers: int, cluster: str | None = None) -> None:
    """Play what a journal lacks. Who interrupts it is told how to go on."""
    try:
        with _executor(workers, cluster) as (executor, count), live_table(journal) as hear:
            play_tournament(journal, executor, count, hear)
    except (KeyboardInterrupt, PalamedesError):
        if journal.played:
            typer.echo(
                _("Go on with: palamedes tournament --resume {path}").format(
                    path=shlex.quote(str(journal.path))
                ),
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


def _tell(journal: Journal, outputs: Outputs) -> None:
    """Show the tables to people, unless JSON goes to stdout, and write what was asked for."""
    games = counted(journal.plan, journal.played)
    result = standings(journal.plan, games)
    document = to_json(to_document(journal.plan, result))
    if outputs.json == Path("-"):
        say(document)
    else:
        show_standings(result, make_console(outputs.plain))
    typer.echo(_("The games are in {path}.").format(path=journal.path), err=True)
    if outputs.json is not None and outputs.json != Path("-"):
        write_atomically(outputs.json, f"{document}\n".encode())
    if outputs.csv is not None:
        write_atomically(outputs.csv, to_csv(result).encode())
    if outputs.report is not None:
        write_report(journal.plan, games, outputs.report)


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
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise PalamedesError(
            _("--sprt takes two numbers, the lower first, such as 0,10; not {text!r}").format(
                text=text[:40]
            )
        )
    return Sprt(elo0, elo1)
