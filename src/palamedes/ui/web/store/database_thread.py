"""The thread in which the database is read and written."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


class DatabaseThread:
    """Does one thing after the other, in the order asked for; the event loop never waits."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "database")

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What `work(*arguments)` returns."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown()
