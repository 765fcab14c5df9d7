"""The API of a Palamedes server, as docs/api.md describes it, for one bot account."""

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from websockets.sync.client import ClientConnection, connect

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

TIMEOUT = 20.0  # seconds for an answer
LARGEST = 10_000_000  # bytes of an answer
UNAUTHORIZED = 401
BUSY = (429, 502, 503, 504)  # statuses after which it is worth trying again

JsonObject = dict[str, Any]


class UnreachableError(PalamedesError):
    """The server cannot be reached now, or has no time: try again later."""


class RefusalError(PalamedesError):
    """The server refuses a request, and will refuse it again."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: it could take the token to another server."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


class ServerApi:
    """Requests to a server in the name of a bot account."""

    def __init__(self, url: str, token: str) -> None:
        """PalamedesError if the URL or the token cannot be one."""
        self._url = _checked(url)
        if not token.isascii() or not token.isprintable() or not token or " " in token:
            raise PalamedesError(_("the token file must contain one token, and nothing else"))
        self._headers = {"authorization": f"Bearer {token}", "user-agent": "palamedes"}
        self._opener = build_opener(_NoRedirects)

    def get(self, path: str) -> Any:
        return self._ask(Request(self._url + path, headers=self._headers))

    def post(self, path: str, **body: Any) -> Any:
        headers = {**self._headers, "content-type": "application/json"}
        return self._ask(Request(self._url + path, json.dumps(body).encode(), headers))

    def _ask(self, request: Request) -> Any:
        """The answer; UnreachableError or RefusalError if there is none."""
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return json.loads(answer.read(LARGEST))
        except HTTPError as error:
            raise self._refusal(error) from None
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from None
        except ValueError:  # not JSON: another program answers there
            raise RefusalError(0, self._no_palamedes()) from None

    def _refusal(self, error: HTTPError) -> PalamedesError:
        with error:
            detail = _detail(error)
        if error.code in BUSY:
            return UnreachableError(detail or f"HTTP {error.code}")
        if error.code == UNAUTHORIZED:
            text = _("{url} does not know this token; make a new one on the bot's account page")
            return RefusalError(error.code, text.format(url=self._url))
        return RefusalError(error.code, detail or self._no_palamedes())

    def _unreachable(self, error: Exception) -> UnreachableError:
        reason = getattr(error, "reason", None) or error
        text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return UnreachableError(
            _("{url} cannot be reached: {reason}").format(url=self._url, reason=text)
        )

    def _no_palamedes(self) -> str:
        return _("{url} is not a Palamedes server").format(url=self._url)

    def watch(self, game_id: str) -> ClientConnection:
        """A WebSocket that shows a game; OSError or WebSocketException if there is none."""
        address = f"{self._url.replace('http', 'ws', 1)}/api/games/{game_id}/live"
        return connect(address, additional_headers=self._headers, open_timeout=TIMEOUT)


def _checked(url: str) -> str:
    """The address of a server without a slash at its end."""
    refusal = PalamedesError(
        _("{url!r} is not the address of a server, such as https://games.example").format(
            url=url[:80]
        )
    )
    try:
        parts = urlsplit(url)
        is_complete = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise refusal from None
    is_plain = url.isascii() and url.isprintable() and " " not in url
    has_more = parts.query or parts.fragment or parts.username
    if parts.scheme not in ("http", "https") or not is_complete or not is_plain or has_more:
        raise refusal
    return url.rstrip("/")


def _detail(error: HTTPError) -> str:
    """The sentence of a refusal; empty if the answer is not one of ours."""
    try:
        document = json.loads(error.read(LARGEST))
    except (ValueError, OSError, HTTPException):
        return ""
    detail = document.get("detail") if isinstance(document, dict) else None
    return detail[:200] if isinstance(detail, str) else ""
