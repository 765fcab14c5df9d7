"""Limits how many requests an address may make, before anything is done for them."""

import asyncio
from collections import Counter

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from palamedes.core.language import _
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.turns import Turns

PAUSE = 0.1  # seconds, for every refusal that an address waits for
LONGEST_PAUSE = 4.0  # seconds; shorter than SHUTDOWN_SECONDS of server/run.py
MOST_WAITING = 1000  # refusals in all: each holds a connection


class RequestLimitMiddleware:
    """Refuses requests of an address that asks too much; WebSockets have limits of their own.

    Files, of the pages and of the manual, have a limit of their own. To refuse a request takes two
    thirds of the time of a small answer, so a refusal comes after a pause: a program that waits for
    it before it tries again is slowed down.
    """

    def __init__(self, app: ASGIApp, limits: VisitorLimits) -> None:
        self._app, self._limits = app, limits
        self._turns = Turns()
        self._waiting: Counter[str] = Counter()  # refusals, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = address_of(HTTPConnection(scope))
        if self._allows(address, scope):
            await self._turns.wait(address)
            await self._app(scope, receive, send)
            return
        await self._pause(address)
        refusal = {"detail": _("Too many requests. Please wait a moment.")}
        await JSONResponse(refusal, 429)(scope, receive, send)

    def _allows(self, address: str, scope: Scope) -> bool:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        is_file = path.startswith(("/static/", "/manual/"))
        limit = self._limits.files if is_file else self._limits.requests
        return limit.allows(address)

    async def _pause(self, address: str) -> None:
        """Wait the longer the more refusals of the address wait already."""
        if self._waiting.total() >= MOST_WAITING:
            return
        self._waiting[address] += 1
        try:
            await asyncio.sleep(min(LONGEST_PAUSE, PAUSE * self._waiting[address]))
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
