"""The language of a visitor: from a cookie, or else the browser's preference."""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from palamedes.core.language import LANGUAGES, set_language

COOKIE = "language"


class LanguageMiddleware:
    """Middleware: answers every request in the visitor's language."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            set_language(language_of(HTTPConnection(scope)))
        await self._app(scope, receive, send)


def language_of(connection: HTTPConnection) -> str:
    """The first language the visitor asks for that is available, or else English."""
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = connection.headers.get("accept-language", "")[:200].lower().split(",")
    codes = (part.strip()[:2] for part in wanted)
    return next((code for code in codes if code in LANGUAGES), "en")
