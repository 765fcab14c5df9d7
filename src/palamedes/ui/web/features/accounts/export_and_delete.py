"""Taking everything away, and being forgotten."""

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict

from palamedes.core.language import _
from palamedes.core.record import to_document
from palamedes.ui.web.features.accounts.service import Accounts, accounts_of
from palamedes.ui.web.features.accounts.sign_in import Text, checked_account
from palamedes.ui.web.features.tournaments.service import tournaments_of
from palamedes.ui.web.http.limits import address_of
from palamedes.ui.web.http.visitors import give_token, new_owner, new_token, visitor_at
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.accounts import Visitor

router = APIRouter(prefix="/you")

FORMAT, VERSION = "palamedes person", 1
AT_ONCE = 20  # games: in between, others get at the store
FILE = 'attachment; filename="palamedes.json"'

Document = dict[str, Any]


class DeleteRequest(BaseModel):
    """Somebody wants to be forgotten: by a password, or who has none by saying so."""

    model_config = ConfigDict(extra="forbid")

    password: Text = ""
    sure: bool = False


@router.post("/export", summary="Everything that is kept about you, as one JSON document")
async def post_export(request: Request) -> StreamingResponse:
    accounts, visitor = accounts_of(request), visitor_at(request)
    if not accounts.limits.exports.allows(visitor.owner or address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    head = await _head(accounts, visitor)
    headers = {"content-disposition": FILE, "cache-control": "no-store"}
    return StreamingResponse(
        _export(accounts, visitor.owner, head), media_type="application/json", headers=headers
    )


@router.post("/delete", summary="Delete everything that is kept about you")
async def post_delete(wish: DeleteRequest, request: Request, response: Response) -> Document:
    accounts, visitor = accounts_of(request), visitor_at(request)
    if visitor.account is not None:
        await checked_account(visitor.name, wish.password, request)
        accounts.logins.end_all(visitor.account)
    elif not wish.sure:
        raise HTTPException(422, _("Nothing was deleted: please confirm first."))
    if visitor.owner:
        await tournaments_of(request).engines.give_up(visitor.owner)
        await _forget(accounts, visitor.owner)
    if visitor.account is not None:  # who has logged in meanwhile
        accounts.logins.end_all(visitor.account)
    give_token(response, new_token(), request.url.scheme == "https")
    return {"name": None}


async def _forget(accounts: Accounts, owner: str) -> None:
    """Games that nobody else plays end first, so that nothing of them is written afterwards."""
    server, dead = accounts.server, new_owner()
    await server.forget(await server.on_disk(accounts.ownership.games_alone, owner))
    await server.on_disk(accounts.ownership.give_up, owner, dead)
    server.change_owner(owner, dead, name="")


async def _head(accounts: Accounts, visitor: Visitor) -> Document:
    """All but the games."""
    on_disk, people = accounts.server.on_disk, accounts.store
    account = logins = None
    if visitor.account is not None:
        stored = await on_disk(people.account_of, visitor.owner)
        account = stored and {"name": stored.name, "created": stored.created.isoformat()}
        logins = [
            {"browser": login.browser, "created": login.created.isoformat()}
            for login in await on_disk(people.logins_of, visitor.account)
        ]
    notes = await on_disk(accounts.history.notes, visitor.owner)
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": account,
        "logins": logins or [],
        **notes,
    }


async def _export(accounts: Accounts, owner: str, head: Document) -> AsyncIterator[str]:
    """The document piece by piece, the games last."""
    yield f'{json.dumps(head)[:-1]}, "games": ['
    after, comma = "", ""
    while found := await accounts.server.on_disk(_games, accounts, owner, after):
        for game_id, document in found:
            yield f"{comma}{json.dumps(document)}"
            after, comma = game_id, ",\n"
    yield "]}"


def _games(accounts: Accounts, owner: str, after: str) -> list[tuple[str, Document]]:
    found = accounts.history.matches(owner, after, AT_ONCE)
    return [(game_id, _game(game_id, stored, owner)) for game_id, stored in found]


def _game(game_id: str, stored: StoredGame | None, owner: str) -> Document:
    if stored is None:
        return {"id": game_id, "record": None}
    stored.match.players = stored.names
    return {
        "id": game_id,
        "created": stored.created.isoformat(),
        "rated": stored.rated,
        "step": stored.challenge,
        "players": [side.spec for side in stored.sides],
        "your_seats": [player + 1 for player in stored.players_of(owner)],
        "record": to_document(stored.match),
    }
