"""A small program that runs and supervises another one: `guard.py PIPE MEGABYTES COMMAND...`

The program gets the standard streams. All of its processes are killed, including those that left
its process group or lost their parent, when

- the program ends,
- it and its children use too much memory, or
- the other end of PIPE is closed, because the arena is done or was killed.

The first line on PIPE is `group NUMBER`, the program's process group, which the arena kills if the
program kills this guard. The last line says what happened: `exit CODE`, `memory`, or
`cannot start: REASON`.

This file imports nothing from the package: it has to start quickly.
"""

import os
import select
import signal
import sys
from pathlib import Path

MEMORY_INTERVAL = 0.05  # seconds between two checks of the memory
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
    """Become the parent of orphaned descendants (Linux only)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def leave_streams() -> None:
    """Close our copies of the streams, so that they end when the program does."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def watch(pipe: int, most: int, child: int) -> str:
    """Wait until the program must end, and return the reason."""
    signal.signal(signal.SIGCHLD, lambda *_: None)
    wake, signals = os.pipe()
    os.set_blocking(signals, False)
    signal.set_wakeup_fd(signals)
    while True:
        if (status := reap(child)) is not None:
            return f"exit {os.waitstatus_to_exitcode(status)}"
        if memory_of(descendants(os.getpid())) > most:
            return "memory"
        ready, _, _ = select.select([pipe, wake], [], [], MEMORY_INTERVAL)
        if pipe in ready:
            return "closed"
        if wake in ready:
            os.read(wake, 4096)


def reap(child: int) -> int | None:
    """Reap all ended children; the status of `child` if it is among them, else None."""
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
    """All descendants of a process (none where /proc does not list them)."""
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
    """The resident memory of processes, in bytes."""
    pages = 0
    for pid in pids:
        try:
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
    return pages * os.sysconf("SC_PAGE_SIZE")


def kill_all(child: int) -> None:
    """Kill the program's group and all our descendants until none is left."""
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
        return  # the arena is gone


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
