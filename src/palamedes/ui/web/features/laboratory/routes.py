"""The search laboratory: searches that explain themselves, for students and teachers.

Trees are built in a process of their own, one after the other, so that no game waits for them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response

from palamedes.core.board import Board
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, language
from palamedes.core.position import Position
from palamedes.core.workers import worker_pool
from palamedes.players import evaluation_of
from palamedes.search.explain import Algorithm, Order
from palamedes.ui.web.features.laboratory.trees import LARGEST, Form, TreeRequest, answer
from palamedes.ui.web.http.limits import RateLimit, address_of
from palamedes.ui.web.http.lookups import game_named, position_written
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.documents import Document, board_document, touch_document

router = APIRouter(prefix="/api/laboratory", tags=["laboratory"])

MOST_WAITING = 6  # searches, beside the one at work
MOST_OWN = 2  # searches that are not done, of one address
LOOK = 0.5  # seconds between two looks whether somebody who waits is still there
MOST_KEPT, LARGEST_KEPT = 16, 16_000_000  # answers, and bytes of all of them
MOST_MOVES = 200

Key = tuple[TreeRequest, Form, str]


class PositionQuestion(BaseModel):
    """A position: of a game, perhaps as text, perhaps after moves (apart by spaces)."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    position: Annotated[str, StringConstraints(max_length=400)] | None = None
    moves: Annotated[str, StringConstraints(max_length=4000)] = ""


class SearchQuestion(PositionQuestion):
    """A search: what `palamedes explain` takes, with the same meaning."""

    algorithm: Algorithm = "minimax"
    depth: Annotated[int, Field(ge=1, le=20)] = 2
    evaluation: Annotated[str, StringConstraints(max_length=40)] = ""
    order: Order = "given"
    simulations: Annotated[int, Field(ge=1, lt=LARGEST)] = 200
    expansions: Annotated[int, Field(ge=1, lt=LARGEST)] = 1
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0


class DrawingQuestion(SearchQuestion):
    """A search to be drawn, folded so that it can be read on a sheet of paper, or whole."""

    whole: bool = False


class _PendingTree:
    """A search that somebody asked for: in line, at work or done."""

    task: asyncio.Task[bytes]

    def __init__(self, address: str) -> None:
        self.address = address  # of who asked first
        self.waiters = 0
        self.is_in_line = True


class Laboratory:
    """One process that builds trees, the few who may wait for it, and the answers given last.

    Whoever asks for what is there, or being made, waits in no line: a whole class can open one
    link. A search in line that nobody waits for any more is called off.
    """

    def __init__(self) -> None:
        self.rate = RateLimit(burst=20, per_second=0.5)
        self.looks = RateLimit(burst=100, per_second=20)
        self._searches: OrderedDict[Key, _PendingTree] = OrderedDict()
        self._turn = asyncio.Lock()  # of the search at work
        self._open = ExitStack()
        self._pool: ProcessPoolExecutor | None = None  # until somebody needs it

    def close(self) -> None:
        for search in self._searches.values():
            search.task.cancel()
        self._end_process()

    def _end_process(self) -> None:
        self._pool = None
        self._open.close()

    async def answer(self, key: Key, address: str) -> bytes:
        """What was asked for, packed; HTTPException if it cannot be or somebody asks too much."""
        search = self._searches.get(key)
        if search is None:
            self._check(address)
            search = self._searches[key] = _PendingTree(address)
            search.task = asyncio.create_task(self._make(key, search))
        self._searches.move_to_end(key)
        search.waiters += 1
        try:
            return await asyncio.shield(search.task)
        except PalamedesError as error:
            raise HTTPException(422, str(error)) from None
        except BrokenExecutor:
            raise HTTPException(409, _("This search is too large for this server.")) from None
        finally:
            search.waiters -= 1
            if not search.waiters and search.is_in_line and self._searches.get(key) is search:
                search.task.cancel()
                del self._searches[key]
            self._forget()

    def _check(self, address: str) -> None:
        unfinished = [each.address for each in self._searches.values() if not each.task.done()]
        if len(unfinished) > MOST_WAITING:
            raise HTTPException(429, _("The server is busy. Please try again in a moment."))
        if unfinished.count(address) >= MOST_OWN or not self.rate.allows(address):
            raise HTTPException(429, _("Too many searches. Please wait a moment."))

    async def _make(self, key: Key, search: _PendingTree) -> bytes:
        async with self._turn:
            search.is_in_line = False
            if self._pool is None:
                self._pool = self._open.enter_context(worker_pool(1))
            try:
                return await asyncio.wrap_future(self._pool.submit(answer, *key))
            except BrokenExecutor:  # its process is gone: the next search gets another one
                self._end_process()
                raise

    def _forget(self) -> None:
        """Keep only the last answers, and no failures."""
        stored = 0
        for key, search in reversed(list(self._searches.items())):
            task = search.task
            if task.done():
                failed = task.cancelled() or task.exception() is not None
                stored += 0 if failed else len(task.result())
                if failed or stored > LARGEST_KEPT:
                    del self._searches[key]
        while len(self._searches) > MOST_KEPT and next(iter(self._searches.values())).task.done():
            self._searches.popitem(last=False)


@router.get("/evaluations/{name:path}", summary="The evaluations of a game, the usual one first")
def get_evaluations(name: Annotated[str, StringConstraints(max_length=80)]) -> list[str]:
    return [*game_named(name).evaluations, "none"]


@router.get("/position", summary="A position as it looks, and the moves by what is touched")
def get_position(where: Annotated[PositionQuestion, Query()], request: Request) -> Document:
    _check_looks(request)
    positions = _positions(where)
    position = positions[-1]
    return {
        "text": position.text,
        "turn": position.turn,
        "over": position.result is not None,
        "board": board_document(_board(positions, where.moves.split())),
        **touch_document(position),
    }


@router.get("/tree", summary="A search tree, a column for each property of its nodes")
async def get_tree(question: Annotated[SearchQuestion, Query()], request: Request) -> Response:
    return await _answer(question, "columns", request)


@router.get("/comparison", summary="Nodes of minimax, and of alpha-beta in every order of moves")
async def get_comparison(
    question: Annotated[SearchQuestion, Query()], request: Request
) -> Response:
    return await _answer(question, "comparison", request)


@router.get("/tree.json", summary="A search tree as `palamedes explain --json` prints it")
async def get_document(question: Annotated[SearchQuestion, Query()], request: Request) -> Response:
    return await _answer(question, "document", request)


@router.get("/tree.svg", summary="A search tree drawn: folded to one sheet or, if small, whole")
async def get_drawing(question: Annotated[DrawingQuestion, Query()], request: Request) -> Response:
    return await _answer(question, "drawing" if question.whole else "sheet", request)


def laboratory_of(request: Request) -> Laboratory:
    return service(request, Laboratory)


async def _answer(question: SearchQuestion, form: Form, request: Request) -> Response:
    """A reply, always packed: a large tree without that is more than a server can hold for many."""
    _check_looks(request)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        raise HTTPException(
            406, _("Trees are only sent compressed: the client must accept gzip encoding.")
        )
    key = (await asyncio.to_thread(_wish, question), form, language())
    content = await _while_here(request, laboratory_of(request).answer(key, address_of(request)))
    headers = {"cache-control": "private, max-age=60", "vary": "accept-encoding, cookie"}
    headers["content-encoding"] = "gzip"
    kind = "image/svg+xml" if form in ("sheet", "drawing") else "application/json"
    return Response(content, media_type=kind, headers=headers)


async def _while_here(request: Request, work: Coroutine[Any, Any, bytes]) -> bytes:
    """Wait for something, but no longer than somebody is there to hear of it."""
    task = asyncio.create_task(work)
    try:
        while not (await asyncio.wait([task], timeout=LOOK))[0]:
            if await request.is_disconnected():
                raise HTTPException(408)  # which nobody reads
        return task.result()
    finally:
        task.cancel()


def _check_looks(request: Request) -> None:
    if not laboratory_of(request).looks.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))


def _wish(question: SearchQuestion) -> TreeRequest:
    """The search that is meant; HTTPException if there is no such thing."""
    position = _positions(question)[-1]
    if position.result is not None:
        raise HTTPException(422, _("The game is over."))
    game = position.game
    evaluation = question.evaluation or next(iter(game.evaluations), "none")
    try:
        evaluation_of(game, evaluation)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    return TreeRequest(
        game.id,
        position.text,
        question.algorithm,
        question.depth,
        evaluation,
        question.order,
        question.simulations,
        question.expansions,
        question.seed,
    )


def _positions(where: PositionQuestion) -> list[Position]:
    """All positions on the way, the last being the one that is meant."""
    game = game_named(where.game)
    moves = where.moves.split()
    if len(moves) > MOST_MOVES:
        raise HTTPException(422, _("Too many moves."))
    text = where.position
    positions = [Position.start(game) if text is None else position_written(game, text)]
    try:
        for move in moves:
            positions.append(positions[-1].play(move))
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    return positions


def _board(positions: list[Position], moves: list[str]) -> Board:
    """The last position as it looks, the move that led there marked."""
    board = positions[-1].board()
    if not moves:
        return board
    before = positions[-2]
    code = before.move_code(moves[-1])
    return replace(board, last=before.game.view.touches(before.state, code, before.turn))
