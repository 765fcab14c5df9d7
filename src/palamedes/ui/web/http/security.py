"""Middleware that protects the server and its visitors: headers, origins, and sizes of bodies."""

from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
}
STRANGE = (421, "this server is not known by that name: palamedes serve --name NAME")
# A page from elsewhere whose name points at this machine must not pass for ours.
OWN_NAMES = {"localhost", gethostname().lower(), f"{gethostname().lower()}.local"}
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


class SecurityMiddleware:
    """Middleware: refuses requests from other sites and bodies too large, and adds the headers."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = ()) -> None:
        self._app, self._names = app, {*OWN_NAMES, *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        is_ours = _is_address(connection.url.hostname) or connection.url.hostname in self._names
        if scope["type"] == "websocket":
            if is_ours:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        complaint = _complaint(connection, scope["method"]) if is_ours else STRANGE
        if complaint:
            await JSONResponse({"detail": complaint[1]}, complaint[0])(
                scope, receive, _dressed(send)
            )
            return
        await self._app(scope, _limited(receive), _dressed(send))


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser says that a page of ours asks; other programs say nothing."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:
        return False


def _is_address(host: str | None) -> bool:
    """Whether a host is named by its number."""
    try:
        ip_address(host or "")
    except ValueError:
        return False
    return True


def _complaint(connection: HTTPConnection, method: str) -> tuple[int, str] | None:
    if method in UNSAFE and not is_same_origin(connection):
        return 403, "requests from other sites are refused"
    if method in UNSAFE and connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return 403, "requests from other sites are refused"
    length = connection.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST_BODY:
        return 413, "too large"
    return None


def _limited(receive: Receive) -> Receive:
    """A body without a stated length must not grow without end either."""
    received = 0

    async def wrapped() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return wrapped


def _dressed(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return wrapped
