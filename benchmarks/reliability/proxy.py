"""A network that fails when it is told to: a TCP proxy, in a thread of this process."""

import asyncio
import random
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

CHUNK = 16 * 1024  # bytes
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: a closed connection is reset, and nothing is sent


class Link:
    """One connection through the proxy; its two directions."""

    def __init__(self, network: "Network") -> None:
        self.network, self.is_open = network, asyncio.Event()
        self.is_open.set()
        self._writers: list[asyncio.StreamWriter] = []

    async def join(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int
    ) -> None:
        """Carry bytes both ways until one side ends; the server sees the client's address."""
        self._writers.append(writer)
        source = writer.get_extra_info("peername")[0]
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(source, 0)
            )
            self._writers.append(far_writer)
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        self.reset()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self.network.delay(len(data))
                await self.is_open.wait()
                writer.write(data)
                await writer.drain()
        await self.is_open.wait()
        with suppress(OSError):
            writer.write_eof()

    def reset(self) -> None:
        """Break the connection, as a machine does that has lost its power."""
        self.is_open.set()
        for writer in self._writers:
            with suppress(OSError):
                far = writer.get_extra_info("socket")
                far.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            writer.transport.abort()


class Network:
    """A port before another one, and what happens to the bytes in between."""

    def __init__(self, port: int, target: int) -> None:
        self.port, self._target = port, target
        self._links: set[Link] = set()
        self._seconds, self._rate = 0.0, 0.0
        self._is_cut = False
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        listening = asyncio.start_server(self._serve, "127.0.0.1", port, backlog=512)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = Link(self)
        self._links.add(link)
        try:
            if self._is_cut:
                link._writers.append(writer)
                link.reset()
            else:
                await link.join(reader, writer, self._target)
        finally:
            self._links.discard(link)

    async def delay(self, size: int) -> None:
        if self._seconds or self._rate:
            wait = random.random() * self._seconds + (size / self._rate if self._rate else 0.0)
            await asyncio.sleep(wait)

    # From other threads

    def cut(self) -> None:
        """Break all connections, and let no new one through."""
        self._is_cut = True
        self._tell(lambda link: link.reset())

    def slow_down(self, seconds: float, rate: float) -> None:
        """Keep everything back for up to some seconds, and let `rate` bytes a second through."""
        self._seconds, self._rate = seconds, rate

    def strand(self) -> None:
        """Keep back what is sent on the connections there are, until `heal`; new ones work."""
        self._tell(lambda link: link.is_open.clear())

    def heal(self) -> None:
        self._is_cut, self._seconds, self._rate = False, 0.0, 0.0
        self._tell(lambda link: link.is_open.set())

    def _tell(self, act: Callable[[Link], None]) -> None:
        def all_links() -> None:
            for link in list(self._links):
                act(link)

        self._loop.call_soon_threadsafe(all_links)

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
