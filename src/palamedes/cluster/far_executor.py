"""Sends jobs to the workers of a cluster, and does them here while there are none."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar

from palamedes.cluster.connection import Cluster, LostError
from palamedes.cluster.far_desk import far_call

PATIENCE = 5.0  # seconds in which the first workers must be there
ATTEMPTS = 2  # before a job is done here
Done = TypeVar("Done")


class FarExecutor(Executor):
    """Runs jobs side by side on a cluster; here, one after the other."""

    def __init__(self, cluster: Cluster, threads: int) -> None:
        self._cluster, self._here = cluster, Lock()
        self._threads = ThreadPoolExecutor(threads, "far")

    def submit(  # type: ignore[override]
        self, work: Callable[..., Done], /, *arguments: Any
    ) -> Future[Done]:
        return self._threads.submit(self._do, work, arguments)

    def _do(self, work: Callable[..., Done], arguments: tuple[Any, ...]) -> Done:
        for _attempt in range(ATTEMPTS):
            with suppress(LostError):
                done: Done = far_call(self._cluster, work, *arguments)
                return done
        with self._here:
            return work(*arguments)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def far_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor for the workers at an address, and how many jobs it does at a time."""
    cluster = Cluster(address)
    cluster.start()
    try:
        ends = monotonic() + PATIENCE
        while not cluster.workers and monotonic() < ends:
            sleep(0.05)
        threads = sum(cluster.workers.values()) or 1
        with FarExecutor(cluster, threads) as executor:
            yield executor, threads
    finally:
        cluster.close()
