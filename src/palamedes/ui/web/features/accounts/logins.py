"""Logins: the browsers in which somebody is logged in, and how they end."""

import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request, Response

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.service import accounts_of, somebody
from palamedes.ui.web.http.visitors import give_token, hash_of, new_token, token_of

router = APIRouter(prefix="/you")

LoginId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
Document = dict[str, Any]


@router.get("/logins", summary="Where you are logged in")
async def get_logins(request: Request) -> list[Document]:
    accounts, visitor = accounts_of(request), somebody(request)
    found = await accounts.server.on_disk(accounts.store.logins_of, visitor.account)
    here = hash_of(token_of(request) or "")
    return [
        {
            "id": _public(login.hashed),
            "browser": login.browser,
            "created": login.created.isoformat(),
            "here": login.hashed == here,
        }
        for login in found
    ]


@router.post("/logins/{login_id}/end", summary="End one of your logins")
async def post_end(login_id: LoginId, request: Request) -> Document:
    accounts, visitor = accounts_of(request), somebody(request)
    for login in await accounts.server.on_disk(accounts.store.logins_of, visitor.account):
        if _public(login.hashed) == login_id:
            await accounts.end_login(login.hashed)
            return {"ended": 1}
    raise HTTPException(404, _("Session not found."))


@router.post("/logins/end", summary="End all your logins but this one")
async def post_end_others(request: Request) -> Document:
    accounts, visitor = accounts_of(request), somebody(request)
    here = hash_of(token_of(request) or "")
    found = await accounts.server.on_disk(accounts.store.logins_of, visitor.account)
    others = [login.hashed for login in found if login.hashed != here]
    for hashed in others:
        await accounts.end_login(hashed)
    return {"ended": len(others)}


@router.post("/logout", summary="Log out: this browser is a new visitor then")
async def post_logout(request: Request, response: Response) -> Document:
    accounts = accounts_of(request)
    somebody(request)
    await accounts.end_login(hash_of(token_of(request) or ""))
    give_token(response, new_token(), request.url.scheme == "https")
    return {"name": None}


def _public(hashed: str) -> str:
    """By what a login is called in public: its hash, which is as good as a key, is not told."""
    return hashlib.sha256(f"login {hashed}".encode()).hexdigest()[:16]
