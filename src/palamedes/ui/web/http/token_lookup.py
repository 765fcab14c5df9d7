"""Logins and bot tokens that began at another process, read when they are first seen here."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.bot_tokens import LONGEST, PREFIX, ActiveBotTokens, bot_token_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import TRY_LATER
from palamedes.ui.web.http.tokens import MARK, hash_token
from palamedes.ui.web.http.visitors import ActiveLogins, token_of
from palamedes.ui.web.store.accounts import Login, Visitor

MOST_UNKNOWN = 10_000  # tokens

FindLogin = Callable[[HTTPConnection, str], Awaitable[Login | None]]
FindBot = Callable[[HTTPConnection, str], Awaitable[Visitor | None]]


class TokenLookup:
    """Asks the database about tokens that this process does not know.

    A token is stored before anybody gets it. So one that was not found will never be of use.
    """

    def __init__(
        self,
        logins: ActiveLogins,
        bots: ActiveBotTokens,
        login: FindLogin,
        bot: FindBot,
        has_others: bool,
    ) -> None:
        """Where there are no other processes, nothing is read."""
        self._has_others = has_others
        self._logins, self._bots = logins, bots
        self._find_login, self._find_bot = login, bot
        self._unknown: OrderedDict[str, None] = OrderedDict()

    async def learn(self, connection: HTTPConnection) -> None:
        """Read what the token of a visitor stands for, unless that is known."""
        if not self._has_others:
            return
        bot_token, token = bot_token_of(connection), token_of(connection)
        if bot_token is not None:
            if bot_token.startswith(PREFIX) and self._bots.find(bot_token) is None:
                await self._learn_bot(connection, bot_token)
        elif token is not None and MARK in token:
            await self._learn_login(connection, hash_token(token))

    async def _learn_login(self, connection: HTTPConnection, token_hash: str) -> None:
        if self._logins.find(token_hash) is None and token_hash not in self._unknown:
            if login := await self._find_login(connection, token_hash):
                self._logins.begin(login)
                if await self._find_login(connection, token_hash) is not None:
                    return  # otherwise it ended while it was read
            self._logins.end(token_hash)
            self._note_unknown(token_hash)

    async def _learn_bot(self, connection: HTTPConnection, token: str) -> None:
        token_hash = hash_token(token)
        if len(token) <= LONGEST and token_hash not in self._unknown:
            if bot := await self._find_bot(connection, token_hash):
                self._bots.begin(token_hash, bot)
                if await self._find_bot(connection, token_hash) is not None:
                    return
            self._bots.end(token_hash)
            self._note_unknown(token_hash)

    def _note_unknown(self, token_hash: str) -> None:
        self._unknown[token_hash] = None
        if len(self._unknown) > MOST_UNKNOWN:
            self._unknown.popitem(last=False)


class TokenLookupMiddleware:
    """Learns who a visitor is before anything is done for them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            try:
                await service(connection, TokenLookup).learn(connection)
            except PalamedesError as error:
                await _refuse(error, scope, receive, send)
                return
        await self._app(scope, receive, send)


async def _refuse(error: PalamedesError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": TRY_LATER})
    else:
        await JSONResponse({"detail": str(error)}, 503)(scope, receive, send)
