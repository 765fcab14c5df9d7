"""How uvicorn's two protocols tell OpenConnections what happens to a connection.

They override methods that uvicorn does not document: written for uvicorn 0.54 with h11 0.16 and
websockets 17. After an upgrade, tests/test_web_connections.py tells whether they still fit.
"""

import asyncio
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from palamedes.ui.web.server.connections import OpenConnections

# Bytes that are parsed at once: hundreds of tiny frames fit into them.
LARGEST_PIECE = 4 * 1024
COST_OF_FRAME = 200  # bytes; of one that brings no message of its own, such as a ping
MOST_FRAGMENTS = 100  # of a message
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # more of the request is to come


class UvicornConfig(uvicorn.Config):
    """uvicorn's configuration, with limits on connections."""

    def __init__(self, app: FastAPI, open_connections: OpenConnections, **settings: Any) -> None:
        # uvicorn would take uvloop wherever it is installed, whose transports have no `max_size`.
        settings["loop"] = "asyncio"
        super().__init__(app, http=HttpConnection, ws=WebSocketConnection, **settings)
        self.open_connections = open_connections


class HttpConnection(H11Protocol):
    """A connection over which requests come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.max_size = LARGEST_PIECE  # type: ignore[attr-defined]
        if not _connections_of(self).enter(transport, self.client[0] if self.client else ""):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        _connections_of(self).leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        _connections_of(self).receive(
            self.transport, self.client[0] if self.client else "", len(data)
        )
        super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state not in UNFINISHED:
            _connections_of(self).stop_waiting(self.transport)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        _connections_of(self).stop_waiting(self.transport)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        _connections_of(self).wait(self.transport)
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        _connections_of(self).wait(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.conn.their_state not in UNFINISHED and not self.cycle.response_complete:
            _connections_of(self).stop_waiting(self.transport)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    _frames = 0  # that brought no message of their own, in one piece of data

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        size, self._frames = len(data) + COST_OF_FRAME * self._frames, 0
        _connections_of(self).receive(self.transport, self.client[0] if self.client else "", size)

    def send_receive_event_to_app(self) -> None:
        """Read on while a single message waits: stopping and going on takes two system calls."""
        is_first = self.queue.empty() and not self.read_paused
        self.read_paused = self.read_paused or is_first
        super().send_receive_event_to_app()
        self.read_paused = self.read_paused and not is_first

    def handle_ping(self) -> None:
        self._frames += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._frames += 1
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._frames += 1
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        _connections_of(self).leave(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        _connections_of(self).wait(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        _connections_of(self).stop_waiting(self.transport)

    # A connection closes only after the visitor has read everything.

    def keepalive_timeout(self) -> None:
        _connections_of(self).wait(self.transport)
        super().keepalive_timeout()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        _connections_of(self).wait(self.transport)


def _connections_of(connection: HttpConnection | WebSocketConnection) -> OpenConnections:
    assert isinstance(connection.config, UvicornConfig)
    return connection.config.open_connections
