"""Who comes: an unguessable token in a cookie, of which the server keeps only a hash.

Things belong to an owner. Who has not logged in owns things by the hash of the token alone; who has
logged in owns them by the account, from whatever browser, until that login is ended.
"""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from palamedes.ui.web.http.services import service
from palamedes.ui.web.store.accounts import Login, Visitor

COOKIE = "palamedes"
YEAR = 365 * 24 * 3600
PUBLIC_ID = r"^[A-Za-z0-9_-]{6,16}$"  # the public name of a game
SHORTEST = 40  # letters of a token of ours


NOBODY = Visitor("")


class ActiveLogins:
    """Who is logged in, by the hashes of tokens. It is asked all the time, so it is in memory."""

    def __init__(self, known: Iterable[Login] = ()) -> None:
        self._logins = {login.hashed: login for login in known}

    def begin(self, login: Login) -> None:
        self._logins[login.hashed] = login

    def end(self, hashed: str) -> None:
        self._logins.pop(hashed, None)

    def end_all(self, account: int) -> None:
        for hashed, login in list(self._logins.items()):
            if login.visitor.account == account:
                del self._logins[hashed]

    def visitor(self, token: str) -> Visitor:
        """Who brings this token; somebody whom nobody knows, once a login has ended."""
        hashed = hash_of(token)
        login = self._logins.get(hashed)
        if login is not None and login.ends <= datetime.now(UTC):
            self.end(hashed)
            login = None
        return Visitor(hashed) if login is None else login.visitor


def visitor_at(connection: HTTPConnection) -> Visitor:
    """Who asks, as things are now: a login can be ended while a connection is open."""
    token = token_of(connection)
    if token is None:
        return NOBODY
    return service(connection, ActiveLogins).visitor(token)


def welcome(request: Request, response: Response) -> Visitor:
    """Who asks; somebody new is given a token."""
    if token_of(request) is None:
        token = new_token()
        give_token(response, token, request.url.scheme == "https")
        return Visitor(hash_of(token))
    return visitor_at(request)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_owner() -> str:
    """Something to own things by that is the hash of no token."""
    return secrets.token_hex(31)


def new_id() -> str:
    """The public name of a game: it can be shared, and tells nothing."""
    return secrets.token_urlsafe(9)


def token_of(connection: HTTPConnection) -> str | None:
    """The token that a visitor brings, if it can be one of ours."""
    token = connection.cookies.get(COOKIE, "")
    return token if SHORTEST <= len(token) <= 100 else None


def hash_of(token: str) -> str:
    """By what a token is known here."""
    return hashlib.sha256(token.encode()).hexdigest()


def give_token(response: Response, token: str, secure: bool) -> None:
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
