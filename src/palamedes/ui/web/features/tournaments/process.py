"""What the process that plays a tournament of engines does. It loads nothing of the server."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from palamedes.arena.journal import open_journal
from palamedes.arena.plan import Plan
from palamedes.arena.tournament import play_tournament
from palamedes.core.errors import PalamedesError
from palamedes.core.workers import live_and_die_with_the_parent


def play_modestly(path: Path, plan: Plan, modesty: int) -> None:
    """Play what a journal lacks of a plan; others who need the machine more go first."""
    live_and_die_with_the_parent()
    with suppress(AttributeError):  # not on every system
        os.nice(modesty)
    try:
        with open_journal(path, plan) as journal, ThreadPoolExecutor(1) as executor:
            play_tournament(journal, executor, 1, lambda played: None)
    except PalamedesError as error:
        raise SystemExit(str(error)) from None
