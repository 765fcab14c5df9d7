"""REST routes to make your account a bot account, and for the tokens of its programs."""

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Path, Request
from pydantic import AfterValidator, StringConstraints

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.logins import public_id
from palamedes.ui.web.features.accounts.service import accounts_of, logged_in_visitor
from palamedes.ui.web.http.bot_tokens import PREFIX
from palamedes.ui.web.http.names import check_visible
from palamedes.ui.web.http.tokens import hash_token, new_token
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.bots import MOST_TOKENS

router = APIRouter(prefix="/you")

TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
Label = Annotated[
    str, StringConstraints(max_length=40, strip_whitespace=True), AfterValidator(check_visible)
]


class BotRequest(RequestBody):
    """A confirmation that an account is to be a bot account, for good."""

    sure: Literal[True]


class TokenRequest(RequestBody):
    """A token to be made; the label reminds you where it is used."""

    label: Label = ""


@router.post("/bot", summary="Make your account a bot account, for good")
async def post_bot(body: BotRequest, request: Request) -> Document:
    """Only an account that has not played yet can become a bot account."""
    accounts, visitor = accounts_of(request), logged_in_visitor(request)
    if not visitor.is_bot:
        if not await accounts.server.on_disk(accounts.bots.become_bot, visitor.owner):
            raise HTTPException(
                409, _("This account has already played. Create a new account for your bot.")
            )
        accounts.logins.change(visitor._replace(is_bot=True))
        await accounts.tell_others(visitor.account)
    return {"name": visitor.name, "bot": True}


@router.get("/tokens", summary="The tokens of your bot account")
async def get_tokens(request: Request) -> list[Document]:
    accounts, account = accounts_of(request), _bot_account(request).account
    found = await accounts.server.reading(request, accounts.bots.tokens_of, account)
    return [
        {
            "id": public_id(token.token_hash),
            "label": token.label,
            "created": token.created.isoformat(),
        }
        for token in found
    ]


@router.post("/tokens", status_code=201, summary="Make a token, which is shown only once")
async def post_token(body: TokenRequest, request: Request) -> Document:
    accounts, bot = accounts_of(request), _bot_account(request)
    token = PREFIX + new_token()
    token_hash = hash_token(token)
    # In memory first, as a login: whoever ends all tokens meanwhile ends this one too.
    accounts.bot_tokens.begin(token_hash, bot)
    is_added = False
    try:
        add = accounts.bots.add_token
        is_added = await accounts.server.on_disk(add, token_hash, bot.account, body.label)
    finally:
        if not is_added:
            accounts.bot_tokens.end(token_hash)
    if not is_added:
        text = _("An account can have {number} tokens. Revoke one of them first.")
        raise HTTPException(409, text.format(number=MOST_TOKENS))
    return {"id": public_id(token_hash), "label": body.label, "token": token}


@router.post("/tokens/{token_id}/end", summary="Revoke a token")
async def post_end(token_id: TokenId, request: Request) -> Document:
    accounts, account = accounts_of(request), _bot_account(request).account
    for token in await accounts.server.reading(request, accounts.bots.tokens_of, account):
        if public_id(token.token_hash) == token_id:
            accounts.bot_tokens.end(token.token_hash)
            await accounts.server.on_disk(accounts.bots.end_token, token.token_hash)
            await accounts.tell_others(account)
            return {"ended": 1}
    raise HTTPException(404, _("Token not found."))


def _bot_account(request: Request) -> Visitor:
    visitor = logged_in_visitor(request)
    if not visitor.is_bot:
        raise HTTPException(403, _("Only bot accounts have tokens."))
    return visitor
