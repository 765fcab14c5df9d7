"""Tokens of bot accounts: a program sends one with every request, instead of a cookie."""

from collections.abc import Collection
from time import monotonic

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from palamedes.core.language import _
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.tokens import hash_token
from palamedes.ui.web.store.accounts import Visitor

SCHEME = "bearer "
PREFIX = "palamedes-bot-"  # so that a token found somewhere is known for what it is
LONGEST = 100  # characters
SEEN = 30.0  # seconds since the last request after which a bot counts as gone
REFUSED = 1008
FOR_OPERATORS = ("/metrics",)  # paths for which there are tokens of another kind


class ActiveBotTokens:
    """All tokens of bot accounts, by their hashes, and which bots are there."""

    def __init__(self, known: dict[str, Visitor]) -> None:
        self._bots = dict(known)
        self._seen: dict[str, float] = {}  # by owner

    def begin(self, token_hash: str, bot: Visitor) -> None:
        self._bots[token_hash] = bot

    def end(self, token_hash: str) -> None:
        self._bots.pop(token_hash, None)

    def end_all(self, account: int) -> None:
        self.end_all_but(account, ())

    def end_all_but(self, account: int, kept: Collection[str]) -> None:
        """End the tokens of an account, except those with these hashes."""
        self._bots = {
            key: bot for key, bot in self._bots.items() if bot.account != account or key in kept
        }

    def find(self, token_hash: str) -> Visitor | None:
        """The bot with this token; None if it was never given, or has ended."""
        return self._bots.get(token_hash)

    def note(self, bot: Visitor) -> None:
        """Remember that a bot has asked for something."""
        self._seen[bot.owner] = monotonic()

    def online(self) -> dict[str, str]:
        """The names of the bots that are there, by owner."""
        names = {bot.owner: bot.name for bot in self._bots.values()}
        since = monotonic() - SEEN
        self._seen = {owner: seen for owner, seen in self._seen.items() if seen > since}
        return {owner: names[owner] for owner in self._seen if owner in names}


def bot_token_of(connection: HTTPConnection) -> str | None:
    """The token of a bot that a request brings; None without one."""
    path = connection.scope["path"].removeprefix(connection.scope.get("root_path", ""))
    return None if path in FOR_OPERATORS else bearer_token(connection)


def bearer_token(connection: HTTPConnection) -> str | None:
    """The token that a request brings; None without one.

    Other kinds of authorization are not ours: a proxy may ask for them.
    """
    header = connection.headers.get("authorization", "")
    is_token = header[: len(SCHEME)].lower() == SCHEME
    return header[len(SCHEME) :].strip() if is_token else None


class BotTokenMiddleware:
    """Refuses requests with a token that is not valid, before they pass for a guest's."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        token = bot_token_of(connection)
        if token is None or self._admits(connection, token):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": REFUSED})
        else:
            refusal = {"detail": _("This bot token is not valid.")}
            await JSONResponse(refusal, 401)(scope, receive, send)

    def _admits(self, connection: HTTPConnection, token: str) -> bool:
        tokens = service(connection, ActiveBotTokens)
        bot = tokens.find(hash_token(token)) if len(token) <= LONGEST else None
        if bot is not None:
            tokens.note(bot)
        return bot is not None
