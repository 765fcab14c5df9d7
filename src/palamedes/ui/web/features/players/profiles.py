"""REST routes for the public profiles of accounts."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from pydantic import AfterValidator

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.history import rating_document
from palamedes.ui.web.features.accounts.names import fold
from palamedes.ui.web.features.accounts.own_games import (
    GameName,
    OpponentKind,
    Page,
    ResultName,
    page_document,
)
from palamedes.ui.web.features.accounts.service import accounts_of
from palamedes.ui.web.features.challenges.lobby import Lobby
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import check_encodable
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.store.accounts import Account
from palamedes.ui.web.store.blocks import BlockStore
from palamedes.ui.web.store.history import GameFilter
from palamedes.ui.web.store.progress import PUZZLE_POOLS

router = APIRouter(prefix="/players")

AccountName = Annotated[str, Path(max_length=100), AfterValidator(check_encodable)]


@router.get("/{name}", summary="The profile of an account: its ratings, and whether it is there")
async def get_profile(name: AccountName, request: Request) -> Document:
    accounts, visitor = accounts_of(request), current_visitor(request)
    account, reading = await find_account(name, request), accounts.server.reading
    histories = await reading(request, accounts.ratings.histories, account.owner)
    store = BlockStore(accounts.server.store.engine)
    blocks = await reading(request, store.of, visitor.owner)
    are_apart = await reading(request, store.are_apart, account.owner, visitor.owner)
    there = {*service(request, Lobby).presence.now().owners, *accounts.bot_tokens.online()}
    return {
        "name": account.name,
        "bot": account.is_bot,
        "since": account.created.date().isoformat(),
        "you": account.owner == visitor.owner,
        "here": account.owner in there and not are_apart,
        "block": next((each.id for each in blocks if each.name == account.name), None),
        "ratings": [
            rating_document(history)
            for history in histories
            if not history.pool.startswith(PUZZLE_POOLS)
        ],
    }


@router.get("/{name}/games", summary="The public games of an account, the newest first")
async def get_games(
    name: AccountName,
    request: Request,
    page: Page = 0,
    game: GameName = "",
    result: ResultName = "",
    opponent: OpponentKind = "",
) -> Document:
    """Public are games that began in the lobby, and those of tournaments."""
    accounts, account = accounts_of(request), await find_account(name, request)
    wanted = GameFilter(game, result, opponent, only_public=True)
    return await accounts.server.reading(
        request, page_document, accounts.history, account.owner, wanted, page
    )


async def find_account(name: str, request: Request) -> Account:
    """The account with a name; HTTP error 404 if not found."""
    accounts = accounts_of(request)
    find = accounts.store.account_named
    account = await accounts.server.reading(request, find, fold(name)[:100])
    if account is None:
        raise HTTPException(404, _("There is no account with this name."))
    return account
