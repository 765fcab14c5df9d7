"""Visitors: each has an unguessable token in a cookie, of which the server stores only the hash.

The programs of bot accounts send a token of another kind in a header (`bot_tokens.py`).

Games and results belong to an owner, which is a text. Without a login, the owner is the hash of the
token. With a login, it is the owner of the account, in every browser, until that login ends.
"""

import secrets
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from palamedes.ui.web.http.bot_tokens import ActiveBotTokens, bot_token_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.tokens import hash_token, new_token
from palamedes.ui.web.store.accounts import Login, Visitor

COOKIE = "palamedes"
YEAR = 365 * 24 * 3600
PUBLIC_ID = r"^[A-Za-z0-9_-]{6,16}$"  # of a game or a tournament
PROOF = "palamedes.proof"  # where a scope keeps what `_proof_of` has found
SHORTEST_TOKEN, LONGEST_TOKEN = 40, 100  # characters

ANONYMOUS = Visitor("")  # without a cookie


class ActiveLogins:
    """All logins, by token hash. Every request needs them, so they are held in memory."""

    def __init__(self, known: Iterable[Login] = ()) -> None:
        self._logins = {
            login.token_hash: login for login in sorted(known, key=lambda login: login.ends)
        }

    def begin(self, login: Login) -> None:
        self._forget_expired()
        self._logins[login.token_hash] = login

    def _forget_expired(self) -> None:
        """Forget the logins that have ended. All last equally long, so the oldest come first."""
        now = datetime.now(UTC)
        while self._logins and (oldest := next(iter(self._logins.values()))).ends <= now:
            del self._logins[oldest.token_hash]

    def find(self, token_hash: str) -> Visitor | None:
        """The visitor of a login; None if it is not known here."""
        login = self._logins.get(token_hash)
        return None if login is None else login.visitor

    def change(self, visitor: Visitor) -> None:
        """Replace what is known of the visitor in all logins of an account."""
        for token_hash, login in self._logins.items():
            if login.visitor.account == visitor.account:
                self._logins[token_hash] = login._replace(visitor=visitor)

    def end(self, token_hash: str) -> None:
        self._logins.pop(token_hash, None)

    def end_all(self, account: int) -> None:
        self.end_all_but(account, ())

    def end_all_but(self, account: int, kept: Collection[str]) -> None:
        """End the logins of an account, except those with these token hashes."""
        for token_hash, login in list(self._logins.items()):
            if login.visitor.account == account and token_hash not in kept:
                del self._logins[token_hash]

    def visitor(self, token_hash: str) -> Visitor:
        """The visitor with this token; once a login has ended, one without an account."""
        login = self._logins.get(token_hash)
        if login is not None and login.ends <= datetime.now(UTC):
            self.end(token_hash)
            login = None
        return Visitor(token_hash) if login is None else login.visitor


def current_visitor(connection: HTTPConnection) -> Visitor:
    """The visitor behind a connection, as of now: a login can end while a connection is open."""
    proof = connection.scope.get(PROOF)
    if proof is None:
        proof = connection.scope[PROOF] = _proof_of(connection)
    if not proof.token_hash:
        return ANONYMOUS
    if proof.is_of_bot:
        return service(connection, ActiveBotTokens).find(proof.token_hash) or ANONYMOUS
    return service(connection, ActiveLogins).visitor(proof.token_hash)


class _Proof(NamedTuple):
    """Who a connection claims to be: the hash of its token; "" without one."""

    token_hash: str
    is_of_bot: bool


def _proof_of(connection: HTTPConnection) -> _Proof:
    """What a connection brings. It is read once: every message of a WebSocket asks for it."""
    bot_token = bot_token_of(connection)
    token = token_of(connection) if bot_token is None else bot_token
    return _Proof("" if token is None else hash_token(token), bot_token is not None)


def ensure_visitor(request: Request, response: Response) -> Visitor:
    """The visitor behind a request; a new one gets a cookie."""
    visitor = current_visitor(request)
    if visitor.owner:
        return visitor
    token = new_token()
    set_token_cookie(request, response, token)
    return Visitor(hash_token(token))


def new_owner() -> str:
    """A random owner that is not the hash of a token: it has 62 characters, a hash has 64."""
    return secrets.token_hex(31)


def new_id() -> str:
    """A random public id, for the address of a game or a tournament."""
    return secrets.token_urlsafe(9)


def token_of(connection: HTTPConnection) -> str | None:
    """The token in the cookie; None without one, or if it cannot be one of ours."""
    token = connection.cookies.get(COOKIE, "")
    return token if SHORTEST_TOKEN <= len(token) <= LONGEST_TOKEN else None


def set_token_cookie(request: Request, response: Response, token: str) -> None:
    response.set_cookie(
        COOKIE,
        token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=f"{request.scope['root_path']}/",
    )
