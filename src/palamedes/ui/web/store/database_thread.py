"""The thread in which the database is written."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


class DatabaseThread:
    """Runs one call after the other, in the order given, so that the event loop never blocks."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "database")

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call `work(*arguments)` in the thread, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        """Finish the calls that are queued, and end the thread."""
        self._thread.shutdown()
