"""The WebSocket of the analysis board: positions, legal moves, and the analyses of engines."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import to_document
from palamedes.players import best_engine_spec
from palamedes.search.analysis import Analysis, Limits
from palamedes.search.review import Seen, judge, limits_for, look
from palamedes.ui.web.features.analysis.documents import (
    composed_answer,
    engine_answer,
    fresh_match,
    position_answer,
    review_answer,
    variation_data,
)
from palamedes.ui.web.http.limits import RateLimit, VisitorLimits, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import TOO_MANY, accepted, close, receive_text, send_text
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.engine_queue import Client, QueuedEngine
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.messages.analysis import (
    ANALYSIS_QUESTIONS,
    AnalyseQuestion,
    AnalysisAnswer,
    AnalysisQuestion,
    ComposeQuestion,
    MatchQuestion,
    PositionQuestion,
    ProgressAnswer,
    RecordAnswer,
    RecordQuestion,
    ReviewQuestion,
    StopRequest,
    ValuesAnswer,
    ValuesQuestion,
    id_in,
)
from palamedes.ui.web.messages.base import ErrorMessage, Ping, Pong, parse_message

router = APIRouter()
log = logging.getLogger(__name__)

MOST_LINES = 5
ANALYSIS_SECONDS = 8.0
VALUES_SECONDS = 1.0  # to evaluate all legal moves
MOVES_PER_QUESTION = 25  # replaying this many moves counts as one more question
MEGABYTES = 16  # of an engine's transposition table

Found = TypeVar("Found")


@router.websocket("/api/analysis")
async def analysis(socket: WebSocket) -> None:
    """Answer questions about positions; a new question replaces the one before."""
    async with accepted(socket) as is_accepted:
        if is_accepted:
            await AnalysisConnection(socket, service(socket, GameServer)).serve()


class AnalysisConnection:
    """One visitor's connection."""

    def __init__(self, socket: WebSocket, server: GameServer) -> None:
        self._socket, self._server = socket, server
        self._client = Client(address_of(socket), current_visitor(socket).owner)
        self._last_match: Match | None = None  # of the question before
        self._limit = RateLimit(burst=60, per_second=20)
        self._engine: QueuedEngine | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_waiting = False  # whether the task waits for a thread
        self._number = 0  # of the current question
        self._id: int | None = None  # that the visitor gave it

    async def serve(self) -> None:
        try:
            while True:
                if not self._limit.allows(""):
                    text = _("Too many requests. Please wait a moment.")
                    await close(self._socket, TOO_MANY, text)
                    return
                await self._handle(await receive_text(self._socket))
        finally:
            await asyncio.shield(self._stop())  # also if the server ends this connection

    async def _handle(self, text: str) -> None:
        """Answer a message, if need be with an error."""
        try:
            await self._answer(parse_message(ANALYSIS_QUESTIONS, text))
        except WebSocketDisconnect:
            raise
        except Exception as error:
            await self._send_error(error, id_in(text))

    async def _send(self, answer: AnalysisAnswer, question_id: int | None) -> None:
        await send_text(self._socket, answer.to_json(id=question_id))

    async def _send_error(self, error: Exception, question_id: int | None) -> None:
        """Send an error message; an unexpected error is logged."""
        if not isinstance(error, PalamedesError):
            log.error("analysis", exc_info=error)
        await send_text(self._socket, ErrorMessage.about(error, question_id).to_json())

    async def _answer(self, question: AnalysisQuestion) -> None:
        if isinstance(question, Ping):
            await send_text(self._socket, Pong().to_json())
            return
        await self._stop()
        self._id = question.id
        if isinstance(question, ComposeQuestion):
            self._charge(1)
            await self._send(composed_answer(question), self._id)
        elif not isinstance(question, StopRequest):
            await self._answer_about(await self._match(question), question)

    async def _answer_about(self, match: Match, question: MatchQuestion) -> None:
        match question:
            case PositionQuestion():
                await self._send(position_answer(match), self._id)
            case RecordQuestion():
                await self._send(RecordAnswer(record=to_document(match)), self._id)
            case AnalyseQuestion():
                lines = max(1, min(question.lines, MOST_LINES))
                self._begin(match, lambda engine: self._analyse(match, engine, lines))
            case ValuesQuestion():
                self._begin(match, lambda engine: self._value(match, engine))
            case ReviewQuestion():
                self._begin(match, lambda engine: self._review(match, engine))

    async def _match(self, question: MatchQuestion) -> Match:
        """The match that a question is about, continued from the one before where possible."""
        match, moves = fresh_match(question), question.moves
        known = self._last_match
        if known is not None and known.start.text == match.start.text and known.game == match.game:
            made = [turn.move for turn in known.turns]
            if made == moves[: len(made)] and known.result is None:
                match, moves = known.copy(), moves[len(made) :]
        self._charge(1 + len(moves) / MOVES_PER_QUESTION)
        await self._server.question_threads.run(self._client.address, _play_all, match, moves)
        match.players = question.names
        self._last_match = match
        return match

    def _charge(self, cost: float) -> None:
        """Count a question; raises PalamedesError if there were too many."""
        limit = service(self._socket, VisitorLimits).questions
        if not limit.allows(self._client.address, cost):
            raise PalamedesError(_("Too many requests. Please wait a moment."))

    async def _in_thread(self, work: Callable[[], Found]) -> Found:
        """Run long work in a thread, unless the question is replaced before its turn comes."""
        number = self._number

        def begin() -> Found:
            self._is_waiting = False
            if number != self._number:
                raise PalamedesError(_("Cancelled."))
            return work()

        self._is_waiting = True
        try:
            return await self._server.analysis_threads.run(self._client.address, begin)
        finally:
            self._is_waiting = False

    def _begin(self, match: Match, work: Callable[[QueuedEngine], Awaitable[None]]) -> None:
        game, queue = match.game, self._server.resources.analysis_engines
        engine = self._engine = QueuedEngine(
            queue, game, best_engine_spec(game, megabytes=MEGABYTES), self._client
        )
        self._task = asyncio.create_task(self._run(work(engine)))

    async def _run(self, work: Awaitable[None]) -> None:
        """Answer a question, if need be with an error, unless it was replaced meanwhile."""
        number, question_id = self._number, self._id
        try:
            await work
        except WebSocketDisconnect:
            pass
        except Exception as error:
            if number == self._number:
                with suppress(WebSocketDisconnect):  # the visitor has gone
                    await self._send_error(error, question_id)

    async def _stop(self) -> None:
        self._number += 1
        if self._task is not None and self._is_waiting:
            self._task.cancel()
        while self._task is not None and not self._task.done():
            if self._engine is not None:
                self._engine.stop()
            await asyncio.wait([self._task], timeout=0.02)
        self._task = None

    async def _analyse(self, match: Match, engine: QueuedEngine, lines: int) -> None:
        if match.result is not None:
            return
        send, post = self._answering()

        def report(found: Analysis) -> None:
            post(engine_answer(match, found, done=False))

        limits = Limits(seconds=ANALYSIS_SECONDS)
        found = await self._in_thread(lambda: engine.analyse(match, limits, lines, report))
        await send(engine_answer(match, found, done=True))

    async def _value(self, match: Match, engine: QueuedEngine) -> None:
        """Evaluate every legal move: exactly if known, or else by a quick search."""
        if match.result is not None:
            return
        send, _post = self._answering()
        every = len(match.position.codes)
        found = await self._in_thread(
            lambda: engine.analyse(match, Limits(seconds=VALUES_SECONDS), every)
        )
        moves = {variation.move: variation_data(match, variation) for variation in found.lines}
        await send(ValuesAnswer(moves=moves))

    async def _review(self, match: Match, engine: QueuedEngine) -> None:
        """Judge all moves, one call each: a long review holds no thread while others wait."""
        number, total = self._number, len(match.turns) + 1
        send, _post = self._answering()
        positions = look(match, engine, limits_for(match))
        found: list[Seen] = []
        while len(found) < total and number == self._number:
            found.append(await self._in_thread(partial(next, positions)))
            await send(ProgressAnswer(done=len(found), total=total))
        if number == self._number:
            await send(review_answer(match, judge(match, found)))

    def _answering(
        self,
    ) -> tuple[Callable[[AnalysisAnswer], Awaitable[None]], Callable[[AnalysisAnswer], None]]:
        """Two functions that answer the current question: in the event loop, and from threads.

        They send nothing once the question is replaced.
        """
        loop, number, question_id = asyncio.get_running_loop(), self._number, self._id

        async def send(answer: AnalysisAnswer) -> None:
            if number == self._number:
                await self._send(answer, question_id)

        def post(answer: AnalysisAnswer) -> None:
            asyncio.run_coroutine_threadsafe(send(answer), loop)

        return send, post


def _play_all(match: Match, moves: Iterable[str]) -> None:
    for move in moves:
        match.play(move)
