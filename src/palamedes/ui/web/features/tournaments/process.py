"""The work of the process that plays a tournament of engines. It imports nothing of the server."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from palamedes.arena.journal import open_journal
from palamedes.arena.plan import Plan
from palamedes.arena.tournament import play_tournament
from palamedes.core.errors import PalamedesError
from palamedes.core.plugins import Registration
from palamedes.core.workers import begin_worker


def play_at_low_priority(
    path: Path, plan: Plan, niceness: int, offers: tuple[Registration, ...] = ()
) -> None:
    """Play the games of a plan that the journal lacks, at a low priority."""
    begin_worker(offers)
    with suppress(AttributeError):  # some systems have no `nice`
        os.nice(niceness)
    try:
        with open_journal(path, plan) as journal, ThreadPoolExecutor(1) as executor:
            play_tournament(journal, executor, 1, lambda played: None)
    except PalamedesError as error:
        raise SystemExit(str(error)) from None
