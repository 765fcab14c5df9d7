"""Export and deletion of everything that belongs to a visitor."""

import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.service import Accounts, accounts_of
from palamedes.ui.web.features.accounts.sign_in import Text, checked_account
from palamedes.ui.web.features.tournaments.service import tournaments_of
from palamedes.ui.web.http.limits import address_of
from palamedes.ui.web.http.visitors import current_visitor, new_owner, new_token, set_token_cookie
from palamedes.ui.web.live.documents import Document, record_of
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.accounts import Visitor

router = APIRouter(prefix="/you")

FORMAT, VERSION = "palamedes person", 1
CHUNK_SIZE = 20  # games at a time, so that others can use the database in between
ATTACHMENT = 'attachment; filename="palamedes.json"'


class DeleteRequest(BaseModel):
    """A request to delete all data: with an account by password, without one by `sure`."""

    model_config = ConfigDict(extra="forbid")

    password: Text = ""
    sure: bool = False


@router.post("/export", summary="Export all your data, as one JSON document")
async def post_export(request: Request) -> StreamingResponse:
    accounts, visitor = accounts_of(request), current_visitor(request)
    if not accounts.limits.exports.allows(visitor.owner or address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    header = await _header(accounts, visitor)
    headers = {"content-disposition": ATTACHMENT, "cache-control": "no-store"}
    return StreamingResponse(
        _export(accounts, visitor.owner, header), media_type="application/json", headers=headers
    )


@router.post("/delete", summary="Delete all your data")
async def post_delete(body: DeleteRequest, request: Request, response: Response) -> Document:
    accounts, visitor = accounts_of(request), current_visitor(request)
    if visitor.account is not None:
        await checked_account(visitor.name, body.password, request)
        accounts.logins.end_all(visitor.account)
    elif not body.sure:
        raise HTTPException(422, _("Nothing was deleted: please confirm first."))
    if visitor.owner:
        await tournaments_of(request).engines.delete_owned(visitor.owner)
        await _delete_owner(accounts, visitor.owner)
    if visitor.account is not None:  # also ends logins that began meanwhile
        accounts.logins.end_all(visitor.account)
    set_token_cookie(request, response, new_token())
    return {"name": None}


async def _delete_owner(accounts: Accounts, owner: str) -> None:
    """Delete an owner's data. Games without other people are closed first, so they stay deleted."""
    server, placeholder = accounts.server, new_owner()
    await server.close_games(await server.on_disk(accounts.ownership.games_without_others, owner))
    await server.on_disk(accounts.ownership.delete_owner, owner, placeholder)
    server.change_owner(owner, placeholder, name="")


async def _header(accounts: Accounts, visitor: Visitor) -> Document:
    """The document without the games."""
    on_disk, people = accounts.server.on_disk, accounts.store
    account = logins = None
    if visitor.account is not None:
        stored = await on_disk(people.account_of, visitor.owner)
        account = stored and {"name": stored.name, "created": stored.created.isoformat()}
        logins = [
            {"browser": login.browser, "created": login.created.isoformat()}
            for login in await on_disk(people.logins_of, visitor.account)
        ]
    other_rows = await on_disk(accounts.history.other_rows, visitor.owner)
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": account,
        "logins": logins or [],
        **other_rows,
    }


async def _export(accounts: Accounts, owner: str, header: Document) -> AsyncIterator[str]:
    """The document in pieces, the games last."""
    yield f'{json.dumps(header)[:-1]}, "games": ['
    after, comma = "", ""
    while found := await accounts.server.on_disk(_games, accounts, owner, after):
        for game_id, document in found:
            yield f"{comma}{json.dumps(document)}"
            after, comma = game_id, ",\n"
    yield "]}"


def _games(accounts: Accounts, owner: str, after: str) -> list[tuple[str, Document]]:
    found = accounts.history.whole_games(owner, after, CHUNK_SIZE)
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
        "record": record_of(stored),
    }
