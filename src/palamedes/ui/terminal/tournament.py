"""A running tournament: the ranking so far, the games played, and the time left."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from palamedes.arena.early_stop import counted_games
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.journal import Journal
from palamedes.arena.standings import standings
from palamedes.core.language import _
from palamedes.ui.terminal.standings import ranking_table

REFRESH = 1.0  # seconds between two tables; computing one of 10,000 games takes 0.1 s


@contextmanager
def live_table(journal: Journal) -> Iterator[Callable[[FinishedGame], None]]:
    """Show a table on stderr, if that is a terminal; yields a function to call after each game."""
    console = Console(stderr=True, quiet=not sys.stderr.isatty())
    bar = Progress(TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = len(journal.plan.meetings()) * journal.plan.games
    task = bar.add_task("", total=total, completed=len(journal.games))
    shown = monotonic()

    def table() -> RenderableType:
        games = counted_games(journal.plan, journal.games)
        return Group(ranking_table(standings(journal.plan, games)), bar)

    with Live(table(), console=console, transient=True, auto_refresh=False) as live:

        def update(_game: FinishedGame) -> None:
            nonlocal shown
            bar.update(task, completed=len(journal.games))
            if not console.quiet and monotonic() - shown > REFRESH:
                live.update(table(), refresh=True)
                shown = monotonic()

        yield update
