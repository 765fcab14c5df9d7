"""Taking everything away, and being forgotten."""

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict

from palamedes.core.language import _
from palamedes.core.record import to_document
from palamedes.ui.web.contests.offices import offices_of
from palamedes.ui.web.people.accounts import Text, checked_account
from palamedes.ui.web.people.desk import Desk, desk_of
from palamedes.ui.web.safety import address_of
from palamedes.ui.web.store import Kept
from palamedes.ui.web.visitors import Visitor, give_token, new_owner, new_token, visitor_at

router = APIRouter(prefix="/you")

FORMAT, VERSION = "palamedes person", 1
AT_ONCE = 20  # games: in between, others get at the store
FILE = 'attachment; filename="palamedes.json"'

Document = dict[str, Any]


class Farewell(BaseModel):
    """Somebody wants to be forgotten: by a password, or who has none by saying so."""

    model_config = ConfigDict(extra="forbid")

    password: Text = ""
    sure: bool = False


@router.post("/export", summary="Everything that is kept about you, as one JSON document")
async def post_export(request: Request) -> StreamingResponse:
    desk, visitor = desk_of(request), visitor_at(request)
    if not desk.rates.exports.allows(visitor.owner or address_of(request)):
        raise HTTPException(429, _("too much at once: wait a little"))
    head = await _head(desk, visitor)
    headers = {"content-disposition": FILE, "cache-control": "no-store"}
    return StreamingResponse(
        _export(desk, visitor.owner, head), media_type="application/json", headers=headers
    )


@router.post("/delete", summary="Delete everything that is kept about you")
async def post_delete(wish: Farewell, request: Request, response: Response) -> Document:
    desk, visitor = desk_of(request), visitor_at(request)
    if visitor.account is not None:
        await checked_account(visitor.name, wish.password, request)
        desk.logins.end_all(visitor.account)
    elif not wish.sure:
        raise HTTPException(422, _("nothing is deleted before you say that you are sure"))
    if visitor.owner:
        await offices_of(request).line.give_up(visitor.owner)
        await _forget(desk, visitor.owner)
    if visitor.account is not None:  # who has logged in meanwhile
        desk.logins.end_all(visitor.account)
    give_token(response, new_token(), request.url.scheme == "https")
    return {"name": None}


async def _forget(desk: Desk, owner: str) -> None:
    """Games that nobody else plays end first, so that nothing of them is written afterwards."""
    hall, dead = desk.hall, new_owner()
    await hall.forget(await hall.on_disk(desk.belongings.games_alone, owner))
    await hall.on_disk(desk.belongings.give_up, owner, dead)
    hall.hand_over(owner, dead, name="")


async def _head(desk: Desk, visitor: Visitor) -> Document:
    """All but the games."""
    on_disk, people = desk.hall.on_disk, desk.people
    account = logins = None
    if visitor.account is not None:
        kept = await on_disk(people.account_of, visitor.owner)
        account = kept and {"name": kept.name, "created": kept.created.isoformat()}
        logins = [
            {"browser": login.browser, "created": login.created.isoformat()}
            for login in await on_disk(people.logins_of, visitor.account)
        ]
    notes = await on_disk(desk.history.notes, visitor.owner)
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": account,
        "logins": logins or [],
        **notes,
    }


async def _export(desk: Desk, owner: str, head: Document) -> AsyncIterator[str]:
    """The document piece by piece, the games last."""
    yield f'{json.dumps(head)[:-1]}, "games": ['
    after, comma = "", ""
    while found := await desk.hall.on_disk(_games, desk, owner, after):
        for game_id, document in found:
            yield f"{comma}{json.dumps(document)}"
            after, comma = game_id, ",\n"
    yield "]}"


def _games(desk: Desk, owner: str, after: str) -> list[tuple[str, Document]]:
    found = desk.history.matches(owner, after, AT_ONCE)
    return [(game_id, _game(game_id, kept, owner)) for game_id, kept in found]


def _game(game_id: str, kept: Kept | None, owner: str) -> Document:
    if kept is None:
        return {"id": game_id, "record": None}
    kept.match.players = kept.names
    return {
        "id": game_id,
        "created": kept.created.isoformat(),
        "rated": kept.rated,
        "step": kept.step,
        "players": list(kept.specs),
        "your_seats": [player + 1 for player in (0, 1) if kept.owners[player] == owner],
        "record": to_document(kept.match),
    }
