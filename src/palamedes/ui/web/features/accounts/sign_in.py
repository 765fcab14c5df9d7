"""Accounts: who you are, a new account, another password."""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.features.accounts.names import clean_name, fold
from palamedes.ui.web.features.accounts.passwords import BusyError, check_password
from palamedes.ui.web.features.accounts.service import accounts_of, somebody
from palamedes.ui.web.http.limits import address_of
from palamedes.ui.web.http.validation import check_letters
from palamedes.ui.web.http.visitors import new_owner, visitor_at
from palamedes.ui.web.live.rated import rated_levels
from palamedes.ui.web.store.accounts import Account

router = APIRouter()

Text = Annotated[str, StringConstraints(max_length=400), AfterValidator(check_letters)]
Document = dict[str, Any]


class Credentials(BaseModel):
    """Who somebody says to be."""

    model_config = ConfigDict(extra="forbid")

    name: Text
    password: Text


class NewPassword(BaseModel):
    """A password in place of the one until now."""

    model_config = ConfigDict(extra="forbid")

    old: Text
    new: Text


@router.get("/you", summary="Who you are")
async def get_you(request: Request) -> Document:
    visitor = visitor_at(request)
    if visitor.account is None:
        return {"name": None, "rated": {}}
    levels = await accounts_of(request).server.on_disk(rated_levels)
    return {"name": visitor.name, "rated": levels}


@router.post("/accounts", status_code=201, summary="Make an account, and log in")
async def post_account(wish: Credentials, request: Request, response: Response) -> Document:
    accounts = accounts_of(request)
    try:
        name = clean_name(wish.name)
        check_password(wish.password)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    if not accounts.limits.creations.allows(address_of(request)):
        raise HTTPException(429, _("Too many new accounts. Please wait a moment."))
    taken = HTTPException(409, _("This name is already taken."))
    if await accounts.server.on_disk(accounts.store.account, fold(name)) is not None:
        raise taken
    hashed = await hashed_password(wish.password, request)
    create = accounts.store.create
    account = await accounts.server.on_disk(create, name, fold(name), hashed, new_owner())
    if account is None or not await accounts.enter(account, request, response):
        raise taken
    return {"name": account.name}


@router.post("/logins", summary="Log in")
async def post_login(wish: Credentials, request: Request, response: Response) -> Document:
    accounts = accounts_of(request)
    account = await checked_account(wish.name, wish.password, request)
    if not await accounts.enter(account, request, response):
        raise _wrong()
    return {"name": account.name}


@router.post("/you/password", summary="Change your password; all other logins end")
async def post_password(wish: NewPassword, request: Request, response: Response) -> Document:
    accounts, visitor = accounts_of(request), somebody(request)
    try:
        check_password(wish.new)
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    account = await checked_account(visitor.name, wish.old, request)
    hashed = await hashed_password(wish.new, request)
    await accounts.server.on_disk(accounts.store.change_password, account.id, hashed)
    await accounts.server.on_disk(accounts.store.end_logins, account.id)
    accounts.logins.end_all(account.id)
    if not await accounts.enter(account._replace(password=hashed), request, response):
        raise _wrong()
    return {"name": account.name}


async def checked_account(name: str, password: str, request: Request) -> Account:
    """The account with this name and password; what is wrong is not said, by words or by time."""
    accounts, folded = accounts_of(request), fold(name)[:100]
    if not _may_try(folded, request):
        raise HTTPException(429, _("Too many login attempts. Please wait a moment."))
    account: Account | None = await accounts.server.on_disk(accounts.store.account, folded)
    try:
        is_right = await accounts.passwords.is_right(password, account and account.password)
    except BusyError as error:
        raise HTTPException(429, str(error)) from None
    if account is None or not is_right:
        raise _wrong()
    return account


def _may_try(folded: str, request: Request) -> bool:
    """Whether a password may be tried now. Who is logged in has tries that nobody else uses up."""
    limits, visitor, address = accounts_of(request).limits, visitor_at(request), address_of(request)
    if visitor.account is not None and fold(visitor.name) == folded:
        return limits.names.allows(visitor.owner)
    return (
        limits.addresses.allows(address)
        and limits.names.allows(f"{folded}\n{address}")
        and limits.everywhere.allows(folded)
    )


async def hashed_password(password: str, request: Request) -> str:
    try:
        return await accounts_of(request).passwords.hashed(password)
    except BusyError as error:
        raise HTTPException(429, str(error)) from None


def _wrong() -> HTTPException:
    return HTTPException(401, _("Wrong name or password."))
