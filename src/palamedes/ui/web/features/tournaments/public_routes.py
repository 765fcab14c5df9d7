"""REST routes of tournaments for all visitors: standings, games and the report."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.responses import Response

from palamedes.arena.export import to_csv, to_document
from palamedes.core.language import _
from palamedes.ui.web.features.tournaments.documents import (
    engines_document,
    people_document,
    replay_document,
    summary,
)
from palamedes.ui.web.features.tournaments.engines import JournalView
from palamedes.ui.web.features.tournaments.reports import security_policy
from palamedes.ui.web.features.tournaments.service import find_tournament, tournaments_of
from palamedes.ui.web.http.limits import RateLimit, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.routes import PublicId
from palamedes.ui.web.store.tournaments import ENGINES, OPEN, PEOPLE

router = APIRouter(prefix="/api/contests", tags=["tournaments"])

Number = Annotated[int, Path(ge=0, le=100_000)]


@router.get("", summary="The newest tournaments")
async def get_contests(request: Request) -> list[Document]:
    server, store = service(request, GameServer), tournaments_of(request).store
    found = await server.reading(request, store.newest)
    visitor = current_visitor(request).owner
    return [summary(tournament, visitor) for tournament in found]


@router.get("/{tournament_id}", summary="A tournament as it stands")
async def get_contest(tournament_id: PublicId, request: Request) -> Document:
    tournament = await find_tournament(tournament_id, request)
    visitor = current_visitor(request).owner
    if tournament.kind == PEOPLE:
        return people_document(tournament, visitor)
    engines = tournaments_of(request).engines
    queue_position = await engines.queue_position(tournament.id) if tournament.state == OPEN else 0
    view = await engines.view_of(tournament, request)
    return engines_document(tournament, view, queue_position, visitor)


@router.get(
    "/{tournament_id}/report",
    response_class=HTMLResponse,
    summary="The report of a tournament of engines",
)
async def get_report(tournament_id: PublicId, request: Request) -> Response:
    _check_rate(tournaments_of(request).report_limit, request)
    view = await _view(tournament_id, request)
    html = await tournaments_of(request).reports.find(tournament_id, view, request)
    return HTMLResponse(html, headers={"content-security-policy": security_policy(html)})


@router.get("/{tournament_id}/standings.json", summary="Standings, ratings and meetings")
async def get_json(tournament_id: PublicId, request: Request) -> Response:
    view = await _view(tournament_id, request)
    name = {"content-disposition": f'attachment; filename="tournament-{tournament_id}.json"'}
    return JSONResponse(to_document(view.plan, view.standings), headers=name)


@router.get("/{tournament_id}/standings.csv", summary="The table of players as CSV")
async def get_csv(tournament_id: PublicId, request: Request) -> Response:
    view = await _view(tournament_id, request)
    name = {"content-disposition": f'attachment; filename="tournament-{tournament_id}.csv"'}
    return PlainTextResponse(to_csv(view.standings), headers=name, media_type="text/csv")


@router.get("/{tournament_id}/games/{number}", summary="One game, with the board after every move")
async def get_replay(tournament_id: PublicId, number: Number, request: Request) -> Document:
    _check_rate(tournaments_of(request).replay_limit, request)
    view = await _view(tournament_id, request)
    found = [played for played in view.played if played.fixture.number == number]
    if not found:
        raise HTTPException(404, _("Game not found."))
    return await service(request, GameServer).reading(request, replay_document, found[0])


async def _view(tournament_id: str, request: Request) -> JournalView:
    tournament = await find_tournament(tournament_id, request, ENGINES)
    return await tournaments_of(request).engines.view_of(tournament, request)


def _check_rate(rate: RateLimit, request: Request) -> None:
    if not rate.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
