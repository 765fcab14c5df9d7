"""Proxies: what they tell about a visitor, and the path under which they show the server."""

import logging
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.http.limits import RateLimit, counted_address

log = logging.getLogger(__name__)
FORWARDING_HEADERS = ("x-forwarded-for", "x-forwarded-proto", "forwarded")
OTHER_MARKS = ("via", "x-real-ip", "x-forwarded-host")  # that proxies leave, but not to be believed
MOST_HOPS = 20  # entries of X-Forwarded-For that are looked at, the latest ones
ONCE_A_DAY = 1 / 86_400  # times per second
SECURE = {"http": "https", "ws": "wss"}

Address = IPv4Address | IPv6Address


class Proxies:
    """The proxies that are trusted, given as addresses or networks such as 172.16.0.0/12."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Raises PalamedesError if a text is not an address or a network."""
        self._networks = [_network(text) for text in texts]

    def trusts(self, host: str) -> bool:
        """Whether a host is one of the proxies."""
        address = _address(host)
        return address is not None and any(address in network for network in self._networks)

    def visitor(self, forwarded_for: str) -> str:
        """The visitor of whom a proxy tells; empty if it tells of none.

        Each proxy appends the address of its client, so the last one that is no proxy is the
        visitor's. What stands before it can be forged, and so can anything before a wrong entry.
        """
        visitor = ""
        for entry in reversed(forwarded_for.split(",")[-MOST_HOPS:]):
            address = _address(_without_port(entry.strip()))
            if address is None:
                break
            visitor = str(address)
            if not self.trusts(visitor):
                break
        return visitor


class ProxyMiddleware:
    """Middleware: finds the visitor behind a trusted proxy, and removes the prefix of the path.

    A proxy may remove the prefix itself or keep it.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies, prefix: str = "") -> None:
        self._app, self._proxies, self._prefix = app, proxies, prefix
        self._warnings = RateLimit(burst=1, per_second=ONCE_A_DAY, keys=100)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            peer, _port = scope.get("client") or ("", 0)
            scope = {**scope, "peer": peer, **self._visitor(scope), **self._path(scope)}
        await self._app(scope, receive, send)

    def _visitor(self, scope: Scope) -> dict[str, Any]:
        """The client and the scheme of a request, if a proxy that is trusted tells them."""
        headers = Headers(scope=scope)
        host, _port = scope.get("client") or ("", 0)
        if not any(name in headers for name in FORWARDING_HEADERS):
            return {}
        if not self._proxies.trusts(host):
            self._warn(host)
            return {}
        told: dict[str, Any] = {}
        visitor = self._proxies.visitor(",".join(headers.getlist("x-forwarded-for")))
        if visitor:
            told["client"] = (visitor, 0)
        if headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower() == "https":
            told["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
        return told

    def _warn(self, host: str) -> None:
        """Warn about each address once a day: an operator may have forgotten to name the proxy."""
        if self._warnings.allows(counted_address(host)):
            log.warning(
                "%s sends forwarding headers, which are ignored; if it is your proxy, start the "
                "server with --proxy %s",
                host,
                host,
            )

    def _path(self, scope: Scope) -> dict[str, Any]:
        """The path with the prefix, whether the proxy keeps or removes it."""
        prefix, path = self._prefix, scope["path"]
        if not prefix:
            return {}
        has_prefix = path == prefix or path.startswith(f"{prefix}/")
        return {"root_path": prefix, "path": path if has_prefix else prefix + path}


def peer_of(connection: HTTPConnection) -> str:
    """The host that a request really comes from: a visitor, or the last proxy."""
    peer: str = connection.scope["peer"]
    return peer


def is_forwarded(connection: HTTPConnection) -> bool:
    """Whether a request has passed a proxy, as far as it tells."""
    return any(name in connection.headers for name in (*FORWARDING_HEADERS, *OTHER_MARKS))


def _network(text: str) -> Any:
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        error = _("--proxy: {text} is not an address or a network such as 172.16.0.0/12")
        raise PalamedesError(error.format(text=text)) from None


def _address(text: str) -> Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _without_port(entry: str) -> str:
    """An address in X-Forwarded-For: some proxies add a port, as in 192.0.2.1:80 or [::1]:80."""
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    return entry.partition(":")[0] if entry.count(":") == 1 else entry
