"""Accepting a WebSocket, reading from it, and the codes for closing it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.websockets import WebSocket, WebSocketDisconnect

from palamedes.core.language import _
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.security import is_same_origin
from palamedes.ui.web.http.services import service

FORBIDDEN, TRY_LATER, NOT_FOUND, TOO_MANY = 1008, 1013, 4404, 4429


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[bool]:
    """Accept a connection; yields False if it is refused.

    Connections from other sites, or too many from one address, are refused. A visitor who
    disconnects causes no error.
    """
    if not is_same_origin(socket):
        await socket.close(FORBIDDEN)
        yield False
        return
    limit, address = service(socket, VisitorLimits).connections, address_of(socket)
    await socket.accept()
    if not limit.enter(address):
        await socket.close(TOO_MANY, _("Too many connections."))
        yield False
        return
    try:
        yield True
    except WebSocketDisconnect:
        pass
    finally:
        limit.leave(address)


async def receive_text(socket: WebSocket) -> str:
    """The next text message; "", which is not valid JSON, for a message of bytes."""
    try:
        return await socket.receive_text()
    except KeyError:
        return ""
