"""A cluster of processes on this machine, whose workers can be killed one by one."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from subprocess import DEVNULL, Popen

from web import free_port, wait_for_port


class DaskCluster:
    """A scheduler, and workers with one thread each."""

    def __init__(self, stack: ExitStack, environment: dict[str, str] | None = None) -> None:
        self._stack, self._environment = stack, environment
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self.start_scheduler()
        self.workers: list[Popen[bytes]] = []

    def start_scheduler(self) -> Popen[bytes]:
        """Start a scheduler, for the first time or after it was killed."""
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        wait_for_port(self.port)
        return self.scheduler

    def start_worker(self) -> Popen[bytes]:
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny")
        self.workers.append(worker)
        return worker

    def kill_worker(self, number: int) -> None:
        """Kill a worker, and wait until it is dead."""
        _end(self.workers[number])

    def _start(self, *command: str) -> Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *command, "--no-dashboard"],
            env=self._environment,
            stdout=DEVNULL,
            stderr=DEVNULL,
        )
        self._stack.callback(_end, process)
        return process


def _end(process: Popen[bytes]) -> None:
    process.kill()
    process.wait()


@contextmanager
def dask_cluster(workers: int, environment: dict[str, str] | None = None) -> Iterator[DaskCluster]:
    """A cluster with some workers; all its processes are killed in the end."""
    with ExitStack() as stack:
        cluster = DaskCluster(stack, environment)
        for _worker in range(workers):
            cluster.start_worker()
        yield cluster
