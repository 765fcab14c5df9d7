"""A tournament from its plan to the last table: played, shown, written to files."""

import json
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from palamedes.arena.cluster import cluster_executor
from palamedes.arena.early_stop import counted_games
from palamedes.arena.export import to_csv, to_document
from palamedes.arena.journal import Journal, open_journal
from palamedes.arena.plan import Plan
from palamedes.arena.standings import standings
from palamedes.arena.tournament import check_players, play_tournament
from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.language import _
from palamedes.core.workers import worker_pool
from palamedes.ui.report import write_report
from palamedes.ui.terminal.console import make_console
from palamedes.ui.terminal.standings import show_standings
from palamedes.ui.terminal.tournament import live_table


class Outputs(NamedTuple):
    """The files to write besides the table on the terminal; `-` prints the JSON instead of it."""

    json: Path | None
    csv: Path | None
    report: Path | None
    plain: bool

    def check(self) -> None:
        """Raise PalamedesError if a folder is missing: better before the games than after them."""
        for path in (self.json, self.csv, self.report):
            if path is not None and not path.absolute().parent.is_dir():
                raise PalamedesError(
                    _("{path}: folder not found").format(path=path.absolute().parent)
                )


def run_tournament(
    path: Path, plan: Plan | None, workers: int, cluster: str | None, outputs: Outputs
) -> None:
    """Play a plan and show the result. Without a plan, resume the tournament of the journal."""
    outputs.check()
    if plan is not None:
        check_players(plan)
    with open_journal(path, plan) as journal:
        if plan is None:
            check_players(journal.plan)
        _play_remaining(journal, workers, cluster)
    _show_result(journal, outputs)


def _play_remaining(journal: Journal, workers: int, cluster: str | None) -> None:
    """Play the games that the journal lacks; if interrupted, say how to resume."""
    try:
        with _executor(workers, cluster) as (executor, count), live_table(journal) as hear:
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
    document = json.dumps(to_document(journal.plan, result), indent=1, ensure_ascii=False)
    if outputs.json == Path("-"):
        sys.stdout.write(f"{document}\n")
    else:
        show_standings(result, make_console(outputs.plain))
    sys.stderr.write(_("Games saved in {path}.").format(path=journal.path) + "\n")
    if outputs.json is not None and outputs.json != Path("-"):
        write_atomically(outputs.json, f"{document}\n".encode())
    if outputs.csv is not None:
        write_atomically(outputs.csv, to_csv(result).encode())
    if outputs.report is not None:
        write_report(journal.plan, games, outputs.report)


def new_journal(game: str) -> Path:
    """The file for the games of a tournament that was given none."""
    name = game.replace(":", "-").replace(",", "-")
    return data_folder() / "tournaments" / f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}.jsonl"
