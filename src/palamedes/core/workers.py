"""Work spread over processes: what one interpreter cannot do on several cores."""

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context


@contextmanager
def worker_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes to hand jobs to. If anything goes wrong here, what has not begun is dropped.

    They are spawned, not forked: a fork of a process with threads can hang.
    """
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
