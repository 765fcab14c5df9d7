"""Monitoring: a health check, and metrics for Prometheus."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from palamedes.core.language import _
from palamedes.ui.web.http.limits import VisitorLimits
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


@router.get("/metrics")
async def get_metrics(request: Request) -> PlainTextResponse:
    """Metrics in the text format of Prometheus."""
    server = service(request, GameServer)
    figures = {
        "palamedes_rooms_open": len(server.live_games),
        "palamedes_connections": service(request, VisitorLimits).connections.size,
    }
    resources = server.resources
    for name, queue in (("games", resources.engines), ("studies", resources.analysis_engines)):
        figures[f"palamedes_{name}_engines"] = queue.slots
        figures[f"palamedes_{name}_engines_busy"] = queue.busy
        figures[f"palamedes_{name}_waiting"] = queue.waiting
    lines = (f"# TYPE {name} gauge\n{name} {value}\n" for name, value in figures.items())
    return PlainTextResponse("".join(lines), media_type="text/plain; version=0.0.4")
