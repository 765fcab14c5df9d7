"""Middleware that protects the server and its visitors: headers, origins, and sizes of bodies."""

import re
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from palamedes.core.language import _

LARGEST_BODY = 64 * 1024
LONGEST_LENGTH = 20  # digits of a size
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
UNKNOWN_HOST = (421, "unknown host name: start the server with --name NAME to use it")
# Only these host names are answered: otherwise a foreign site whose name is made to point at this
# machine (DNS rebinding) would pass for ours.
OWN_NAMES = {"localhost", gethostname().lower(), f"{gethostname().lower()}.local"}
HOST = re.compile(r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")
UNSAFE_METHODS = ("POST", "PUT", "PATCH", "DELETE")


class SecurityMiddleware:
    """Middleware: refuses foreign hosts, other sites and large bodies, and adds the headers."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = ()) -> None:
        self._app, self._names = app, {*OWN_NAMES, *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        is_ours = self._is_ours(connection)
        if scope["type"] == "websocket":
            if is_ours:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        refusal = _refusal(connection, scope["method"]) if is_ours else UNKNOWN_HOST
        if refusal:
            await JSONResponse({"detail": refusal[1]}, refusal[0])(
                scope, receive, _with_headers(send)
            )
            return
        await self._app(scope, _with_size_limit(receive), _with_headers(send))

    def _is_ours(self, connection: HTTPConnection) -> bool:
        """Whether a request asks for a name of ours, or for an address."""
        header = connection.headers.get("host")
        if header is None:  # not a browser, which always says what it asks for
            return True
        # Not `connection.url`: it replaces what it cannot parse by the address of the server.
        found = HOST.fullmatch(header.lower())
        host = "" if found is None else found["host"].strip("[]")
        return _is_address(host) or host in self._names


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of ours; programs other than browsers send no origin."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _refusal(connection: HTTPConnection, method: str) -> tuple[int, str] | None:
    if method in UNSAFE_METHODS and not is_same_origin(connection):
        return 403, "requests from other sites are refused"
    if method in UNSAFE_METHODS and connection.headers.get("sec-fetch-site") in (
        "cross-site",
        "same-site",
    ):
        return 403, "requests from other sites are refused"
    length = connection.headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > LONGEST_LENGTH or int(length) > LARGEST_BODY:
        return 413, "too large"
    if "\0" in connection.scope["path"] or b"%00" in connection.scope["query_string"]:
        return 422, _("The text contains invisible characters.")
    return None


def _with_size_limit(receive: Receive) -> Receive:
    """Also limit a body that is sent without its length."""
    received = 0

    async def wrapped() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return wrapped


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return wrapped
