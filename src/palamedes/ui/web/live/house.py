"""What all games of a server share: the store, engines, and who wants to hear of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from palamedes.ui.web.live.engine_queue import EngineQueue
from palamedes.ui.web.store import GameStore, StoredGame

EndListener = Callable[[StoredGame], Awaitable[None]]
log = logging.getLogger(__name__)
MOST_STUDIES = 200  # that are at work or wait for an engine


class House:
    """A store with a thread of its own, and engines for games and for those who analyse."""

    def __init__(self, store: GameStore, engines: int) -> None:
        self.store = store
        self.pool = EngineQueue(engines)  # for games,
        self.studies = EngineQueue(engines)  # which need not wait for those who analyse
        self.minds = ThreadPoolExecutor(MOST_STUDIES, "study")
        self.end_listeners: list[EndListener] = []  # told of every game that is over and kept
        self._disk = ThreadPoolExecutor(1, "store")

    async def on_disk(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do something with the store, in the order in which it is asked for."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._disk, work, *arguments)

    async def announce_end(self, stored: StoredGame) -> None:
        """Tell whoever wants to know that a game is over; a mistake there is not the room's."""
        for hear in self.end_listeners:
            try:
                await hear(stored)
            except Exception:
                log.exception("the end of game %s", stored.id)

    def send_away(self) -> None:
        """Let nobody wait for an engine any more."""
        self.pool.close()
        self.studies.close()

    def shut(self) -> None:
        """Finish what is begun, and close the store."""
        self.minds.shutdown()
        self._disk.shutdown()
        self.store.close()
