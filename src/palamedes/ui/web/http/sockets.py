"""Accepting a WebSocket, reading from it, and the codes with which it is closed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.websockets import WebSocket, WebSocketDisconnect

from palamedes.core.language import _
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.security import is_same_origin
from palamedes.ui.web.http.services import service

BAD, LATER, GONE, TOO_MUCH = 1008, 1013, 4404, 4429  # why a connection is closed


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[bool]:
    """Accept a connection from a page of ours; False if it is refused.

    Too many connections from one address are refused. A visitor who disconnects is no error.
    """
    if not is_same_origin(socket):
        await socket.close(BAD)
        yield False
        return
    limit, address = service(socket, VisitorLimits).connections, address_of(socket)
    await socket.accept()
    if not limit.enter(address):
        await socket.close(TOO_MUCH, _("Too many connections."))
        yield False
        return
    try:
        yield True
    except WebSocketDisconnect:
        pass
    finally:
        limit.leave(address)


async def receive_text(socket: WebSocket) -> str:
    """The next message; an empty text, which is not valid JSON, for one of bytes."""
    try:
        return await socket.receive_text()
    except KeyError:
        return ""
