"""A tournament as it goes on: the table, how far it is, and the time left."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.journal import Journal
from palamedes.arena.sprt import counted_games
from palamedes.arena.standings import standings
from palamedes.core.language import _
from palamedes.ui.terminal.standings import ranking_table

REFRESH = 1.0  # seconds between two tables; one of ten thousand games takes a tenth of it


@contextmanager
def live_table(journal: Journal) -> Iterator[Callable[[FinishedGame], None]]:
    """A function to call with every game, on the error output where that is a terminal."""
    console = Console(stderr=True, quiet=not sys.stderr.isatty())
    bar = Progress(TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = len(journal.plan.meetings()) * journal.plan.games
    task = bar.add_task("", total=total, completed=len(journal.games))
    shown = monotonic()

    def picture() -> RenderableType:
        games = counted_games(journal.plan, journal.games)
        return Group(ranking_table(standings(journal.plan, games)), bar)

    with Live(picture(), console=console, transient=True, auto_refresh=False) as live:

        def hear(_played: FinishedGame) -> None:
            nonlocal shown
            bar.update(task, completed=len(journal.games))
            if not console.quiet and monotonic() - shown > REFRESH:
                live.update(picture(), refresh=True)
                shown = monotonic()

        yield hear
