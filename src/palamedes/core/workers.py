"""Work on several cores: pools of processes, as one interpreter uses only one core."""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread

from palamedes.core.plugins import Registration, handed_over, take_over


@contextmanager
def worker_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes. On leaving, unfinished work is dropped and the processes are ended.

    They are spawned, not forked, since a fork of a process with threads can hang.
    """
    pool = ProcessPoolExecutor(workers, get_context("spawn"), begin_worker, (handed_over(),))
    try:
        yield pool
    finally:
        end_processes(pool)


def end_processes(pool: ProcessPoolExecutor) -> None:
    """Drop the unfinished work of a pool, and end its processes."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:  # there is no public way before Python 3.14
        process.terminate()
    for process in processes:
        process.join()


def begin_worker(offers: Iterable[Registration]) -> None:
    """Prepare a process for its work; `offers` is what the parent has `handed_over`."""
    take_over(offers)
    live_and_die_with_the_parent()


def live_and_die_with_the_parent() -> None:
    """Leave Ctrl-C and the output to the parent process, and end when it ends, even if killed.

    What a bot prints goes to stderr: it must not come between the lines of the program.
    """
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
