"""Analysis over a WebSocket: positions, moves that can be made, and what an engine sees."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import to_document
from palamedes.search.analysis import Analysis, Limits
from palamedes.search.review import review
from palamedes.ui.web.features.analysis.documents import (
    analysis_document,
    composed_document,
    fresh_match,
    line_document,
    lines_in,
    moves_in,
    players_in,
    position_document,
    review_document,
)
from palamedes.ui.web.http.security import RateLimit, address_of
from palamedes.ui.web.http.sockets import TOO_MUCH, accepted
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.engine_queue import QueuedEngine
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.messages import hear, parse_message

router = APIRouter()

KINDS = ("position", "analyse", "values", "review", "record", "compose", "stop")
SECONDS = 8.0  # of one analysis
VALUES = 1.0  # seconds to look at all moves
MOVES_A_MESSAGE = 25  # so many moves to be replayed count as one more message


@router.websocket("/api/analysis")
async def analysis(socket: WebSocket) -> None:
    """Answer questions about positions; a new one takes the place of the one before."""
    async with accepted(socket) as is_in:
        if is_in:
            await AnalysisConnection(socket, socket.app.state.server).serve()


class AnalysisConnection:
    """One visitor and the position looked at."""

    def __init__(self, socket: WebSocket, server: GameServer) -> None:
        self._socket, self._server = socket, server
        self._known: Match | None = None  # the match of the question before
        self._rate = RateLimit(burst=60, per_second=20)
        self._engine: QueuedEngine | None = None
        self._task: asyncio.Task[None] | None = None
        self._number = 0  # of the question that counts
        self._question: Any = None  # by what the visitor knows it

    async def serve(self) -> None:
        try:
            while True:
                if not self._rate.allows(""):
                    await self._socket.close(TOO_MUCH, _("too many messages"))
                    return
                message: dict[str, Any] = {}
                try:
                    message = parse_message(await hear(self._socket))
                    await self._obey(message)
                except PalamedesError as error:
                    await self._say({"type": "error", "message": str(error)}, message.get("id"))
        finally:
            await self._stop()

    async def _say(self, document: Document, question: Any = None) -> None:
        """Answer a question, which is known by the number that came with it."""
        if type(question) is int:
            document = {**document, "id": question}
        await self._socket.send_text(json.dumps(document, separators=(",", ":")))

    async def _obey(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ping":
            await self._say({"type": "pong"})
            return
        if kind not in KINDS:
            raise PalamedesError(_("unknown type of message"))
        await self._stop()
        self._question = message.get("id")
        if kind == "stop":
            return
        if kind == "compose":
            await self._say(composed_document(message), self._question)
            return
        match = await self._match(message)
        if kind == "position":
            await self._say(position_document(match), self._question)
        elif kind == "record":
            record = {"type": "record", "record": to_document(match)}
            await self._say(record, self._question)
        elif kind == "analyse":
            self._begin(self._analyse(match, lines_in(message)), match)
        elif kind == "values":
            self._begin(self._value(match), match)
        else:
            self._begin(self._review(match), match)

    async def _match(self, message: dict[str, Any]) -> Match:
        """The match that a question is about; where it goes on from the one before, so do we."""
        match, moves = fresh_match(message), moves_in(message)
        known = self._known
        if known is not None and known.start.text == match.start.text and known.game == match.game:
            made = [turn.move for turn in known.turns]
            if made == moves[: len(made)] and known.result is None:
                match, moves = known.copy(), moves[len(made) :]
        rate: RateLimit = self._socket.app.state.questions
        if not rate.allows(address_of(self._socket), 1 + len(moves) / MOVES_A_MESSAGE):
            raise PalamedesError(_("too many questions at once: wait a little"))
        await self._in_thread(lambda: [match.play(move) for move in moves])
        match.players = players_in(message)
        self._known = match
        return match

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        """Do something that takes a while; the thread speaks the same language."""
        loop, context = asyncio.get_running_loop(), copy_context()
        return await loop.run_in_executor(self._server.minds, context.run, work)

    def _begin(self, work: Awaitable[None], match: Match) -> None:
        game = match.game
        spec = "perfect" if game.layers is not None else "alphabeta"
        self._engine = QueuedEngine(self._server.studies, game, f"{spec}:hash=16")
        self._task = asyncio.create_task(self._attempt(work))

    async def _attempt(self, work: Awaitable[None]) -> None:
        """Answer, or say why not; who has gone, or asks something else by now, hears nothing."""
        number, question = self._number, self._question
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                await work
            except PalamedesError as error:
                if number == self._number:
                    await self._say({"type": "error", "message": str(error)}, question)

    async def _stop(self) -> None:
        self._number += 1
        if self._task is not None and not self._task.done():
            while not self._task.done():
                if self._engine is not None:
                    self._engine.stop()
                await asyncio.wait([self._task], timeout=0.02)
        self._task = None

    async def _analyse(self, match: Match, lines: int) -> None:
        engine, number, question = self._engine, self._number, self._question
        assert engine is not None
        if match.result is not None:
            return
        post = self._poster(number)

        def report(found: Analysis) -> None:
            post(analysis_document(match, found, done=False))

        limits = Limits(seconds=SECONDS)
        found = await self._in_thread(lambda: engine.analyse(match, limits, lines, report))
        if number == self._number:
            await self._say(analysis_document(match, found, done=True), question)

    async def _value(self, match: Match) -> None:
        """What every legal move is worth: the truth where it is known, else a quick estimate."""
        engine, number, question = self._engine, self._number, self._question
        assert engine is not None
        if match.result is not None:
            return
        every = len(match.position.codes)
        found = await self._in_thread(lambda: engine.analyse(match, Limits(seconds=VALUES), every))
        if number == self._number:
            lines = [line_document(match, line) for line in found.lines]
            moves = {line["move"]: line for line in lines}
            await self._say({"type": "values", "moves": moves}, question)

    async def _review(self, match: Match) -> None:
        engine, number, question = self._engine, self._number, self._question
        assert engine is not None
        post = self._poster(number)

        def count(done: int, total: int) -> None:
            if number != self._number:
                raise PalamedesError("stopped")
            post({"type": "progress", "done": done, "total": total})

        found = await self._in_thread(lambda: review(match, engine, hear=count))
        if number == self._number:
            await self._say(review_document(match, found), question)

    def _poster(self, number: int) -> Callable[[Document], None]:
        """A way for other threads to say something, as long as the question counts."""
        loop, question = asyncio.get_running_loop(), self._question

        async def say(document: Document) -> None:
            if number == self._number:
                await self._say(document, question)

        def post(document: Document) -> None:
            asyncio.run_coroutine_threadsafe(say(document), loop)

        return post
