"""Single key presses at a real terminal, on systems that have termios."""

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
# What terminals send for special keys; they differ about Home and End.
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
PAUSE = 0.1  # seconds; an Escape with nothing after it for this long is the key itself


class KeyReader:
    """Reads keys from a terminal in cbreak mode."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._typed = ""

    def key(self, seconds: float) -> str | None:
        """The name of the next key, None if none is pressed within `seconds`.

        A letter is its own name.
        """
        if not self._typed and not self._read(seconds):
            return None
        if self._typed in ("\x1b", "\x1b[", "\x1bO"):
            self._read(PAUSE)
        found = max(filter(self._typed.startswith, SEQUENCES), key=len, default=self._typed[:1])
        if found == "\x1b" and self._typed[1:2] in ("[", "O"):
            found = self._typed  # another special key, which has no use here
        self._typed = self._typed[len(found) :]
        return SEQUENCES.get(found, found)

    def _read(self, seconds: float) -> bool:
        """Read what is typed within `seconds`; the end of input counts as a key."""
        if not select.select([self._source], [], [], seconds)[0]:
            return False
        data = os.read(self._source, 100)
        self._typed += data.decode(errors="replace") if data else "\x04"
        return True


def has_keyboard(console: Terminal) -> bool:
    """Whether single keys can be read, and the screen redrawn."""
    if not HAS_KEYS or not console.can_redraw:
        return False
    try:
        return os.isatty(console.source.fileno())
    except OSError:  # not a file
        return False


@contextmanager
def keyboard(console: Terminal) -> Iterator[KeyReader]:
    """Read keys as they are pressed, without echo; the terminal's mode is restored afterwards."""
    source = console.source.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield KeyReader(source)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
