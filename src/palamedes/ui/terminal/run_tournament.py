"""A tournament from its plan to the last table: played, shown, written to files."""

import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from palamedes.arena.early_stop import counted_games
from palamedes.arena.export import to_csv, to_document
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.journal import Journal, open_journal
from palamedes.arena.plan import Plan
from palamedes.arena.programs import check_programs
from palamedes.arena.standings import standings
from palamedes.arena.tournament import check_players, play_tournament
from palamedes.cluster.executor import cluster_executor
from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable, data_folder, name_of_files, write_atomically
from palamedes.core.language import _
from palamedes.core.workers import worker_pool
from palamedes.library.playing import TournamentResult
from palamedes.ui.report import write_report
from palamedes.ui.terminal.console import make_console
from palamedes.ui.terminal.json_output import JsonOutput
from palamedes.ui.terminal.standings import show_standings
from palamedes.ui.terminal.tournament import live_progress
from palamedes.ui.texts.sandboxes import sandbox_notice


class Outputs(NamedTuple):
    """What to give besides the table on the terminal; printed JSON replaces it."""

    json: JsonOutput
    csv: Path | None
    report: Path | None
    plain: bool

    @property
    def files(self) -> tuple[Path | None, ...]:
        return self.json.file, self.csv, self.report


def run_tournament(
    path: Path, plan: Plan | None, workers: int, cluster: str | None, outputs: Outputs
) -> list[FinishedGame]:
    """Play a plan, show the result and return all games.

    Without a plan, resume the tournament of the journal.
    """
    check_outputs(path, *outputs.files)
    if plan is not None:
        _check_plan(plan, cluster)
    with open_journal(path, plan) as journal:
        if plan is None:
            _check_plan(journal.plan, cluster)
        _play_remaining(journal, workers, cluster)
    _show_result(journal, outputs)
    return journal.games


def check_outputs(journal: Path, *files: Path | None) -> None:
    """Check that files can be written, and that none would replace another, or the journal."""
    check_writable(*files)
    if journal.resolve() in {file.resolve() for file in files if file is not None}:
        raise PalamedesError(_("{path}: given for two outputs").format(path=journal))


def _check_plan(plan: Plan, cluster: str | None) -> None:
    """Check that all players exist; programs are on the machines of a cluster, if there is one."""
    check_players(plan)
    if cluster is None:
        check_programs(entrant.spec for entrant in plan.entrants)


def _play_remaining(journal: Journal, workers: int, cluster: str | None) -> None:
    """Play the games that the journal lacks; if interrupted, say how to resume."""
    choice = journal.plan.terms.bounds.sandbox
    if choice != "off":
        sys.stderr.write(f"{sandbox_notice(choice)}\n")
    try:
        with _executor(workers, cluster) as (executor, count), live_progress(journal) as hear:
            play_tournament(journal, executor, count, hear)
    except (KeyboardInterrupt, PalamedesError):
        if journal.games:
            line = _("To resume: palamedes tournament --resume {path}")
            sys.stderr.write(f"{line.format(path=shlex.quote(str(journal.path)))}\n")
        raise


@contextmanager
def _executor(workers: int, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """What runs the games, and how many at a time."""
    if cluster is not None:
        with cluster_executor(cluster) as found:
            yield found
    else:
        with worker_pool(workers) as pool:
            yield pool, workers


def _show_result(journal: Journal, outputs: Outputs) -> None:
    """Show the standings, or print them as JSON, and write the files."""
    games = counted_games(journal.plan, journal.games)
    result = standings(journal.plan, games)
    if not outputs.json.prints:
        show_standings(result, make_console(outputs.plain))
    outputs.json.give(to_document(journal.plan, result))
    sys.stderr.write(_("Games saved in {path}.").format(path=journal.path) + "\n")
    if outputs.csv is not None:
        write_atomically(outputs.csv, to_csv(result).encode())
    if outputs.report is not None:
        write_report(TournamentResult(journal.plan, tuple(games)), outputs.report)


def new_journal(game: str) -> Path:
    """The file for the games of a tournament that was given none."""
    name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{name_of_files(game)}.jsonl"
    return data_folder() / "tournaments" / name
