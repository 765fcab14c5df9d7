"""What protects the server and its visitors: headers, origins, sizes and rates."""

from collections import OrderedDict
from time import monotonic
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
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


class Guard:
    """Middleware: refuses requests from other sites and bodies too large, and adds the headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        complaint = _complaint(HTTPConnection(scope), scope["method"])
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


def address_of(connection: HTTPConnection) -> str:
    """Whose rate counts."""
    return connection.client.host if connection.client else ""


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


class Rate:
    """So many things at once, and then so many a second, for each of many keys."""

    def __init__(self, burst: float, per_second: float, keys: int = 10_000) -> None:
        self._burst, self._per_second, self._keys = burst, per_second, keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Whether there is one more; it is spent then."""
        now = monotonic()
        left, since = self._buckets.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._per_second)
        is_allowed = left >= 1
        self._buckets[key] = (left - is_allowed, now)
        while len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)
        return is_allowed
