"""REST routes to create an account, to log in, and to change the password."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import AfterValidator, StringConstraints

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.features.accounts.known_browsers import is_marked, may_be_marked
from palamedes.ui.web.features.accounts.names import clean_name, fold
from palamedes.ui.web.features.accounts.passwords import check_password
from palamedes.ui.web.features.accounts.service import accounts_of, logged_in_visitor
from palamedes.ui.web.http.limits import address_of
from palamedes.ui.web.http.validation import RequestBody, check_encodable
from palamedes.ui.web.http.visitors import current_visitor, new_owner, token_of
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.rated_games import rated_levels
from palamedes.ui.web.store.accounts import Account
from palamedes.ui.web.store.look_alikes import skeleton

router = APIRouter()

Text = Annotated[str, StringConstraints(max_length=400), AfterValidator(check_encodable)]


class Credentials(RequestBody):
    """A name and a password."""

    name: Text
    password: Text


class PasswordChange(RequestBody):
    """The old and the new password."""

    old: Text
    new: Text


@router.get("/you", summary="Your account")
async def get_you(request: Request) -> Document:
    visitor = current_visitor(request)
    if visitor.account is None:
        return {"name": None, "bot": False, "rated": {}}
    levels = await accounts_of(request).server.reading(request, rated_levels)
    return {"name": visitor.name, "bot": visitor.is_bot, "rated": levels}


@router.post("/accounts", status_code=201, summary="Create an account, and log in")
async def post_account(body: Credentials, request: Request, response: Response) -> Document:
    accounts = accounts_of(request)
    try:
        name = clean_name(body.name)
        check_password(body.password, name)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    if not await accounts.allows("new_accounts", address_of(request)):
        raise HTTPException(429, _("Too many new accounts. Please wait a moment."))
    taken = HTTPException(409, _("This name, or one that looks like it, is already taken."))
    if await accounts.server.reading(request, accounts.store.owners_named_like, skeleton(name)):
        raise taken
    password_hash = await hashed_password(body.password, request)
    create = accounts.store.create
    account = await accounts.server.on_disk(create, name, fold(name), password_hash, new_owner())
    if account is None or not await accounts.log_in(account, request, response):
        raise taken
    return {"name": account.name}


@router.post("/logins", summary="Log in")
async def post_login(body: Credentials, request: Request, response: Response) -> Document:
    accounts = accounts_of(request)
    account = await checked_account(body.name, body.password, request)
    if not await accounts.log_in(account, request, response):
        raise _wrong_credentials()
    return {"name": account.name}


@router.post("/you/password", summary="Change your password; all other logins and tokens end")
async def post_password(body: PasswordChange, request: Request, response: Response) -> Document:
    accounts, visitor = accounts_of(request), logged_in_visitor(request)
    try:
        check_password(body.new, visitor.name)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    account = await checked_account(visitor.name, body.old, request)
    password_hash = await hashed_password(body.new, request)
    await accounts.server.on_disk(accounts.store.change_password, account.id, password_hash)
    await accounts.end_all(account.id)
    if not await accounts.log_in(account._replace(password=password_hash), request, response):
        raise _wrong_credentials()
    return {"name": account.name}


async def checked_account(name: str, password: str, request: Request) -> Account:
    """The account with this name and password; HTTP error 401 if one of them is wrong.

    Neither the text nor the time of the answer reveals which one.
    """
    accounts, folded = accounts_of(request), fold(name)[:100]
    if not await _may_try_password(folded, request):
        raise HTTPException(429, _("Too many login attempts. Please wait a moment."))
    account = await accounts.server.reading(request, accounts.store.account_named, folded)
    is_correct = await accounts.passwords.is_correct(
        password, account and account.password, address_of(request)
    )
    if account is None or not is_correct:
        raise _wrong_credentials()
    return account


async def _may_try_password(folded: str, request: Request) -> bool:
    """Whether a password may be tried now.

    A browser that was logged in to the account before has a limit of its own.
    """
    allows, visitor, address = (
        accounts_of(request).allows,
        current_visitor(request),
        address_of(request),
    )
    if visitor.account is not None and fold(visitor.name) == folded:
        return await allows("logins_by_name_and_address", visitor.owner)
    if await _is_known_browser(folded, request):
        return await allows("logins_by_name_and_address", visitor.owner)
    return (
        await allows("logins_by_address", address)
        and await allows("logins_by_name_and_address", f"{folded}\n{address}")
        and await allows("logins_by_name", folded)
    )


async def _is_known_browser(folded: str, request: Request) -> bool:
    """Whether the visitor's token was made for the account of this name."""
    accounts, token = accounts_of(request), token_of(request) or ""
    if not may_be_marked(token):
        return False
    account = await accounts.server.reading(request, accounts.store.account_named, folded)
    return account is not None and is_marked(token, account.password)


async def hashed_password(password: str, request: Request) -> str:
    passwords = accounts_of(request).passwords
    return await passwords.hash_password(password, address_of(request))


def _wrong_credentials() -> HTTPException:
    return HTTPException(401, _("Wrong name or password."))
