"""Export and deletion of everything that belongs to a visitor."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, TypeVar

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.service import Accounts, accounts_of
from palamedes.ui.web.features.accounts.sign_in import Text, checked_account
from palamedes.ui.web.features.tournaments.service import tournaments_of
from palamedes.ui.web.http.limits import BusyError, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.tokens import new_token
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.http.visitors import current_visitor, new_owner, set_token_cookie
from palamedes.ui.web.live.documents import Document, record_of
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import GameStore, UnreadableError
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.blocks import BlockStore

router = APIRouter(prefix="/you")

FORMAT, VERSION = "palamedes person", 1
CHUNK_SIZE = 1000  # ids of games at a time
BUSY_PAUSE = 0.5  # seconds
DELETED_AT_ONCE = 50  # games, between which others can save their moves
Found = TypeVar("Found")
ATTACHMENT = 'attachment; filename="palamedes.json"'


class DeleteRequest(RequestBody):
    """A request to delete all data: with an account by password, without one by `sure`."""

    password: Text = ""
    sure: bool = False


@router.post("/export", summary="Export all your data, as one JSON document")
async def post_export(request: Request) -> StreamingResponse:
    accounts, visitor = accounts_of(request), current_visitor(request)
    if not await accounts.allows("exports", visitor.owner or address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    header = await accounts.server.reading(request, _header, accounts, visitor)
    headers = {"content-disposition": ATTACHMENT, "cache-control": "no-store"}
    return StreamingResponse(
        _export(accounts, visitor.owner, request, header),
        media_type="application/json",
        headers=headers,
    )


@router.post("/delete", summary="Delete all your data")
async def post_delete(body: DeleteRequest, request: Request, response: Response) -> Document:
    accounts, visitor = accounts_of(request), current_visitor(request)
    if visitor.account is not None:
        await checked_account(visitor.name, body.password, request)
        accounts.forget_tokens(visitor.account)
    elif not body.sure:
        raise HTTPException(422, _("Nothing was deleted: please confirm first."))
    if visitor.owner:
        await tournaments_of(request).engines.delete_owned(visitor.owner)
        await _delete_owner(accounts, visitor.owner)
    if visitor.account is not None:  # also ends logins that began meanwhile
        accounts.forget_tokens(visitor.account)
        await accounts.tell_others(visitor.account)
    set_token_cookie(request, response, new_token())
    return {"name": None}


async def _delete_owner(accounts: Accounts, owner: str) -> None:
    """Delete an owner's data. Games without other people are closed first, so they stay deleted."""
    server, placeholder = accounts.server, new_owner()
    alone = await server.reading(None, accounts.ownership.games_without_others, owner)
    await server.close_games(alone)
    for first in range(0, len(alone), DELETED_AT_ONCE):
        chunk = alone[first : first + DELETED_AT_ONCE]
        await server.on_disk(accounts.ownership.delete_games, owner, chunk)
    await server.on_disk(accounts.ownership.delete_owner, owner, placeholder)
    await server.change_owner(owner, placeholder, name="")


def _header(accounts: Accounts, visitor: Visitor) -> Document:
    """The document without the games."""
    account, logins, tokens = None, [], []
    if visitor.account is not None:
        stored = accounts.store.account_of(visitor.owner)
        account = stored and {
            "name": stored.name,
            "bot": stored.is_bot,
            "created": stored.created.isoformat(),
        }
        logins = [
            {"browser": login.browser, "created": login.created.isoformat()}
            for login in accounts.store.logins_of(visitor.account)
        ]
        tokens = [
            {"label": token.label, "created": token.created.isoformat()}
            for token in accounts.bots.tokens_of(visitor.account)
        ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": account,
        "logins": logins,
        "bot_tokens": tokens,
        "blocked": [
            {"name": block.name, "created": block.created.isoformat()}
            for block in BlockStore(accounts.server.store.engine).of(visitor.owner)
        ],
        **accounts.history.other_rows(visitor.owner),
    }


async def _export(
    accounts: Accounts, owner: str, request: Request, header: Document
) -> AsyncIterator[str]:
    """The document in pieces, the games last."""
    store, game_ids = accounts.server.store, accounts.history.game_ids
    yield f'{json.dumps(header)[:-1]}, "games": ['
    after, comma = "", ""
    while found := await _read_patiently(request, game_ids, owner, after, CHUNK_SIZE):
        for game_id in found:
            document = await _read_patiently(request, _game, store, game_id, owner)
            yield f"{comma}{json.dumps(document)}"
            after, comma = game_id, ",\n"
    yield "]}"


async def _read_patiently(request: Request, work: Callable[..., Found], *arguments: Any) -> Found:
    """Read when the address may read again: a document that has begun is sent to its end."""
    while True:
        with suppress(BusyError):
            return await service(request, GameServer).reading(request, work, *arguments)
        await asyncio.sleep(BUSY_PAUSE)


def _game(store: GameStore, game_id: str, owner: str) -> Document:
    """A game; without its record if it is damaged, or was deleted meanwhile."""
    stored = None
    with suppress(UnreadableError):
        stored = store.load(game_id)
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
