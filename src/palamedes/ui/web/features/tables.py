"""The tables of a game on this server: whether they are being built, and how far that is."""

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import StringConstraints

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.ui.texts.solving import solving_cost
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.lookups import find_game_or_404
from palamedes.ui.web.http.operators import Operators
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.table_builder import TableBuilder

router = APIRouter(prefix="/api/tables", tags=["tables"])

START_COST = 10.0  # questions that a start counts as
State = Literal["waiting", "building", "missing", "complete"]


class TablesRequest(RequestBody):
    """The game whose tables are meant."""

    game: Annotated[str, StringConstraints(min_length=1, max_length=80)]


@router.get("", summary="Whether tables of a game are missing, and how far building them is")
async def get_tables(query: Annotated[TablesRequest, Query()], request: Request) -> Document:
    game = find_game_or_404(query.game)
    return await service(request, GameServer).reading(request, _described, game, request)


@router.post("", summary="Build tables that take seconds, or for the operator those named at start")
async def post_tables(body: TablesRequest, request: Request) -> Document:
    if not service(request, VisitorLimits).questions.allows(address_of(request), START_COST):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    game, server = find_game_or_404(body.game), service(request, GameServer)
    await server.reading(request, service(request, TableBuilder).start, game, _is_operator(request))
    return await server.reading(request, _described, game, request)


@router.post("/cancel", status_code=204, summary="Stop building tables, for the operator")
async def cancel(body: TablesRequest, request: Request) -> None:
    if not _is_operator(request):
        raise HTTPException(403, _("Only the operator of this server can do that."))
    service(request, TableBuilder).cancel(find_game_or_404(body.game))


def _is_operator(request: Request) -> bool:
    return service(request, Operators).is_here(request)


def _described(game: Game, request: Request) -> Document:
    """How the tables of a game are doing; `complete` also where this server builds none."""
    builder = service(request, TableBuilder)
    build = builder.find(game)
    state: State = "complete"
    if build is not None:
        state = "building" if build.has_begun else "waiting"
    elif builder.is_wanted(game):
        state = "missing"
    is_missing = state == "missing"
    return {
        "state": state,
        "share": 0.0 if build is None else round(build.share, 3),
        "quick": is_missing and builder.builds_at_first_need(game),
        "cost": solving_cost(game, builder.men(game)) if is_missing else "",
        "complaint": builder.complaint(game),
        "operator": _is_operator(request),
    }
