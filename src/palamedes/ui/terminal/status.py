"""A status line that is updated in place while something goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from palamedes.core.language import _
from palamedes.ui.terminal.console import Terminal

ECHO = "^C"  # which terminals print behind the line when Ctrl-C is pressed
REFRESH = 0.1  # seconds between two updates


class StatusLine:
    """Shown after `after` seconds, at terminals that can overwrite a line; elsewhere never."""

    def __init__(self, console: Terminal, after: float) -> None:
        self._console = console
        self._began = monotonic()
        self._after = after
        self._shown = ""

    def show(self, text: str) -> None:
        """Show a text and the seconds since the start."""
        seconds = int(monotonic() - self._began)
        if not self._console.can_redraw or seconds < self._after:
            return
        line = _("{text} {seconds} s").format(text=text, seconds=seconds)
        line = line[: self._console.width - 1]
        if line != self._shown:
            self._write(line)

    def clear(self) -> None:
        """Erase the line."""
        if self._shown:
            self._write("")

    def _write(self, line: str) -> None:
        padding = " " * (len(self._shown) + len(ECHO) - len(line))
        self._console.file.write(f"\r{line}" if line else f"\r{padding}\r")
        self._console.file.flush()
        self._shown = line


@contextmanager
def status_line(console: Terminal, after: float = 0) -> Iterator[StatusLine]:
    """A status line that is erased at the end."""
    line = StatusLine(console, after)
    try:
        yield line
    finally:
        line.clear()
