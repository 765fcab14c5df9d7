"""A program behind pipes: lines in, lines out, and everything that can go wrong with it."""

import os
import selectors
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, decimal
from palamedes.players.external.bounds import Bounds
from palamedes.players.player import PlayerError

GUARD = Path(__file__).with_name("guard.py")
CHUNK = 65_536  # bytes read at a time
REASON_SECONDS = 0.5  # to wait for the guard's reason after the program's output has ended
EXIT_SECONDS = 0.3  # for the program to end by itself
GUARD_SECONDS = 3.0  # for the guard to kill everything


class Program:
    """Sends lines to a program and reads its answers. `close` ends the program.

    Everything it does wrong raises `PlayerError`.
    """

    def __init__(self, command: Sequence[str], bounds: Bounds) -> None:
        if not hasattr(os, "posix_spawn"):
            raise PalamedesError(_("external programs only run on Linux and macOS"))
        self.bounds = bounds
        self.errors = b""  # stderr, up to a limit
        self._lines: deque[str] = deque()
        self._rest = b""  # stdout after the last complete line
        self._unsent = b""
        self._seconds = self._deadline = 0.0  # set by `new_turn`
        self._printed = 0  # bytes since the last `new_turn`
        self._end = ""  # the guard's reason
        self._group = 0  # process group of the program
        ours, theirs = socket.socketpair()
        with theirs:
            guard = [sys.executable, "-I", "-S", str(GUARD), str(theirs.fileno())]
            self._guard = subprocess.Popen(
                [*guard, str(bounds.megabytes), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._pipe = ours
        self._selector = selectors.DefaultSelector()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
        for source in (self._stdout, self._stderr, ours):
            self._selector.register(source, selectors.EVENT_READ)

    @property
    def _stdin(self) -> int:
        assert self._guard.stdin is not None
        return self._guard.stdin.fileno()

    @property
    def _stdout(self) -> int:
        assert self._guard.stdout is not None
        return self._guard.stdout.fileno()

    @property
    def _stderr(self) -> int:
        assert self._guard.stderr is not None
        return self._guard.stderr.fileno()

    def new_turn(self, seconds: float) -> None:
        """Limit the time for answers, and count the output, from here on."""
        self._seconds, self._deadline = seconds, perf_counter() + seconds
        self._printed = 0

    def send(self, line: str) -> None:
        """Send a line; what the pipe does not take now is sent while reading."""
        self._unsent += f"{line}\n".encode()
        self._write()

    def read(self) -> str:
        """The next line; `PlayerError` if none comes in the time that `new_turn` has set."""
        while not self._lines:
            if self._has_ended:
                raise self._failure()
            if perf_counter() >= self._deadline:
                raise self._timeout()
            self._exchange(self._deadline - perf_counter())
        return self._lines.popleft()

    def discard_pending(self) -> None:
        """Forget the lines printed so far: they answer nothing that is still to be asked."""
        if not self._has_ended:
            self._exchange(0)
        self._lines.clear()

    def close(self) -> None:
        """End the program. After EXIT_SECONDS it and its children are killed."""
        deadline = perf_counter() + EXIT_SECONDS
        try:
            self._close_input()
            while not self._end and perf_counter() < deadline:
                self._exchange(deadline - perf_counter())
                self._lines.clear()
                self._printed = 0
        except PlayerError:
            pass  # it is being ended anyway
        finally:
            self._kill()

    def _close_input(self) -> None:
        self._write()
        assert self._guard.stdin is not None
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)
        self._unsent = b""
        self._guard.stdin.close()

    def _kill(self) -> None:
        """Close our end of the pipe, which makes the guard kill all processes."""
        self._selector.close()
        self._pipe.close()
        for stream in (self._guard.stdout, self._guard.stderr):
            assert stream is not None
            stream.close()
        try:
            self._guard.wait(GUARD_SECONDS)
        except subprocess.TimeoutExpired:  # the program has stopped its guard
            self._guard.kill()
            self._guard.wait()
        if self._guard.returncode and self._group:
            with suppress(ProcessLookupError):
                os.killpg(self._group, signal.SIGKILL)

    @property
    def _has_ended(self) -> bool:
        return self._stdout not in self._selector.get_map()

    def _exchange(self, seconds: float) -> None:
        """Wait at most `seconds` for any stream to be ready, and read or write it."""
        for key, _events in self._selector.select(max(seconds, 0)):
            if key.fileobj is self._pipe:
                self._hear_guard()
            elif key.fd == self._stdout:
                self._take(self._receive(key.fd))
            elif key.fd == self._stderr:
                self.errors = (self.errors + self._receive(key.fd))[: self.bounds.errors]
            else:
                self._write()

    def _write(self) -> None:
        """Write what the pipe takes; the rest is written when it can take more."""
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._stdin, self._unsent) :]
        except BlockingIOError:
            if self._stdin not in self._selector.get_map():
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            return
        except BrokenPipeError:
            self._unsent = b""  # it no longer reads; its output will tell why
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)

    def _receive(self, stream: int) -> bytes:
        """Read a stream; one that has ended is no longer watched."""
        data = os.read(stream, CHUNK)
        if not data:
            self._selector.unregister(stream)
        return data

    def _take(self, data: bytes) -> None:
        self._printed += len(data)
        if self._printed > self.bounds.output:
            raise PlayerError("disqualified", f"printed more than {self.bounds.output} bytes")
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._lines.extend(line.decode(errors="replace").strip() for line in lines)

    def _hear_guard(self) -> None:
        heard = self._pipe.recv(1024).decode()
        for line in heard.splitlines():
            what, _space, number = line.partition(" ")
            if what == "group":
                self._group = int(number)
            else:
                self._end = line
        if not heard or self._end:
            self._selector.unregister(self._pipe)
            self._end = self._end or "guard"
        if self._end in ("memory", "guard"):
            raise self._failure()

    def _timeout(self) -> PlayerError:
        seconds = decimal(self._seconds, 1 if self._seconds >= 0.1 else 3)
        return PlayerError("timeout", _("no answer after {seconds} s").format(seconds=seconds))

    def _failure(self) -> PlayerError:
        """The error of a program whose output has ended."""
        deadline = perf_counter() + REASON_SECONDS
        while not self._end and perf_counter() < deadline:
            self._exchange(deadline - perf_counter())
        what, _space, code = self._end.partition(" ")
        if what == "guard":
            return PlayerError("disqualified", "killed its guard")
        if what == "memory":
            return PlayerError("disqualified", f"used more than {self.bounds.megabytes} MB")
        if what == "exit":
            return PlayerError("crash", f"ended with code {code}")
        return PlayerError("crash", self._end or "closed its output")
