"""Who comes: an unguessable token in a cookie, of which the server keeps only a hash."""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "palamedes"
YEAR = 365 * 24 * 3600
ROOM_ID = r"^[A-Za-z0-9_-]{6,16}$"  # the public name of a game
SHORTEST = 40  # letters of a token of ours


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """The public name of a game: it can be shared, and tells nothing."""
    return secrets.token_urlsafe(9)


def token_of(connection: HTTPConnection) -> str | None:
    """The token that a visitor brings, if it can be one of ours."""
    token = connection.cookies.get(COOKIE, "")
    return token if SHORTEST <= len(token) <= 100 else None


def visitor_of(token: str) -> str:
    """By what a visitor is known."""
    return hashlib.sha256(token.encode()).hexdigest()


def give_token(response: Response, token: str, secure: bool) -> None:
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
