"""A program behind pipes: lines in, lines out, and everything that can go wrong with it."""

import os
import selectors
import shutil
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
from palamedes.players.exchange import KEPT_CHARACTERS, KEPT_LINES, Exchange
from palamedes.players.external.bounds import Bounds
from palamedes.players.external.cpu_meter import CpuMeter
from palamedes.players.external.guard import PAUSE, RESUME
from palamedes.players.external.sandbox import confined, refusal_of
from palamedes.players.player import PlayerError
from palamedes.players.time_use import TimeUse

GUARD = Path(__file__).with_name("guard.py")
CHUNK = 65_536  # bytes read at a time
REASON_SECONDS = 0.5  # to wait for the guard's reason after the program's output has ended
EXIT_SECONDS = 0.3  # for the program to end by itself
GUARD_SECONDS = 3.0  # for the guard to kill everything
LOOK_EVERY = 0.02  # seconds, at the processor time of a program that is late


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
        self._printed = 0  # bytes since the last `new_turn`
        self._sent = self._asked = ""  # the last line, and the last one whose answer was awaited
        self._kept: deque[str] = deque(maxlen=KEPT_LINES)  # of its output, for `exchange`
        self._unfinished = b""  # when an answer was missing
        self._late = ""
        self._left = 0  # processes it left running
        self._end = ""  # the guard's reason
        self._group = 0  # process group of the program
        inside = confined(command, bounds.sandbox)
        self._scratch = inside.scratch
        ours, theirs = socket.socketpair()
        with theirs:
            guard = [sys.executable, "-I", "-S", str(GUARD), str(theirs.fileno())]
            self._guard = subprocess.Popen(
                [*guard, str(bounds.megabytes), str(bounds.processes), *inside.command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=inside.environment,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._pipe, self._cpu = ours, CpuMeter(self._guard.pid)
        self.new_turn(bounds.start, is_fair=False)
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

    @property
    def exchange(self) -> Exchange:
        """The last words, for the author of the program."""
        unfinished = self._unfinished.decode(errors="replace")[:KEPT_CHARACTERS]
        return Exchange(
            self._asked, tuple(self._kept), unfinished, self._late, self._end, self._left
        )

    def new_turn(self, seconds: float, is_fair: bool = True) -> None:
        """Limit the time for answers, and count time and output, from here on.

        is_fair: whether a wait for the machine is not held against the program (time_use.py).
        """
        self._seconds, self._use = seconds, TimeUse(self.cpu_seconds)
        self._is_fair = is_fair
        self._printed = 0

    def cpu_seconds(self) -> float:
        """The processor time that the program and its children have used so far.

        Where that cannot be known, it is as if they computed all the time.
        """
        return self._cpu.seconds() if sys.platform == "linux" else perf_counter()

    def pause(self) -> None:
        """Stop the program until `resume`: it takes no time from others."""
        self._tell_guard(PAUSE)

    def resume(self) -> None:
        self._tell_guard(RESUME)

    def _tell_guard(self, word: bytes) -> None:
        with suppress(OSError):  # it has ended, which the next answer will show
            self._pipe.send(word)

    def send(self, line: str) -> None:
        """Send a line; what the pipe does not take now is sent while reading."""
        self._sent = line
        self._unsent += f"{line}\n".encode()
        self._write()

    def read(self) -> str:
        """The next line; `PlayerError` if none comes in the time that `new_turn` has set."""
        self._asked = self._sent
        while not self._lines:
            self._unfinished = self._rest
            if self._has_ended:
                raise self._failure()
            left = self._seconds - self._use.seconds()
            if left <= 0 and (not self._is_fair or self._use.is_over(self._seconds)):
                raise self._timeout()
            self._exchange(left if left > 0 else LOOK_EVERY)
        line = self._lines.popleft()
        self._kept.append(line[:KEPT_CHARACTERS])
        return line

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
                self._late = "\n".join([self._late, *self._lines])[-KEPT_CHARACTERS:]
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
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)

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
        try:
            heard = self._pipe.recv(1024).decode()
        except ConnectionResetError:
            heard = ""  # it was killed before it read what we had sent
        for line in heard.splitlines():
            what, _space, number = line.partition(" ")
            if what == "group":
                self._group = int(number)
            elif what == "left":
                self._left = int(number)
            else:
                self._end = line
        if not heard or self._end:
            self._selector.unregister(self._pipe)
            self._end = self._end or "guard"
        if self._end in ("memory", "processes", "guard"):
            raise self._failure()

    def _timeout(self) -> PlayerError:
        limit = decimal(self._seconds, 1 if self._seconds >= 0.1 else 3)
        if not self._is_fair:
            return PlayerError("timeout", _("no answer after {seconds} s").format(seconds=limit))
        text = _("no answer after {seconds} s; the limit is {limit} s")
        waited = decimal(self._use.seconds(), 1)
        return PlayerError("timeout", text.format(seconds=waited, limit=limit))

    def _failure(self) -> PlayerError:
        """The error of a program whose output has ended."""
        deadline = perf_counter() + REASON_SECONDS
        while not self._end and perf_counter() < deadline:
            self._exchange(deadline - perf_counter())
        self._exchange(0)  # what it wrote to stderr before it ended
        if refusal := refusal_of(self.errors.decode(errors="replace")):
            self._end = f"cannot start: {refusal}"
        what, _space, code = self._end.partition(" ")
        if what == "guard":
            return PlayerError("disqualified", "killed its guard")
        if what == "memory":
            return PlayerError("disqualified", f"used more than {self.bounds.megabytes} MB")
        if what == "processes":
            most = self.bounds.processes
            return PlayerError("disqualified", f"started more than {most} processes")
        if what == "exit":
            return PlayerError("crash", f"ended with code {code}")
        return PlayerError("crash", self._end or "closed its output")
