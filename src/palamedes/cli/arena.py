"""Playing a tournament for a command: where its games are kept, and what is said of it."""

import shlex
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import typer

from palamedes.arena.cluster import cluster_executor
from palamedes.arena.export import to_csv, to_document
from palamedes.arena.journal import Journal, open_journal
from palamedes.arena.plan import Plan
from palamedes.arena.sprt import counted_games
from palamedes.arena.standings import standings
from palamedes.arena.tournament import check_players, play_tournament
from palamedes.cli.options import say, to_json
from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.language import _
from palamedes.core.workers import worker_pool
from palamedes.ui.report import write_report
from palamedes.ui.terminal import make_console
from palamedes.ui.terminal.standings import show_standings
from palamedes.ui.terminal.tournament import live_table


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
        check_players(plan)
    with open_journal(path, plan) as kept:
        if plan is None:
            check_players(kept.plan)
        _play_out(kept, workers, cluster)
    _tell(kept, outputs)


def _play_out(journal: Journal, workers: int, cluster: str | None = None) -> None:
    """Play what a journal lacks. Who interrupts it is told how to go on."""
    try:
        with _executor(workers, cluster) as (executor, count), live_table(journal) as hear:
            play_tournament(journal, executor, count, hear)
    except (KeyboardInterrupt, PalamedesError):
        if journal.games:
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
    games = counted_games(journal.plan, journal.games)
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
