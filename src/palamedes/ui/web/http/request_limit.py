"""Limits how many requests an address may make, before anything is done for them."""

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from palamedes.core.language import _
from palamedes.ui.web.http.limits import VisitorLimits, address_of

COST_OF_A_FILE = 0.1  # requests: a page needs some forty files, which cost little


class RequestLimitMiddleware:
    """Refuses requests of an address that asks too much; WebSockets have limits of their own."""

    def __init__(self, app: ASGIApp, limits: VisitorLimits) -> None:
        self._app, self._limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._allows(scope):
            await self._app(scope, receive, send)
            return
        refusal = {"detail": _("Too many requests. Please wait a moment.")}
        await JSONResponse(refusal, 429)(scope, receive, send)

    def _allows(self, scope: Scope) -> bool:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        cost = COST_OF_A_FILE if path.startswith("/static/") else 1.0
        return self._limits.requests.allows(address_of(HTTPConnection(scope)), cost)
