"""Browsers connected to other processes whose games live here: listeners like any other."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from palamedes.core.language import set_language
from palamedes.ui.web.http.limits import VisitorLimits
from palamedes.ui.web.http.sockets import LOST, TRY_LATER
from palamedes.ui.web.live.connection import serve_game
from palamedes.ui.web.live.game_server import ElsewhereError, GameServer
from palamedes.ui.web.processes.mailbox import Mailbox, Message
from palamedes.ui.web.processes.membership import Membership

log = logging.getLogger(__name__)


class ForwardedLine:
    """A connection to a browser at another process."""

    def __init__(self, opening: Message, mailbox: Mailbox) -> None:
        self.process, self.address = opening["from"], opening["address"]
        self.language = opening["language"]
        self.wants_changes = opening["changes"]
        self._line, self._visitor = opening["line"], opening["visitor"]
        self._mailbox = mailbox
        self._incoming: asyncio.Queue[Message | None] = asyncio.Queue()
        self._is_closed = False
        self._last: Message = {}  # that was received
        self._caught_up = asyncio.Event()

    @property
    def visitor(self) -> str:
        return str(self._visitor)

    @property
    def payer(self) -> HTTPConnection | None:
        return None

    def take(self, message: Message) -> None:
        """Take what the other process has passed on."""
        self._visitor = message["visitor"]
        self._incoming.put_nowait(message)

    def hang_up(self) -> None:
        self._is_closed = True
        self._caught_up.set()
        self._incoming.put_nowait(None)

    async def receive(self) -> str:
        while (message := await self._incoming.get()) is not None:
            self._last = message
            if message["text"] is not None:
                return str(message["text"])
            self._caught_up.set()
        raise WebSocketDisconnect(LOST)

    def seconds_shown(self, ply: int) -> float | None:
        seconds: float | None = self._last.get("seconds")
        return seconds if self._last.get("ply") == ply else None

    async def catch_up(self) -> None:
        if not self._is_closed:
            self._caught_up.clear()
            await self._mailbox.send({"kind": "ask", "line": self._line}, self.process)
            await self._caught_up.wait()

    async def send(self, text: str, ply: int | None = None) -> None:
        message = {"kind": "answer", "line": self._line, "text": text, "ply": ply}
        if self._is_closed or not await self._mailbox.send(message, self.process):
            raise WebSocketDisconnect(LOST)

    async def close(self, code: int, reason: str) -> None:
        if not self._is_closed:
            self.hang_up()
            message = {"kind": "close", "line": self._line, "code": code, "reason": reason}
            self._mailbox.post(message, self.process)  # hundreds may be closed in turn


class ForwardedLines:
    """All such connections."""

    def __init__(self, server: GameServer, limits: VisitorLimits, membership: Membership) -> None:
        self._server, self._limits, self._mailbox = server, limits, membership.mailbox
        self._lines: dict[str, ForwardedLine] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        for kind, handler in (("open", self._open), ("text", self._take), ("end", self._end)):
            self._mailbox.on(kind, handler)
        membership.on_gone(self._end_all)

    def _open(self, message: Message) -> None:
        line = self._lines[message["line"]] = ForwardedLine(message, self._mailbox)
        task = self._begin(self._serve(line, message["game"]))
        task.add_done_callback(lambda _done: self._lines.pop(message["line"], None))

    def _begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _serve(self, line: ForwardedLine, game_id: str) -> None:
        set_language(line.language)
        try:
            await serve_game(line, self._server, self._limits, game_id)
        except ElsewhereError:
            await line.close(TRY_LATER, "")
        except WebSocketDisconnect:
            await line.close(TRY_LATER, "")  # unless the browser has gone, messages were lost
        except Exception:
            log.exception("game %s", game_id)
            await line.close(TRY_LATER, "")

    def _take(self, message: Message) -> None:
        if line := self._lines.get(message["line"]):
            line.take(message)
        else:  # it ended meanwhile, and the browser does not know
            lost = {"kind": "close", "line": message["line"], "code": TRY_LATER, "reason": ""}
            self._begin(self._mailbox.send(lost, message["from"]))

    def _end(self, message: Message) -> None:
        if line := self._lines.get(message["line"]):
            line.hang_up()

    def _end_all(self, process: str) -> None:
        for line in self._lines.values():
            if line.process == process:
                line.hang_up()
