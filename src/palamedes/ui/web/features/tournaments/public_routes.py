"""The API of tournaments for everybody who watches: standings, games, the arena's report."""

import asyncio
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
from palamedes.ui.web.features.tournaments.reports import policy
from palamedes.ui.web.features.tournaments.service import find_tournament, tournaments_of
from palamedes.ui.web.http.limits import RateLimit, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import visitor_at
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.routes import Document, PublicId
from palamedes.ui.web.store.tournaments import ENGINES, OPEN, PEOPLE

router = APIRouter(prefix="/api/contests", tags=["tournaments"])

Number = Annotated[int, Path(ge=0, le=100_000)]


@router.get("", summary="The newest tournaments")
async def get_contests(request: Request) -> list[Document]:
    found = await service(request, GameServer).on_disk(tournaments_of(request).store.newest)
    visitor = visitor_at(request).owner
    return [summary(tournament, visitor) for tournament in found]


@router.get("/{tournament_id}", summary="A tournament as it stands")
async def get_contest(tournament_id: PublicId, request: Request) -> Document:
    tournament = await find_tournament(tournament_id, request)
    visitor = visitor_at(request).owner
    if tournament.kind == PEOPLE:
        return people_document(tournament, visitor)
    engines = tournaments_of(request).engines
    place = await engines.place(tournament.id) if tournament.state == OPEN else 0
    return engines_document(tournament, await engines.look(tournament), place, visitor)


@router.get("/{tournament_id}/report", response_class=HTMLResponse, summary="The arena's report")
async def get_report(tournament_id: PublicId, request: Request) -> Response:
    _check_rate(tournaments_of(request).writings, request)
    seen = await _seen(tournament_id, request)
    html = await tournaments_of(request).reports.find(tournament_id, seen)
    return HTMLResponse(html, headers={"content-security-policy": policy(html)})


@router.get("/{tournament_id}/standings.json", summary="Standings, ratings and meetings")
async def get_json(tournament_id: PublicId, request: Request) -> Response:
    seen = await _seen(tournament_id, request)
    name = {"content-disposition": f'attachment; filename="tournament-{tournament_id}.json"'}
    return JSONResponse(to_document(seen.plan, seen.standings), headers=name)


@router.get("/{tournament_id}/standings.csv", summary="The table of players as CSV")
async def get_csv(tournament_id: PublicId, request: Request) -> Response:
    seen = await _seen(tournament_id, request)
    name = {"content-disposition": f'attachment; filename="tournament-{tournament_id}.csv"'}
    return PlainTextResponse(to_csv(seen.standings), headers=name, media_type="text/csv")


@router.get("/{tournament_id}/games/{number}", summary="One game with all its boards")
async def get_replay(tournament_id: PublicId, number: Number, request: Request) -> Document:
    _check_rate(tournaments_of(request).replays, request)
    seen = await _seen(tournament_id, request)
    found = [played for played in seen.played if played.fixture.number == number]
    if not found:
        raise HTTPException(404, _("Game not found."))
    return await asyncio.to_thread(replay_document, found[0])


async def _seen(tournament_id: str, request: Request) -> JournalView:
    tournament = await find_tournament(tournament_id, request, ENGINES)
    return await tournaments_of(request).engines.look(tournament)


def _check_rate(rate: RateLimit, request: Request) -> None:
    if not rate.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
