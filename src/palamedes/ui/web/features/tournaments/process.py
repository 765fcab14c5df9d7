"""The work of the process that plays a tournament of engines. It imports nothing of the server."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from palamedes.arena.journal import open_journal
from palamedes.arena.plan import Plan
from palamedes.arena.tournament import play_tournament
from palamedes.cluster.far_executor import far_executor
from palamedes.core.errors import PalamedesError
from palamedes.core.plugins import Registration
from palamedes.core.workers import begin_worker


def play_at_low_priority(
    path: Path,
    plan: Plan,
    niceness: int,
    offers: tuple[Registration, ...] = (),
    cluster: str = "",
) -> None:
    """Play the games of a plan that the journal lacks, at a low priority: here or on a cluster."""
    begin_worker(offers)
    logging.disable()  # the log of the server says what becomes of the cluster
    with suppress(AttributeError):  # some systems have no `nice`
        os.nice(niceness)
    try:
        with open_journal(path, plan) as journal, _executor(cluster) as (executor, workers):
            play_tournament(journal, executor, workers, lambda played: None)
    except PalamedesError as error:
        raise SystemExit(str(error)) from None


@contextmanager
def _executor(cluster: str) -> Iterator[tuple[Executor, int]]:
    if cluster:
        with far_executor(cluster) as found:
            yield found
    else:
        with ThreadPoolExecutor(1) as executor:
            yield executor, 1
