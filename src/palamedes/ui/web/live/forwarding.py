"""Browsers connected here whose games live in other processes: what they say is passed on."""

import asyncio
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.http.language import language_of
from palamedes.ui.web.http.limits import RateLimit, address_of
from palamedes.ui.web.http.sockets import TOO_MANY, TRY_LATER, close, receive_text, send_text
from palamedes.ui.web.http.visitors import current_visitor, new_id
from palamedes.ui.web.live.line import wants_changes
from palamedes.ui.web.messages.base import ErrorMessage, Ping, Pong, parse_message
from palamedes.ui.web.messages.game import GAME_REQUESTS
from palamedes.ui.web.processes.mailbox import Mailbox, Message
from palamedes.ui.web.processes.membership import Membership

MOST_UNSENT = 100  # messages to a visitor who does not read them


class Close(NamedTuple):
    """The end of a connection, after what was sent before."""

    code: int
    reason: str


class ForwardedSocket:
    """A WebSocket here, and the process that has its game."""

    def __init__(self, socket: WebSocket, process: str, mailbox: Mailbox) -> None:
        self.process = process
        self._outgoing: asyncio.Queue[str | Close] = asyncio.Queue(MOST_UNSENT)
        self._socket, self._mailbox, self._line = socket, mailbox, new_id()
        self._limit = RateLimit(burst=40, per_second=20)
        self._ply: int | None = None  # of the board that was shown last
        self._shown = inf  # since when

    @property
    def line(self) -> str:
        """Under which both processes know the connection."""
        return self._line

    async def tell(self, kind: str, **more: Any) -> bool:
        """Tell the other process something, and who the visitor is now; False if it is gone."""
        visitor = current_visitor(self._socket).owner
        message = {"kind": kind, "line": self._line, "visitor": visitor, **more}
        return await self._mailbox.send(message, self.process) > 0

    async def open(self, game_id: str) -> bool:
        address, language = address_of(self._socket), language_of(self._socket)
        about = {
            "address": address,
            "language": language,
            "changes": wants_changes(self._socket),
        }
        return await self.tell("open", game=game_id, **about)

    async def pass_on(self) -> None:
        """Pass on what the visitor says, until the connection or the other process ends."""
        is_open = True
        while is_open:
            if not self._limit.allows(""):
                await self.close(TOO_MANY, _("Too many requests. Please wait a moment."))
                return
            text = await receive_text(self._socket)
            try:
                is_ping = isinstance(parse_message(GAME_REQUESTS, text), Ping)
            except PalamedesError as error:
                self.show(ErrorMessage.about(error).to_json())
                continue
            if is_ping:
                self.show(Pong().to_json())
            else:
                is_open = await self.say(text)

    async def say(self, text: str | None) -> bool:
        """Pass a text on; none is an answer."""
        return await self.tell("text", text=text, **self._sight())

    async def end(self) -> None:
        await self.tell("end", **self._sight())

    def _sight(self) -> dict[str, Any]:
        """Which board the visitor sees, and for how long."""
        seconds = None if self._ply is None else monotonic() - self._shown
        return {"ply": self._ply, "seconds": seconds}

    def show_answer(self, text: str, ply: int | None) -> None:
        """Show what the other process answers, perhaps the board after `ply` moves."""
        if ply is not None and ply != self._ply:
            self._ply, self._shown = ply, monotonic()
        self.show(text)

    def show(self, message: "str | Close") -> None:
        """Queue a message. If the visitor does not read, the oldest messages are dropped."""
        while self._outgoing.full():
            self._outgoing.get_nowait()
        self._outgoing.put_nowait(message)

    async def send_queued(self) -> None:
        with suppress(WebSocketDisconnect):  # the other side of the connection notices, too
            while not isinstance(message := await self._outgoing.get(), Close):
                await send_text(self._socket, message)
            await close(self._socket, *message)

    async def close(self, code: int, reason: str = "") -> None:
        await close(self._socket, code, reason)


class Forwarding:
    """All such browsers."""

    def __init__(self, membership: Membership | None) -> None:
        """Without other processes there are none."""
        self._membership = membership
        self._sockets: dict[str, ForwardedSocket] = {}
        self._replies: set[asyncio.Task[bool]] = set()
        if membership is not None:
            membership.mailbox.on("answer", self._answer)
            membership.mailbox.on("ask", self._reply)
            membership.mailbox.on("close", self._close)
            membership.on_gone(self._end_all)
            membership.on_lost(self._end_everything)

    async def serve(self, socket: WebSocket, game_id: str, process: str) -> None:
        """Connect a browser to a game in another process."""
        assert self._membership is not None
        forwarded = ForwardedSocket(socket, process, self._membership.mailbox)
        self._sockets[forwarded.line] = forwarded
        sender = asyncio.create_task(forwarded.send_queued())
        try:
            if await forwarded.open(game_id):
                await forwarded.pass_on()
        except WebSocketDisconnect:
            pass
        finally:
            del self._sockets[forwarded.line]
            sender.cancel()
            await forwarded.end()
            await forwarded.close(TRY_LATER)

    def _answer(self, message: Message) -> None:
        if forwarded := self._sockets.get(message["line"]):
            forwarded.show_answer(message["text"], message.get("ply"))

    def _reply(self, message: Message) -> None:
        if forwarded := self._sockets.get(message["line"]):
            reply = asyncio.create_task(forwarded.say(None))
            self._replies.add(reply)
            reply.add_done_callback(self._replies.discard)

    def _close(self, message: Message) -> None:
        if forwarded := self._sockets.get(message["line"]):
            forwarded.show(Close(message["code"], message["reason"]))

    def _end_all(self, process: str) -> None:
        """A process is gone: let its visitors connect again, to whoever has their games now."""
        for forwarded in list(self._sockets.values()):
            if forwarded.process == process:
                forwarded.show(Close(TRY_LATER, ""))

    async def _end_everything(self) -> None:
        """The others took this process for dead: they show its visitors nothing more."""
        for forwarded in self._sockets.values():
            forwarded.show(Close(TRY_LATER, ""))
