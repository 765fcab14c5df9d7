"""A small program that runs and supervises another: `guard.py PIPE MEGABYTES PROCESSES COMMAND...`

The program gets the standard streams. All of its processes are killed, including those that left
its process group or lost their parent, when

- the program ends,
- it and its children use too much memory, or are too many, or
- the other end of PIPE is closed, because the arena is done or was killed.

What the arena writes to PIPE makes them pause (PAUSE) and go on (RESUME): between two games no
program takes time from the others.

The first line on PIPE is `group NUMBER`, the program's process group, which the arena kills if the
program kills this guard. `left NUMBER` counts the processes that it leaves when it ends by itself.
The last line says what happened: `exit CODE`, `memory`, `processes`, or `cannot start: REASON`.

This file imports nothing from the package: it has to start quickly.
"""

import os
import select
import signal
import sys
from pathlib import Path

INTERVAL = 0.05  # seconds between two checks of memory and processes
PAUSE, RESUME = b"p", b"r"
PR_SET_CHILD_SUBREAPER = 36


def main(pipe: int, megabytes: int, processes: int, command: list[str]) -> None:
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
    tell(pipe, watch(pipe, megabytes << 20, processes, child))
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


def watch(pipe: int, most_bytes: int, most_processes: int, child: int) -> str:
    """Wait until the program must end, and return the reason."""
    signal.signal(signal.SIGCHLD, lambda *_: None)
    wake, signals = os.pipe()
    os.set_blocking(signals, False)
    signal.set_wakeup_fd(signals)
    while True:
        if (status := reap(child)) is not None:
            tell(pipe, f"left {sum(map(is_alive, descendants(os.getpid())))}")
            return f"exit {os.waitstatus_to_exitcode(status)}"
        running = descendants(os.getpid())
        if len(running) > most_processes:
            return "processes"
        if memory_of(running) > most_bytes:
            return "memory"
        ready, _, _ = select.select([pipe, wake], [], [], INTERVAL)
        if pipe in ready and not obey(pipe):
            return "closed"
        if wake in ready:
            os.read(wake, 4096)


def obey(pipe: int) -> bool:
    """Do what the arena has written; False if it is done with the program."""
    try:
        written = os.read(pipe, 4096)
    except OSError:
        return False
    if written.endswith(RESUME):
        for pid in descendants(os.getpid()):
            send(pid, signal.SIGCONT)
    elif written:
        pause_all()
    return bool(written)


def pause_all() -> None:
    """Stop all our descendants, and again while there are new ones: one may have forked."""
    stopped: list[int] = []
    while (running := descendants(os.getpid())) != stopped:
        for pid in running:
            send(pid, signal.SIGSTOP)
        stopped = running


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
    found = children_of(parent)
    for pid in found:  # which grows meanwhile
        found += children_of(pid)
    return found


def children_of(parent: int) -> list[int]:
    """The children of all threads of a process; those of one that has just ended are unknown."""
    found = []
    try:
        for thread in Path(f"/proc/{parent}/task").iterdir():
            found += [int(pid) for pid in (thread / "children").read_text().split()]
    except OSError:
        pass
    return found


def is_alive(pid: int) -> bool:
    """Whether a process still runs; a sandbox that is about to end does not count."""
    try:
        name, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    except OSError:
        return False
    return not (rest.split()[0] == "Z" or name.endswith("(bwrap"))


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
    send(-child, signal.SIGKILL)
    while True:
        for pid in descendants(os.getpid()):
            send(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return


def tell(pipe: int, line: str) -> None:
    try:
        os.write(pipe, f"{line}\n".encode())
    except OSError:
        return  # the arena is gone


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
