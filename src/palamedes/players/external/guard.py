"""A small program that runs another one and answers for it: `guard.py PIPE MEGABYTES COMMAND...`

The other program gets the standard streams. When it ends, when it and its children use too much
memory, or when PIPE is closed at the far end (because who started us is done, or was killed), all
of its processes are killed, those too that have left its group or lost their parents. One line
on PIPE says what happened: `exit CODE`, `memory`, or `cannot start: REASON`. Before it there is
one with the process group of the program, for the case that it kills us: `group NUMBER`.

This file runs by itself, before anything is imported from the package: it has to start quickly.
"""

import os
import select
import signal
import sys
from pathlib import Path

LOOK = 0.05  # seconds between two looks at the memory
PR_SET_CHILD_SUBREAPER = 36


def main(pipe: int, megabytes: int, command: list[str]) -> None:
    os.set_inheritable(pipe, False)
    adopt_orphans()
    try:
        child = os.posix_spawnp(
            command[0], command, os.environ, setsid=True, setsigdef=(signal.SIGINT, signal.SIGPIPE)
        )
    except OSError as error:
        tell(pipe, f"cannot start: {error.strerror}")
        return
    tell(pipe, f"group {child}")
    leave_streams()
    tell(pipe, watch(pipe, megabytes << 20, child))
    kill_all(child)


def adopt_orphans() -> None:
    """Become the parent of descendants that lose theirs, where the system can do that."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def leave_streams() -> None:
    """Only the program holds the streams: they end when it does."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def watch(pipe: int, most: int, child: int) -> str:
    """Wait for an end and say which it was."""
    signal.signal(signal.SIGCHLD, lambda *_: None)
    wake, signals = os.pipe()
    os.set_blocking(signals, False)
    signal.set_wakeup_fd(signals)
    while True:
        if (status := reap(child)) is not None:
            return f"exit {os.waitstatus_to_exitcode(status)}"
        if memory_of(descendants(os.getpid())) > most:
            return "memory"
        ready, _, _ = select.select([pipe, wake], [], [], LOOK)
        if pipe in ready:
            return "closed"
        if wake in ready:
            os.read(wake, 4096)


def reap(child: int) -> int | None:
    """Bury the dead; the status of `child` if it is among them."""
    found = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if pid == 0:
            return found
        if pid == child:
            found = status


def descendants(parent: int) -> list[int]:
    """The processes below one, as far as the system shows them."""
    found = []
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        try:
            children = [int(pid) for pid in task.read_text().split()]
        except OSError:
            continue  # it has just ended
        for child in children:
            found += [child, *descendants(child)]
    return found


def memory_of(pids: list[int]) -> int:
    """The memory that processes hold, in bytes."""
    pages = 0
    for pid in pids:
        try:
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
    return pages * os.sysconf("SC_PAGE_SIZE")


def kill_all(child: int) -> None:
    """Kill the group of the program and everything below us, until nothing is left."""
    kill(-child)
    while True:
        for pid in descendants(os.getpid()):
            kill(pid)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def tell(pipe: int, line: str) -> None:
    try:
        os.write(pipe, f"{line}\n".encode())
    except OSError:
        return  # nobody listens any more


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
