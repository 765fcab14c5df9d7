"""A running tournament: the ranking so far, the games played, and the time left.

On a terminal it is a table that is drawn again and again; in a file, a line now and then.
"""

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
LINE_EVERY = 10.0  # seconds between two lines in a file


@contextmanager
def live_progress(journal: Journal) -> Iterator[Callable[[FinishedGame], None]]:
    """Show progress on stderr; yields a function to call after each game."""
    if not sys.stderr.isatty():
        yield ProgressLines(journal).update
        return
    with _live_table(journal) as update:
        yield update


class ProgressLines:
    """A line every LINE_EVERY seconds: how many games are played, and about how long it takes yet.

    The time left is told by the games of this run: those played before it took none.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._total = games_of(journal)
        self._before = len(journal.games)
        self._began = self._told = monotonic()

    def update(self, _game: FinishedGame) -> None:
        now = monotonic()
        if now - self._told < LINE_EVERY:
            return
        self._told = now
        played = len(self._journal.games)
        per_game = (now - self._began) / max(played - self._before, 1)
        line = _("{played} of {total} games played, about {left} left").format(
            played=played, total=self._total, left=duration_text(per_game * (self._total - played))
        )
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def duration_text(seconds: float) -> str:
    """About how long something takes, in whole minutes if it is more than two."""
    if seconds < 120:
        return _("{seconds} s").format(seconds=round(seconds))
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)


def games_of(journal: Journal) -> int:
    """How many games a tournament has if it is not ended early."""
    return len(journal.plan.meetings()) * journal.plan.games


@contextmanager
def _live_table(journal: Journal) -> Iterator[Callable[[FinishedGame], None]]:
    console = Console(stderr=True)
    bar = Progress(TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    task = bar.add_task("", total=games_of(journal), completed=len(journal.games))
    shown = monotonic()

    def table() -> RenderableType:
        games = counted_games(journal.plan, journal.games)
        return Group(ranking_table(standings(journal.plan, games)), bar)

    with Live(table(), console=console, transient=True, auto_refresh=False) as live:

        def update(_game: FinishedGame) -> None:
            nonlocal shown
            bar.update(task, completed=len(journal.games))
            if monotonic() - shown > REFRESH:
                live.update(table(), refresh=True)
                shown = monotonic()

        yield update
