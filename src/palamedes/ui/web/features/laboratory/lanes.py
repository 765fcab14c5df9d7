"""Where the trees of the laboratory are built: on a cluster, or in processes of our own."""

from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import ExitStack, suppress

from palamedes.cluster.connection import Cluster, LostError
from palamedes.cluster.far_desk import far_call
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.workers import worker_pool
from palamedes.ui.web.features.laboratory.trees import (
    Form,
    TreeRequest,
    build_answer,
    build_at_low_priority,
)
from palamedes.ui.web.http.fair_threads import Check, FairThreads

Key = tuple[TreeRequest, Form, str]

SMALL_DEPTH, SMALL_SIMULATIONS, SMALL_EXPANSIONS = 3, 1000, 300


def is_small(key: Key) -> bool:
    """Whether an answer takes a moment only, whatever the position is."""
    request, form, _language = key
    if form == "comparison":
        return False
    if request.algorithm == "mcts":
        return request.simulations <= SMALL_SIMULATIONS
    if request.algorithm == "bestfirst":
        return request.expansions <= SMALL_EXPANSIONS
    return request.depth <= SMALL_DEPTH


class Lane:
    """Builds trees, one after the other, for addresses in turns.

    A worker of a cluster builds them, or else a process of ours.
    """

    def __init__(self, cluster: Cluster | None = None) -> None:
        self._cluster = cluster
        self._threads = FairThreads(1, "laboratory")  # it waits for the answer
        self._exit_stack = ExitStack()
        self._pool: ProcessPoolExecutor | None = None  # until the first search

    async def build(self, key: Key, address: str, begin: Check) -> bytes:
        """The answer, compressed; `begin` is called when its turn comes."""

        def start() -> None:
            begin()
            if self._pool is None:
                self._pool = self._exit_stack.enter_context(worker_pool(1))

        return await self._threads.run(address, self._build, key, check=start)

    def _build(self, key: Key) -> bytes:
        if (pool := self._pool) is None:  # closed meanwhile
            raise PalamedesError(_("Cancelled."))
        if self._cluster is not None:
            with suppress(LostError):
                built: bytes = far_call(self._cluster, build_answer, *key)
                return built
        try:
            return pool.submit(build_at_low_priority, *key).result()
        except BrokenExecutor:  # the process has died: the next search gets another one
            self._end_process()
            raise

    def close(self) -> None:
        self._end_process()
        self._threads.close()

    def _end_process(self) -> None:
        self._pool = None
        self._exit_stack.close()
