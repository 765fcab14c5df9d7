"""Visitors a server would rather not have, until they are killed.

python benchmarks/reliability/crowd.py slow|flood 127.0.0.1:8101 GAME...
"""

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

from players import TROUBLE, live, request

SOURCES = [f"127.0.9.{number}" for number in range(1, 9)]
SMALL = 2048  # bytes that wait to be read at most


async def read_nothing(server: str, game: str, source: str) -> None:
    """Open a connection to a game, ask a lot, and read nothing of it."""
    host, _colon, port = server.partition(":")
    with socket.socket() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        opened.bind((source, 0))
        opened.connect((host, int(port)))
        head = [f"GET /api/games/{game}/live HTTP/1.1", f"host: {server}", "upgrade: websocket"]
        head += ["connection: upgrade", "sec-websocket-version: 13"]
        head += ["sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]
        opened.sendall("\r\n".join(head).encode())
        opened.setblocking(False)
        ping = b"\x81\x8f\0\0\0\0" + b'{"type":"ping"}'
        while True:
            await asyncio.sleep(0.06)
            with suppress(BlockingIOError):
                opened.send(ping)


async def half_a_request(server: str, _game: str, source: str) -> None:
    host, _colon, port = server.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    writer.write(b"GET / HTTP/1.1\r\nhost: ")
    await reader.read()
    writer.close()


async def many_requests(server: str, game: str, source: str) -> None:
    for path in (f"/api/games/{game}", "/api/catalogue", "/api/ranking"):
        await request(server, path, source=source)
    await request(server, "/api/games", {"game": "teeko"}, source=source)


async def many_messages(server: str, game: str, source: str) -> None:
    """Nonsense to a game, as fast as it is taken."""
    async with live(server, game, "", source) as connection:
        while True:
            await connection.send('{"type": "resign"}' + " " * 10_000)


async def again_and_again(
    visit: Callable[[str, str, str], Awaitable[None]], server: str, game: str, source: str
) -> None:
    while True:
        with suppress(*TROUBLE):
            await visit(server, game, source)
        await asyncio.sleep(0.01)


async def main() -> None:
    kind, server, *games = sys.argv[1:]
    visits = [read_nothing] * 4
    if kind == "flood":
        visits = [half_a_request] * 10 + [many_requests] * 4 + [many_messages] * 4
    os.nice(10)  # the players need the processor, too
    games = games or ["none"]
    crowd = [
        again_and_again(visit, server, games[number % len(games)], source)
        for source in SOURCES
        for number, visit in enumerate(visits)
    ]
    await asyncio.gather(*crowd)


if __name__ == "__main__":
    asyncio.run(main())
