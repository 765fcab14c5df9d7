"""REST routes of the search laboratory, which shows students and teachers how a search works.

Other processes build the trees, here or on a cluster, so that no game waits for them.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import Field, StringConstraints
from starlette.responses import Response

from palamedes.cluster.connection import Cluster
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, language
from palamedes.search.evaluations import evaluation_names, evaluation_of
from palamedes.search.explain import Algorithm, Order
from palamedes.ui.web.features.laboratory.lanes import Key, Lane, is_small
from palamedes.ui.web.features.laboratory.trees import LARGEST, Form, TreeRequest
from palamedes.ui.web.http.disconnects import while_connected
from palamedes.ui.web.http.limits import RateLimit, address_of
from palamedes.ui.web.http.lookups import PositionQuery, find_game_or_404, match_or_422
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.documents import Document, board_document, touch_document
from palamedes.ui.web.live.game_server import GameServer

router = APIRouter(prefix="/api/laboratory", tags=["laboratory"])

MOST_UNFINISHED = 100  # searches; one that waits costs little
MOST_OWN = 2  # unfinished searches of one address
MOST_CACHED, LARGEST_CACHE = 16, 16_000_000  # answers, and their bytes in total


class SearchQuery(PositionQuery):
    """A search, with the options of `palamedes explain`."""

    algorithm: Algorithm = "minimax"
    depth: Annotated[int, Field(ge=1, le=20)] = 2
    evaluation: Annotated[str, StringConstraints(max_length=40)] = ""
    order: Order = "given"
    simulations: Annotated[int, Field(ge=1, lt=LARGEST)] = 200
    expansions: Annotated[int, Field(ge=1, lt=LARGEST)] = 1
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0


class DrawingQuery(SearchQuery):
    """A search to draw: whole, or folded to fit on one sheet of paper."""

    whole: bool = False


class _PendingSearch:
    """A search that was asked for: waiting, running or done."""

    task: asyncio.Task[bytes]

    def __init__(self, address: str) -> None:
        self.address = address  # of the visitor who asked first
        self.waiters = 0
        self.is_queued = True


class Laboratory:
    """A lane for small searches, another for all others, and a cache of the last answers.

    A small tree never waits for a large one, and in both lanes addresses take turns. A request for
    a tree that is cached or under way does not queue: a whole class can open one link. A waiting
    search is cancelled when all visitors who asked for it have gone.
    """

    def __init__(self, cluster: Cluster | None = None) -> None:
        self.search_rate = RateLimit(burst=20, per_second=0.5)
        self.position_rate = RateLimit(burst=100, per_second=20)
        self._searches: OrderedDict[Key, _PendingSearch] = OrderedDict()
        self._small, self._large = Lane(cluster), Lane(cluster)

    def close(self) -> None:
        for search in self._searches.values():
            search.task.cancel()
        self._small.close()
        self._large.close()

    async def answer(self, key: Key, address: str) -> bytes:
        """The answer, compressed; HTTPException if the search fails or too many are waiting."""
        search = self._searches.get(key)
        if search is None:
            self._check(address)
            search = self._searches[key] = _PendingSearch(address)
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
            if not search.waiters and search.is_queued and self._searches.get(key) is search:
                search.task.cancel()
                del self._searches[key]
            self._trim_cache()

    def _check(self, address: str) -> None:
        unfinished = [each.address for each in self._searches.values() if not each.task.done()]
        if len(unfinished) >= MOST_UNFINISHED:
            raise HTTPException(429, _("The server is busy. Please try again in a moment."))
        if unfinished.count(address) >= MOST_OWN or not self.search_rate.allows(address):
            raise HTTPException(429, _("Too many searches. Please wait a moment."))

    async def _make(self, key: Key, search: _PendingSearch) -> bytes:
        def begin() -> None:
            search.is_queued = False

        lane = self._small if is_small(key) else self._large
        return await lane.build(key, search.address, begin)

    def _trim_cache(self) -> None:
        """Drop failures, and all but the last answers."""
        size = 0
        for key, search in reversed(list(self._searches.items())):
            task = search.task
            if task.done():
                failed = task.cancelled() or task.exception() is not None
                size += 0 if failed else len(task.result())
                if failed or size > LARGEST_CACHE:
                    del self._searches[key]
        while len(self._searches) > MOST_CACHED and next(iter(self._searches.values())).task.done():
            self._searches.popitem(last=False)


@router.get("/evaluations/{name:path}", summary="The evaluations of a game, the usual one first")
async def get_evaluations(
    name: Annotated[str, StringConstraints(max_length=80)], request: Request
) -> list[str]:
    return await service(request, GameServer).reading(request, _evaluations, name)


def _evaluations(name: str) -> list[str]:
    return evaluation_names(find_game_or_404(name))


@router.get("/position", summary="A position with its board and its legal moves")
async def get_position(query: Annotated[PositionQuery, Query()], request: Request) -> Document:
    _check_rate(request)
    return await service(request, GameServer).reading(request, _position_document, query)


def _position_document(query: PositionQuery) -> Document:
    match = match_or_422(find_game_or_404(query.game), query)
    position = match.position
    board = replace(position.board(), last=match.last_touches(len(match.turns)))
    return {
        "text": position.text,
        "turn": position.turn,
        "over": position.result is not None,
        "board": board_document(board),
        **touch_document(position),
    }


@router.get("/tree", summary="A search tree, with one column per property of its nodes")
async def get_tree(query: Annotated[SearchQuery, Query()], request: Request) -> Response:
    return await _answer(query, "columns", request)


@router.get("/comparison", summary="The nodes of minimax, and of alpha-beta in every move order")
async def get_comparison(query: Annotated[SearchQuery, Query()], request: Request) -> Response:
    return await _answer(query, "comparison", request)


@router.get("/tree.json", summary="A search tree as `palamedes explain --json` prints it")
async def get_document(query: Annotated[SearchQuery, Query()], request: Request) -> Response:
    return await _answer(query, "document", request)


@router.get("/tree.svg", summary="A drawing of a search tree: folded to one sheet, or whole")
async def get_drawing(query: Annotated[DrawingQuery, Query()], request: Request) -> Response:
    return await _answer(query, "drawing" if query.whole else "sheet", request)


def laboratory_of(request: Request) -> Laboratory:
    return service(request, Laboratory)


async def _answer(query: SearchQuery, form: Form, request: Request) -> Response:
    """The response, always compressed: large trees would otherwise fill the server's memory."""
    _check_rate(request)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        raise HTTPException(
            406, _("Trees are only sent compressed: the client must accept gzip encoding.")
        )
    wanted = await service(request, GameServer).reading(request, _tree_request, query)
    key = (wanted, form, language())
    content = await while_connected(
        request, laboratory_of(request).answer(key, address_of(request))
    )
    headers = {"cache-control": "private, max-age=60", "vary": "accept-encoding, cookie"}
    headers["content-encoding"] = "gzip"
    kind = "image/svg+xml" if form in ("sheet", "drawing") else "application/json"
    return Response(content, media_type=kind, headers=headers)


def _check_rate(request: Request) -> None:
    if not laboratory_of(request).position_rate.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))


def _tree_request(query: SearchQuery) -> TreeRequest:
    """The search that a query asks for; HTTPException if it is not valid."""
    game = find_game_or_404(query.game)
    position = match_or_422(game, query).position
    if position.result is not None:
        raise HTTPException(422, _("The game is over."))
    evaluation = query.evaluation or next(iter(game.evaluations), "none")
    try:
        evaluation_of(game, evaluation)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    return TreeRequest(
        game.id,
        position.text,
        query.algorithm,
        query.depth,
        evaluation,
        query.order,
        query.simulations,
        query.expansions,
        query.seed,
    )
