"""Keys pressed one at a time at a real terminal, where the system lets us hear them."""

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager

from palamedes.ui.terminal.console import Terminal

try:
    import termios
    import tty
except ImportError:  # not a POSIX system
    HAS_KEYS = False
else:
    HAS_KEYS = True

ESCAPE = "escape"
END_OF_INPUT = "end of input"
# What terminals send for keys that are no letters; they differ about the ends of a line.
SEQUENCES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1b[H": "home",
    "\x1b[1~": "home",
    "\x1b[7~": "home",
    "\x1bOH": "home",
    "\x1b[F": "end",
    "\x1b[4~": "end",
    "\x1b[8~": "end",
    "\x1bOF": "end",
    "\x1b": ESCAPE,
    "\x04": END_OF_INPUT,
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
}
PAUSE = 0.1  # seconds after which Escape was pressed alone, and begins no sequence


class KeyReader:
    """The keys of a terminal that is in the right mode."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._typed = ""

    def key(self, seconds: float) -> str | None:
        """The next key, None if none is pressed for so long. A letter is its own name."""
        if not self._typed and not self._read(seconds):
            return None
        if self._typed in ("\x1b", "\x1b[", "\x1bO"):
            self._read(PAUSE)
        found = max(filter(self._typed.startswith, SEQUENCES), key=len, default=self._typed[:1])
        if found == "\x1b" and self._typed[1:2] in ("[", "O"):
            found = self._typed  # some other key: it means nothing here
        self._typed = self._typed[len(found) :]
        return SEQUENCES.get(found, found)

    def _read(self, seconds: float) -> bool:
        """Take in what is typed within some time; the end of input counts as a key."""
        if not select.select([self._source], [], [], seconds)[0]:
            return False
        data = os.read(self._source, 100)
        self._typed += data.decode(errors="replace") if data else "\x04"
        return True


def has_keyboard(console: Terminal) -> bool:
    """Whether single keys can be heard, and a screen drawn anew."""
    if not HAS_KEYS or not console.redraws:
        return False
    try:
        return os.isatty(console.source.fileno())
    except OSError:  # no file at all
        return False


@contextmanager
def keyboard(console: Terminal) -> Iterator[KeyReader]:
    """Hear keys as they are pressed, without showing them; afterwards all is as it was."""
    source = console.source.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield KeyReader(source)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
