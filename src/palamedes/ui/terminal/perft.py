"""Perft in the terminal: the counts, with a progress bar that Ctrl-C ends at once."""

import sys
from itertools import islice

from rich.console import Console
from rich.progress import track

from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.search.perft import divide
from palamedes.ui.terminal.interruptible import wait_for


def print_perft(position: Position, depth: int, by_move: bool) -> None:
    """Print how many sequences of `depth` moves there are, if `by_move` for each first move too."""
    counts = divide(position, depth)
    progress = Console(stderr=True, quiet=by_move or not sys.stderr.isatty())
    total = 0 if depth else 1
    for _move in track(position.moves, _("counting"), console=progress, transient=True):
        for move, count in wait_for(lambda: list(islice(counts, 1))):
            total += count
            if by_move:
                sys.stdout.write(f"{move}: {count}\n")
    sys.stdout.write(f"{total}\n")
