"""A health check for monitoring."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from palamedes.core.language import _
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import StoreError

router = APIRouter(include_in_schema=False)

DATABASE_TIMEOUT = 3.0  # seconds


@router.get("/health")
async def get_health(request: Request) -> JSONResponse:
    """Whether games can be saved: writes something as a move would, and waits like one."""
    server = service(request, GameServer)
    try:
        await asyncio.wait_for(server.on_disk(server.store.check), DATABASE_TIMEOUT)
    except StoreError as error:
        return JSONResponse({"status": "trouble", "detail": str(error)}, 503)
    except TimeoutError:
        text = _("The database does not answer.")
        return JSONResponse({"status": "trouble", "detail": text}, 503)
    return JSONResponse({"status": "ok"})
