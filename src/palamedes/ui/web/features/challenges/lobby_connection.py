"""The WebSocket of the lobby: shows it to one browser or bot, for as long as it stays."""

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.features.challenges.lobby import Lobby
from palamedes.ui.web.http.language import language_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import accepted, receive_text, send_text
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.messages.base import ErrorMessage, Pong, parse_message
from palamedes.ui.web.messages.lobby import LOBBY_REQUESTS
from palamedes.ui.web.store.accounts import Visitor

router = APIRouter()


@router.websocket("/api/lobby/live")
async def live_lobby(socket: WebSocket) -> None:
    """Show the lobby. Whoever is connected is there, and waits with an open challenge."""
    async with accepted(socket) as is_accepted:
        if is_accepted:
            await LobbyConnection(socket).serve(service(socket, Lobby))


class LobbyConnection:
    """One browser or bot in the lobby. A visitor who does not read misses all but the newest."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self.language = socket, language_of(socket)
        self._shown = ["", ""]  # what everybody may see, and what concerns the visitor alone
        self._unsent: set[int] = set()
        self._has_changed = asyncio.Event()

    @property
    def visitor(self) -> Visitor:
        """The visitor who is connected, as of now: a login can end meanwhile."""
        return current_visitor(self._socket)

    def show(self, shared: str, own: str) -> None:
        for kind, text in enumerate((shared, own)):
            if text != self._shown[kind]:
                self._shown[kind] = text
                self._unsent.add(kind)
                self._has_changed.set()

    async def serve(self, lobby: Lobby) -> None:
        sender = asyncio.create_task(self._send_newest())
        with lobby.presence.staying(lambda: self.visitor):
            lobby.enter(self)
            try:
                await self._receive()
            finally:
                lobby.leave(self)
                sender.cancel()

    async def _send_newest(self) -> None:
        with suppress(WebSocketDisconnect):  # the other side of the connection notices, too
            while True:
                await self._has_changed.wait()
                self._has_changed.clear()
                while self._unsent:
                    await send_text(self._socket, self._shown[self._unsent.pop()])

    async def _receive(self) -> None:
        while True:
            text = await receive_text(self._socket)
            try:
                parse_message(LOBBY_REQUESTS, text)
            except PalamedesError as error:
                await send_text(self._socket, ErrorMessage.about(error).to_json())
            else:
                await send_text(self._socket, Pong().to_json())
