"""What connects a browser or bot to a game: its WebSocket, or that of another process."""

from math import inf
from time import monotonic
from typing import Protocol

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from palamedes.ui.web.http.language import language_of
from palamedes.ui.web.http.limits import address_of
from palamedes.ui.web.http.sockets import close, receive_text, send_text
from palamedes.ui.web.http.visitors import current_visitor


class Line(Protocol):
    """A connection to one browser or bot."""

    language: str
    address: str
    wants_changes: bool  # instead of whole scenes, where that is possible
    end: float  # by `monotonic`: what it has shown is known then; inf while it is open

    @property
    def visitor(self) -> str:
        """The owner who is connected, as of now: a login can end meanwhile."""

    @property
    def payer(self) -> HTTPConnection | None:
        """Whom reading is charged to; None for the server itself."""

    async def receive(self) -> str:
        """The next text; raises WebSocketDisconnect at the end."""

    def shown_since(self, ply: int) -> float:
        """Since when the board after `ply` moves is shown, by `monotonic`; inf if it never was."""

    async def catch_up(self) -> None:
        """Wait until everything is here that the visitor has said by now."""

    async def send(self, text: str, ply: int | None = None) -> None:
        """Send a text, which may show the board after `ply` moves.

        Raises WebSocketDisconnect if the connection is closed.
        """

    async def close(self, code: int, reason: str) -> None: ...


class SocketLine:
    """A WebSocket of this process."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self.language, self.address = language_of(socket), address_of(socket)
        self.wants_changes = wants_changes(socket)
        self._began, self.end = monotonic(), inf

    @property
    def visitor(self) -> str:
        return current_visitor(self._socket).owner

    @property
    def payer(self) -> HTTPConnection | None:
        return self._socket

    async def receive(self) -> str:
        try:
            return await receive_text(self._socket)
        except WebSocketDisconnect:
            self.end = monotonic()
            raise

    def shown_since(self, ply: int) -> float:
        """From its beginning it shows all boards at once."""
        return self._began

    async def catch_up(self) -> None:
        """Nothing is on the way between processes."""

    async def send(self, text: str, ply: int | None = None) -> None:
        await send_text(self._socket, text)

    async def close(self, code: int, reason: str) -> None:
        self.end = monotonic()
        await close(self._socket, code, reason)


def wants_changes(socket: WebSocket) -> bool:
    """Whether a page has asked for what changes between scenes."""
    return socket.query_params.get("changes") == "true"
