"""This process among those that serve one database."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from sqlalchemy import Engine

from palamedes.ui.web.http.chores import repeat
from palamedes.ui.web.processes.mailbox import Mailbox
from palamedes.ui.web.store import StoreError
from palamedes.ui.web.store.database_thread import DatabaseThread
from palamedes.ui.web.store.leases import LeaseStore
from palamedes.ui.web.store.process_messages import ProcessMessages
from palamedes.ui.web.store.processes import ProcessStore

log = logging.getLogger(__name__)
HEARTBEAT = 1.0  # seconds


class Membership:
    """Says that this process lives, and notices which others do not.

    A process whose heart has not beaten for a while has lost its games, even if it goes on: it
    learns that when it beats again.
    """

    def __init__(self, engine: Engine) -> None:
        self.process = secrets.token_hex(6)
        self.leases = LeaseStore(engine, self.process)
        self.mailbox = Mailbox(ProcessMessages(engine.url, self.process))
        self.mailbox.on("gone", lambda message: self._notice_gone({message["from"]}))
        self._store = ProcessStore(engine, self.process)
        self._thread = DatabaseThread()
        self._others: set[str] = set()
        self._on_gone: list[Callable[[str], None]] = []
        self._on_freed: list[Callable[[list[str]], Awaitable[None]]] = []
        self._on_lost: list[Callable[[], Awaitable[None]]] = []
        self._task: asyncio.Task[None] | None = None

    def on_gone(self, listener: Callable[[str], None]) -> None:
        """Call a listener with every process that ends from now on."""
        self._on_gone.append(listener)

    def on_freed(self, listener: Callable[[list[str]], Awaitable[None]]) -> None:
        """Call a listener with the games of processes that were found dead here."""
        self._on_freed.append(listener)

    def on_lost(self, listener: Callable[[], Awaitable[None]]) -> None:
        """Call a listener whenever the others took this process for dead."""
        self._on_lost.append(listener)

    async def enter(self) -> None:
        await self._thread.run(self._store.enter)
        self.mailbox.open()
        await self._thread.run(self._store.remove_dead)
        self._task = asyncio.create_task(repeat("the heartbeat", HEARTBEAT, self.beat))

    async def beat(self) -> None:
        """Say that this process lives, and look after the others."""
        found: dict[str, bool] = await self._thread.run(self._store.beat)
        if found.pop(self.process, False):
            log.warning("other processes took this one for dead: it closes its games")
            await self._thread.run(self._store.enter)
            for listener in self._on_lost:
                await listener()
        freed = await self._thread.run(self._store.remove_dead) if any(found.values()) else []
        others = {process for process, is_dead in found.items() if not is_dead}
        gone, self._others = self._others - others, others
        for free in self._on_freed if freed else ():
            await free(freed)
        self._notice_gone(gone)

    @property
    def others(self) -> list[str]:
        """The other processes that live."""
        return sorted(self._others)

    def _notice_gone(self, processes: set[str]) -> None:
        self._others -= processes
        for process in processes:
            for notice in self._on_gone:
                notice(process)

    @asynccontextmanager
    async def alone(self, work: str) -> AsyncIterator[None]:
        """Do some work inside this block while no other process does."""
        lock = self._store.alone(work)
        taking = asyncio.create_task(asyncio.to_thread(lock.__enter__))
        try:
            await asyncio.shield(taking)
            yield
        finally:  # even if this is cancelled while it waits
            with suppress(StoreError):
                await taking
                await asyncio.to_thread(lock.__exit__, None, None, None)

    async def leave(self) -> None:
        """End: everything that this process has is free for others."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        with suppress(StoreError):
            await self._thread.run(self._store.leave)
        await self.mailbox.send({"kind": "gone"})
        await self.mailbox.close()
        self._thread.close()
