"""What this process tells the others, and hears from them."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from palamedes.ui.web.store import StoreError
from palamedes.ui.web.store.database_thread import DatabaseThread
from palamedes.ui.web.store.process_messages import Listening, ProcessMessages

log = logging.getLogger(__name__)
PAUSE = 0.02  # seconds after a transaction: what is sent meanwhile goes with the next one
RETRY = 0.5  # seconds until the database is asked again
ATTEMPTS = 20  # to send a message: whoever waits for a scene would otherwise look at an old board
LONGEST_WAIT = 60.0  # seconds without a notification

Message = dict[str, Any]  # with its `kind`, and the process it is `from`
Handler = Callable[[Message], None]


class Mailbox:
    """Sends messages in the order given, and calls a handler for each that arrives."""

    def __init__(self, messages: ProcessMessages) -> None:
        self._messages, self.process = messages, messages.process
        self._loop = asyncio.get_running_loop()
        self._handlers: dict[str, Handler] = {}
        self._waiting: list[tuple[str | None, Message, asyncio.Future[int]]] = []
        self._woken = asyncio.Event()
        self._writing = DatabaseThread()
        self._is_closed = Event()
        self._sender = asyncio.create_task(self._send_waiting())
        self._listener = Thread(target=self._listen, name="mailbox", daemon=True)

    def open(self) -> None:
        """Begin to listen."""
        self._listener.start()

    def on(self, kind: str, handler: Handler) -> None:
        """Call a handler, in the event loop, for every message of a kind."""
        self._handlers[kind] = handler

    async def send(self, message: Message, process: str | None = None) -> int:
        """Send a message to a process, or to all others; returns how many it is sent to."""
        return await self.post(message, process)

    def post(self, message: Message, process: str | None = None) -> asyncio.Future[int]:
        """The same for those who need not wait for it."""
        done: asyncio.Future[int] = self._loop.create_future()
        if self._is_closed.is_set():
            done.set_result(0)
        else:
            self._waiting.append((process, message, done))
            self._woken.set()
        return done

    async def _send_waiting(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            batches = defaultdict(list)
            for process, message, done in self._waiting:
                batches[process].append((message, done))
            self._waiting = []
            for process, batch in batches.items():
                count = await self._write([message for message, _done in batch], process)
                for _message, done in batch:
                    if not done.done():
                        done.set_result(count)
            await asyncio.sleep(PAUSE)

    async def _write(self, messages: list[Message], process: str | None) -> int:
        body = json.dumps([{**message, "from": self.process} for message in messages])
        for _attempt in range(ATTEMPTS):
            try:
                return int(await self._writing.run(self._messages.send, body, process))
            except StoreError:  # it is logged
                await asyncio.sleep(RETRY)
        return 0

    def _listen(self) -> None:
        while not self._is_closed.is_set():
            try:
                with self._messages.listening() as listening:
                    self._hear(listening)  # what came while nobody listened
                    while not self._is_closed.is_set():
                        if listening.wait(LONGEST_WAIT):
                            self._hear(listening)
            except StoreError:
                self._is_closed.wait(RETRY)
            except Exception:
                log.exception("messages of other processes")
                self._is_closed.wait(RETRY)

    def _hear(self, listening: Listening) -> None:
        messages = [each for body in listening.take() for each in json.loads(body)]
        if messages and not self._is_closed.is_set():
            self._loop.call_soon_threadsafe(self._handle, messages)

    def _handle(self, messages: list[Message]) -> None:
        for message in messages:
            handler = self._handlers.get(message["kind"])
            if handler is not None:  # a newer version may say more
                try:
                    handler(message)
                except Exception:
                    log.exception("a message of another process: %s", message["kind"])

    async def close(self) -> None:
        """Send nothing more, and listen no longer."""
        self._is_closed.set()
        self._sender.cancel()
        for _process, _message, done in self._waiting:
            done.cancel()
        with suppress(StoreError):
            await self._writing.run(self._messages.wake)
        await asyncio.to_thread(self._listener.join, RETRY)
        await self._writing.run(self._messages.close)
        self._writing.close()
