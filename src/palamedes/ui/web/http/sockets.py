"""Coming in over a WebSocket, and what is said when that ends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.websockets import WebSocket, WebSocketDisconnect

from palamedes.core.language import _
from palamedes.ui.web.http.security import ConnectionLimit, address_of, is_same_origin

BAD, LATER, GONE, TOO_MUCH = 1008, 1013, 4404, 4429  # why a connection is closed


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[bool]:
    """Let somebody in, if a page of ours asks and not too many come from one address.

    Who goes just goes: that is no error.
    """
    if not is_same_origin(socket):
        await socket.close(BAD)
        yield False
        return
    crowd: ConnectionLimit = socket.app.state.crowd
    address = address_of(socket)
    await socket.accept()
    if not crowd.enters(address):
        await socket.close(TOO_MUCH, _("too many connections"))
        yield False
        return
    try:
        yield True
    except WebSocketDisconnect:
        pass
    finally:
        crowd.leaves(address)
