"""Progress bars for long work, on stderr if that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import Progress, TaskID

AFTER = 2.0  # seconds of work before a late bar is shown


@contextmanager
def late_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function to call with the amount done and the total; the bar comes after a while."""
    began = monotonic()
    with progress_bars() as show:

        def report(done: int, total: int) -> None:
            if monotonic() - began > AFTER:
                show(what, done, total)

        yield report


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function to call with the name of the work, the amount done and the total."""
    console = Console(stderr=True, quiet=not sys.stderr.isatty())
    with Progress(console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what)
            bars.update(tasks[what], completed=done, total=total)

        yield show
