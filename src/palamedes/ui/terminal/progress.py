"""Progress of long work, on the error output where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, TaskID


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int], None]]:
    """A function to call with what is being done, how much of it is, and of how much."""
    console = Console(stderr=True, quiet=not sys.stderr.isatty())
    with Progress(console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what)
            bars.update(tasks[what], completed=done, total=total)

        yield show
