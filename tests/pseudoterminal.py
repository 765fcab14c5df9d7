"""The program in a pseudo-terminal: keys in, the screen out."""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress

from waiting import PATIENCE

SIZE = ("LINES", "COLUMNS")  # of some other window; readline lets children inherit them
# What a shell does for the programs that it starts: Ctrl-C comes from the controlling terminal.
PROGRAM = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from palamedes.__main__ import main
from palamedes.ui.session import pace
from palamedes.ui.terminal import game_screen
game_screen.GRACE = {grace}
for seconds in (pace.PACES, pace.SPEEDS):
    seconds.update(dict.fromkeys(seconds, {pace}))
main()
"""
ANSI = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")
BEGUN = re.compile(r"(\x1b(\[[0-9;?]*|[()])?|\r)$")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CLEAR = "\x1b[2J"
CTRL_C, CTRL_D, ESCAPE = "\x03", "\x04", "\x1b"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END = "\x1b[H", "\x1b[F"


class PseudoTerminal:
    """`palamedes` with these arguments, in a window of `size` rows and columns.

    `grace` is how long Ctrl-C is forgiven after the move of an engine, `pace` how long that waits.
    """

    def __init__(self, *arguments, data, size=(24, 80), grace=0.5, pace=0.0, **variables):
        import pty

        self.ours, theirs = pty.openpty()
        self.resize(*size)
        inherited = {name: value for name, value in os.environ.items() if name not in SIZE}
        ours = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PALAMEDES_DATA": str(data)}
        self.program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(grace=grace, pace=pace), *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**inherited, **ours, **variables},
        )
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = ""  # everything printed so far
        self._begun = ""  # an escape sequence that is not complete yet
        self._seen = ""  # shown, but not yet taken by `expect`

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        self.close()

    def close(self):
        """Close the window."""
        if self.ours is not None:
            os.close(self.ours)
        self.ours = None

    def resize(self, rows, columns):
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, size)

    def press(self, keys):
        os.write(self.ours, keys.encode())

    def press_until(self, keys, pattern):
        """Press a key until it is noticed: Ctrl-C just before Python waits for input is not."""
        return self._again(lambda: self.press(keys), pattern, seconds=5)

    def signal_until(self, number, pattern):
        """Send a signal again until it works, for the same reason."""
        return self._again(lambda: self.program.send_signal(number), pattern, seconds=15)

    def _again(self, act, pattern, seconds):
        for _attempt in range(int(PATIENCE / seconds)):
            time.sleep(0.2)  # most often enough, and then we need not wait much longer
            act()
            with suppress(AssertionError):
                return self.expect(pattern, seconds)
        raise AssertionError(f"{pattern!r} never came")

    def type(self, line):
        self.press(f"{line}\n")

    def expect(self, pattern, seconds=PATIENCE):
        """Wait for a pattern: the output up to its end. Its match is `found`."""
        ends = time.monotonic() + seconds
        while True:
            self.found = re.search(pattern, self._seen, re.MULTILINE)
            if self.found:
                before, self._seen = self._seen[: self.found.end()], self._seen[self.found.end() :]
                return before
            came = self._read(ends - time.monotonic())
            assert came, f"no {pattern!r} in {self._seen[-2000:]!r}"

    def frame(self):
        """The lines of the last full screen."""
        return _shown(self.raw.rpartition(CLEAR)[2]).split("\n")

    def ask(self, line, pattern):
        """Type a line and wait for a pattern: the output up to its end."""
        self.type(line)
        return self.expect(pattern)

    def end(self, seconds=PATIENCE):
        """Wait until the program has ended: its exit code."""
        ends = time.monotonic() + seconds
        while self._read(ends - time.monotonic()):
            pass
        return self.program.wait(timeout=seconds)

    def kill(self):
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()

    def _read(self, seconds):
        """Read what is printed; False if nothing more will come."""
        if seconds <= 0 or not select.select([self.ours], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.ours, 65536)
        except OSError:  # the other side is closed
            return False
        new = self._decoder.decode(data)
        self.raw += new
        whole, self._begun = _split(self._begun + new)
        self._seen += _shown(whole)
        return bool(data)


def _split(raw):
    """The complete part of a text, and what may be the start of an escape sequence."""
    begun = BEGUN.search(raw)
    return (raw[: begun.start()], begun.group()) if begun else (raw, "")


def _shown(raw):
    """What a terminal shows, without colours; a line that overwrites another comes below it."""
    return ANSI.sub("", raw).replace("\r\n", "\n").replace("\r", "\n")
