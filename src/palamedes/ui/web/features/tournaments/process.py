"""The work of the process that plays a tournament of engines. It imports nothing of the server."""

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from palamedes.arena.journal import Journal, open_journal
from palamedes.arena.plan import Plan
from palamedes.arena.tournament import play_tournament
from palamedes.cluster.executor import cluster_executor
from palamedes.cluster.studies import StudyExecutor
from palamedes.core.errors import PalamedesError
from palamedes.core.plugins import Registration
from palamedes.core.workers import begin_worker

log = logging.getLogger(__name__)


def play_at_low_priority(
    path: Path,
    plan: Plan,
    niceness: int,
    offers: tuple[Registration, ...] = (),
    cluster: str = "",
) -> None:
    """Play the games of a plan that the journal lacks, at a low priority: on a cluster, or here."""
    begin_worker(offers)
    with suppress(AttributeError):  # some systems have no `nice`
        os.nice(niceness)
    try:
        with open_journal(path, plan) as journal:
            if not (cluster and play_on_a_cluster(cluster, journal)):
                with ThreadPoolExecutor(1) as executor:
                    play_tournament(journal, executor, 1, lambda played: None)
    except PalamedesError as error:
        raise SystemExit(str(error)) from None


def play_on_a_cluster(cluster: str, journal: Journal) -> bool:
    """Play all games on a cluster; False if it is not there, or gone before the last one."""
    try:
        with cluster_executor(cluster) as (executor, workers):
            play_tournament(journal, StudyExecutor(executor), workers, lambda played: None)
    except Exception as error:  # Dask has many for a cluster that is gone
        log.warning("the games go on here: %s", error)
        return False
    return True
