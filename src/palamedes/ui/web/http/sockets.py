"""Accepting a WebSocket, reading from it, writing to it, and the codes for closing it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from palamedes.core.language import _
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.security import is_same_origin
from palamedes.ui.web.http.services import service

FORBIDDEN, TRY_LATER, NOT_FOUND, TOO_MANY = 1008, 1013, 4404, 4429
LOST = 1006  # the visitor went without a word
RESTARTING = 1012  # the server ends, and is expected back at any moment
LONGEST_PAUSE = 2.0  # seconds before a message is read


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[bool]:
    """Accept a connection; yields False if it is refused.

    Connections from other sites, or too many from one address, are refused. A visitor who
    disconnects causes no error.
    """
    if not is_same_origin(socket):
        await close(socket, FORBIDDEN)
        yield False
        return
    limit, address = service(socket, VisitorLimits).connections, address_of(socket)
    await socket.accept()
    if not limit.enter(address):
        await close(socket, TOO_MANY, _("Too many connections."))
        yield False
        return
    try:
        yield True
    except WebSocketDisconnect:
        pass
    finally:
        limit.leave(address)


async def receive_text(socket: WebSocket) -> str:
    """The next text message; "", which is not valid JSON, for a message of bytes.

    It comes after a pause if too many were sent from the address, over whatever connections.
    Raises WebSocketDisconnect once the connection is closed, whoever closed it.
    """
    if pause := service(socket, VisitorLimits).messages.pay(address_of(socket)):
        await asyncio.sleep(min(pause, LONGEST_PAUSE))
    try:
        return await socket.receive_text()
    except RuntimeError:
        raise WebSocketDisconnect(LOST) from None
    except KeyError:
        return ""


async def send_text(socket: WebSocket, text: str) -> None:
    """Send a text; raises WebSocketDisconnect if the connection is closed, perhaps meanwhile."""
    try:
        await socket.send_text(text)
    except RuntimeError:
        raise WebSocketDisconnect(LOST) from None


async def close(socket: WebSocket, code: int, reason: str = "") -> None:
    """Close a connection, unless it is closed already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)
