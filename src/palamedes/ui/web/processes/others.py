"""The other processes of this server; with SQLite there are none."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import Any

from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.processes.membership import Membership

log = logging.getLogger(__name__)
PATIENCE = 1.0  # seconds to wait for the others
Listener = Callable[[Message], Awaitable[None]]


class OtherProcesses:
    """Tells the others what has changed, and hears it from them."""

    def __init__(self, membership: Membership | None) -> None:
        self._membership = membership
        self._tasks: set[asyncio.Task[None]] = set()
        self._replies: dict[str, asyncio.Semaphore] = {}
        if membership is not None:
            membership.mailbox.on("done", self._note_reply)

    @property
    def process(self) -> str | None:
        """The id of this process; None if there can be no others."""
        return None if self._membership is None else self._membership.process

    async def mention(self, kind: str, **more: Any) -> None:
        """Tell all others something that nobody waits for."""
        if self._membership is not None:
            await self._membership.mailbox.send({"kind": kind, **more})

    async def tell(self, kind: str, process: str | None = None, **more: Any) -> None:
        """Tell a process something, or all others, and wait until they have acted on it.

        So the next request of a visitor finds it done, whichever process it reaches.
        """
        if self._membership is None:
            return
        number, replies = token_hex(6), asyncio.Semaphore(0)
        self._replies[number] = replies
        try:
            message = {"kind": kind, **more, "number": number}
            told = await self._membership.mailbox.send(message, process)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    for _process in range(told):
                        await replies.acquire()
        finally:
            del self._replies[number]

    def _note_reply(self, message: Message) -> None:
        if replies := self._replies.get(message["number"]):
            replies.release()

    def on(self, kind: str, listener: Listener) -> None:
        """Call a listener for everything of a kind that others tell."""
        if self._membership is not None:
            self._membership.mailbox.on(kind, lambda message: self._begin(listener, message))

    def on_gone(self, listener: Callable[[str], Awaitable[None]]) -> None:
        """Call a listener with a process that has ended: it may have left something undone."""

        async def notice(message: Message) -> None:
            await listener(message["from"])

        if self._membership is not None:
            self._membership.on_gone(
                lambda process: self._begin(notice, {"kind": "gone", "from": process})
            )

    def _begin(self, listener: Listener, message: Message) -> None:
        task = asyncio.create_task(self._listen(listener, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, listener: Listener, message: Message) -> None:
        try:
            await listener(message)
        except Exception:
            log.exception("a message of another process: %s", message["kind"])
        if self._membership is not None and "number" in message:
            done = {"kind": "done", "number": message["number"]}
            await self._membership.mailbox.send(done, message["from"])

    @asynccontextmanager
    async def alone(self, work: str) -> AsyncIterator[None]:
        """Do some work inside this block while no other process does."""
        if self._membership is None:
            yield
        else:
            async with self._membership.alone(work):
                yield
