"""The API of tournaments for everybody who watches: standings, games, the arena's report."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.responses import Response

from palamedes.arena.documents import to_csv, to_document
from palamedes.core.language import _
from palamedes.ui.web.api import Document, RoomId, hall_of
from palamedes.ui.web.contests.documents import (
    engines_document,
    people_document,
    replay_document,
    summary,
)
from palamedes.ui.web.contests.engines import Seen
from palamedes.ui.web.contests.offices import find_contest, offices_of
from palamedes.ui.web.contests.reports import policy
from palamedes.ui.web.safety import Rate, address_of
from palamedes.ui.web.store.contests import ENGINES, OPEN, PEOPLE
from palamedes.ui.web.visitors import visitor_at

router = APIRouter(prefix="/api/contests", tags=["tournaments"])

Number = Annotated[int, Path(ge=0, le=100_000)]


@router.get("", summary="The newest tournaments")
async def get_contests(request: Request) -> list[Document]:
    found = await hall_of(request).on_disk(offices_of(request).store.newest)
    visitor = visitor_at(request).owner
    return [summary(contest, visitor) for contest in found]


@router.get("/{contest_id}", summary="A tournament as it stands")
async def get_contest(contest_id: RoomId, request: Request) -> Document:
    contest = await find_contest(contest_id, request)
    visitor = visitor_at(request).owner
    if contest.kind == PEOPLE:
        return people_document(contest, visitor)
    line = offices_of(request).line
    place = await line.place(contest.id) if contest.state == OPEN else 0
    return engines_document(contest, await line.look(contest), place, visitor)


@router.get("/{contest_id}/report", response_class=HTMLResponse, summary="The arena's report")
async def get_report(contest_id: RoomId, request: Request) -> Response:
    _check_rate(offices_of(request).writings, request)
    seen = await _seen(contest_id, request)
    html = await offices_of(request).reports.find(contest_id, seen)
    return HTMLResponse(html, headers={"content-security-policy": policy(html)})


@router.get("/{contest_id}/standings.json", summary="Standings, ratings and meetings")
async def get_json(contest_id: RoomId, request: Request) -> Response:
    seen = await _seen(contest_id, request)
    name = {"content-disposition": f'attachment; filename="tournament-{contest_id}.json"'}
    return JSONResponse(to_document(seen.plan, seen.standings), headers=name)


@router.get("/{contest_id}/standings.csv", summary="The table of players as CSV")
async def get_csv(contest_id: RoomId, request: Request) -> Response:
    seen = await _seen(contest_id, request)
    name = {"content-disposition": f'attachment; filename="tournament-{contest_id}.csv"'}
    return PlainTextResponse(to_csv(seen.standings), headers=name, media_type="text/csv")


@router.get("/{contest_id}/games/{number}", summary="One game with all its boards")
async def get_replay(contest_id: RoomId, number: Number, request: Request) -> Document:
    _check_rate(offices_of(request).replays, request)
    seen = await _seen(contest_id, request)
    found = [played for played in seen.played if played.fixture.number == number]
    if not found:
        raise HTTPException(404, _("there is no such game"))
    return await asyncio.to_thread(replay_document, found[0])


async def _seen(contest_id: str, request: Request) -> Seen:
    contest = await find_contest(contest_id, request, ENGINES)
    return await offices_of(request).line.look(contest)


def _check_rate(rate: Rate, request: Request) -> None:
    if not rate.allows(address_of(request)):
        raise HTTPException(429, _("too many requests at once: wait a little"))
