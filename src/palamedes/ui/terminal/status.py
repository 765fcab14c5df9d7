"""One line that tells what goes on, written anew while it does."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from palamedes.core.language import _
from palamedes.ui.terminal.console import Terminal

ECHO = "^C"  # what terminals show of the key behind the line
BEAT = 0.1  # seconds between two looks at what goes on


class StatusLine:
    """Written over itself at a terminal that can do so, after some seconds; elsewhere never."""

    def __init__(self, console: Terminal, after: float) -> None:
        self._console = console
        self._began = monotonic()
        self._after = after
        self._shown = ""

    def show(self, text: str) -> None:
        """Say this, and for how long it has been going on."""
        seconds = int(monotonic() - self._began)
        if not self._console.redraws or seconds < self._after:
            return
        line = _("{text} {seconds} s").format(text=text, seconds=seconds)
        line = line[: self._console.width - 1]
        if line != self._shown:
            self._write(line)

    def clear(self) -> None:
        """Leave no trace."""
        if self._shown:
            self._write("")

    def _write(self, line: str) -> None:
        padding = " " * (len(self._shown) + len(ECHO) - len(line))
        self._console.file.write(f"\r{line}" if line else f"\r{padding}\r")
        self._console.file.flush()
        self._shown = line


@contextmanager
def status_line(console: Terminal, after: float = 0) -> Iterator[StatusLine]:
    """A line that is gone afterwards."""
    line = StatusLine(console, after)
    try:
        yield line
    finally:
        line.clear()
