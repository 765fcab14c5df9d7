"""REST routes for your logins, and for ending them."""

import hashlib
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request, Response

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.known_browsers import marked_token
from palamedes.ui.web.features.accounts.service import accounts_of, logged_in_visitor
from palamedes.ui.web.http.tokens import hash_token, new_token
from palamedes.ui.web.http.visitors import set_token_cookie, token_of
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.store.accounts import StoredLogin

router = APIRouter(prefix="/you")

LoginId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


@router.get("/logins", summary="Your logins")
async def get_logins(request: Request) -> list[Document]:
    found = await _logins(request)
    own_hash = hash_token(token_of(request) or "")
    return [
        {
            "id": public_id(login.token_hash),
            "browser": login.browser,
            "created": login.created.isoformat(),
            "here": login.token_hash == own_hash,
        }
        for login in found
    ]


@router.post("/logins/{login_id}/end", summary="End one of your logins")
async def post_end(login_id: LoginId, request: Request) -> Document:
    for login in await _logins(request):
        if public_id(login.token_hash) == login_id:
            await accounts_of(request).end_login(login.token_hash)
            return {"ended": 1}
    raise HTTPException(404, _("Session not found."))


@router.post("/logins/end", summary="End all your other logins")
async def post_end_others(request: Request) -> Document:
    own_hash = hash_token(token_of(request) or "")
    found = await _logins(request)
    others = [login.token_hash for login in found if login.token_hash != own_hash]
    for token_hash in others:
        await accounts_of(request).end_login(token_hash)
    return {"ended": len(others)}


@router.post("/logout", summary="Log out; this browser then counts as a new visitor")
async def post_logout(request: Request, response: Response) -> Document:
    accounts, visitor = accounts_of(request), logged_in_visitor(request)
    account = await accounts.server.reading(request, accounts.store.account_of, visitor.owner)
    await accounts.end_login(hash_token(token_of(request) or ""))
    token = new_token() if account is None else marked_token(account.password)
    set_token_cookie(request, response, token)
    return {"name": None}


async def _logins(request: Request) -> Sequence[StoredLogin]:
    accounts, visitor = accounts_of(request), logged_in_visitor(request)
    assert visitor.account is not None
    return await accounts.server.reading(request, accounts.store.logins_of, visitor.account)


def public_id(token_hash: str) -> str:
    """The id of a login or a bot token in addresses; the token hash itself stays secret."""
    return hashlib.sha256(f"login {token_hash}".encode()).hexdigest()[:16]
