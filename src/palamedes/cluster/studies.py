"""Studies on a cluster through Dask's queue, where games think beside it."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from palamedes.cluster.worker import at_low_priority

Done = TypeVar("Done")


class StudyExecutor(Executor):
    """Another executor, whose jobs let games go first."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(  # type: ignore[override]
        self, work: Callable[..., Done], /, *arguments: Any
    ) -> Future[Done]:
        return self._executor.submit(at_low_priority, work, *arguments)
