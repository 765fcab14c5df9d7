"""Browsers connected to other processes whose games live here: listeners like any other."""

import asyncio
import logging
from collections.abc import Coroutine
from math import inf
from time import monotonic
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
TO_COME_BACK = 10.0  # seconds in which a process that is lost may say what it has shown
Sight = tuple[int | None, float]  # a board by its ply, and since when it is shown


class ForwardedLine:
    """A connection to a browser at another process."""

    def __init__(self, opening: Message, mailbox: Mailbox) -> None:
        self.process, self.address = opening["from"], opening["address"]
        self.language = opening["language"]
        self.wants_changes = opening["changes"]
        self._line, self._visitor = opening["line"], opening["visitor"]
        self._mailbox = mailbox
        self._incoming: asyncio.Queue[Message | None] = asyncio.Queue()
        self._is_closed, self.end = False, inf
        self._sent: Sight = (None, inf)  # what the other process was told to show last
        self._seen: Sight = (None, inf)  # what it says that it shows
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

    def hang_up(self, last_words: Message | None = None) -> None:
        """End; the visitor has gone."""
        self.end = min(self.end, monotonic())
        if last_words is not None:
            self._note(last_words)
            if "ply" in last_words:
                self._sent = self._seen  # nothing else will be shown
        self._is_closed = True
        self._caught_up.set()
        self._incoming.put_nowait(None)

    def give_up(self) -> None:
        """End: the other process is lost. If it comes back, it tells what it has shown."""
        if not self._is_closed:
            self.hang_up()
            self.end = monotonic() + TO_COME_BACK

    async def receive(self) -> str:
        while (message := await self._incoming.get()) is not None:
            self._note(message)
            if message["text"] is not None:
                return str(message["text"])
            self._caught_up.set()
        raise WebSocketDisconnect(LOST)

    def _note(self, message: Message) -> None:
        """Note what its visitor sees."""
        if message.get("seconds") is not None:
            self._seen = message["ply"], monotonic() - message["seconds"]

    def shown_since(self, ply: int) -> float:
        """What the other process says, or else when it was told: it may be gone."""
        for shown, since in (self._seen, self._sent):
            if shown == ply:
                return since
        return inf

    async def catch_up(self) -> None:
        if not self._is_closed:
            self._caught_up.clear()
            await self._mailbox.send({"kind": "ask", "line": self._line}, self.process)
            await self._caught_up.wait()

    async def send(self, text: str, ply: int | None = None) -> None:
        message = {"kind": "answer", "line": self._line, "text": text, "ply": ply}
        if self._is_closed or not await self._mailbox.send(message, self.process):
            self.give_up()
            raise WebSocketDisconnect(LOST)
        if ply is not None and ply != self._sent[0] and not self._is_closed:
            self._sent = ply, monotonic()

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
        self._given_up: dict[str, ForwardedLine] = {}  # their processes may come back
        self._tasks: set[asyncio.Task[None]] = set()
        for kind, handler in (("open", self._open), ("text", self._take), ("end", self._end)):
            self._mailbox.on(kind, handler)
        membership.on_gone(self._give_up_all)

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
        name = message["line"]
        if line := self._lines.get(name) or self._given_up.get(name):
            line.hang_up(message)

    def _give_up_all(self, process: str) -> None:
        for name, line in self._lines.items():
            if line.process == process:
                line.give_up()
                self._given_up[name] = line
                asyncio.get_running_loop().call_later(TO_COME_BACK, self._given_up.pop, name)
