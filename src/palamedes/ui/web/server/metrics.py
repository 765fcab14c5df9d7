"""Metrics for Prometheus, in its text format."""

import asyncio
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import accumulate
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import PlainTextResponse

from palamedes.core.language import _
from palamedes.ui.web.http.bot_tokens import ActiveBotTokens
from palamedes.ui.web.http.limits import VisitorLimits
from palamedes.ui.web.http.measures import Durations, RequestMeasures
from palamedes.ui.web.http.operators import Operators
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import StoreError

router = APIRouter(include_in_schema=False)

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
DATABASE_TIMEOUT = 1.0  # seconds
STARTED = time.time()
STATUS, DESCRIPTORS = Path("/proc/self/statm"), Path("/proc/self/fd")  # what Linux tells of us

Values = float | Mapping[str, float]  # one, or some by their labels


@router.get("/metrics")
async def get_metrics(request: Request) -> PlainTextResponse:
    """How the server is doing, for its operator."""
    if not service(request, Operators).admits(request):
        text = _("Metrics are for this machine, or for a token: see --metrics-token.")
        raise HTTPException(403, text)
    size = await _database_size(service(request, GameServer))
    lines = [
        *_of_requests(request),
        *_of_games(request),
        *_of_engines(service(request, GameServer)),
        *_of_the_database(service(request, GameServer), size),
        *_of_the_process(),
    ]
    return PlainTextResponse("".join(f"{line}\n" for line in lines), media_type=MEDIA_TYPE)


async def _database_size(server: GameServer) -> int | None:
    """The size of the database; None if it does not answer."""
    with suppress(StoreError, TimeoutError):
        size = server.reading(None, server.store.size)
        return await asyncio.wait_for(size, DATABASE_TIMEOUT)
    return None


def _of_requests(request: Request) -> Iterator[str]:
    measures = service(request, RequestMeasures)
    by_class = {f'status="{kind}xx"': measures.by_class[kind] for kind in range(2, 6)}
    yield from _metric(
        "palamedes_requests_total", "counter", "HTTP requests, by class of status.", by_class
    )
    yield from _histogram(
        "palamedes_request_duration_seconds", "Time to answer a request.", measures.durations
    )
    sockets = service(request, VisitorLimits).connections.size
    yield from _metric("palamedes_websockets", "gauge", "Open WebSockets.", sockets)


def _of_games(request: Request) -> Iterator[str]:
    games = service(request, GameServer).live_games
    played = sum(live.is_played for live in list(games.values()))
    bots = len(service(request, ActiveBotTokens).online())
    yield from _metric("palamedes_games_open", "gauge", "Games held in memory.", len(games))
    text = "Games in progress that somebody plays or watches."
    yield from _metric("palamedes_games_live", "gauge", text, played)
    yield from _metric("palamedes_bots_online", "gauge", "Bot accounts that are online.", bots)


def _of_engines(server: GameServer) -> Iterator[str]:
    queues = {
        'queue="games"': server.resources.engines,
        'queue="analyses"': server.resources.analysis_engines,
    }
    for name, text, values in (
        ("slots", "Engines that may think at once.", {key: q.desks for key, q in queues.items()}),
        ("running", "Engines that think.", {key: q.busy for key, q in queues.items()}),
        ("waiting", "Requests for an engine.", {key: q.waiting for key, q in queues.items()}),
    ):
        yield from _metric(f"palamedes_engines_{name}", "gauge", text, values)


def _of_the_database(server: GameServer, size: int | None) -> Iterator[str]:
    resources = server.resources
    text = "Moves that were saved."
    yield from _metric("palamedes_moves_saved_total", "counter", text, resources.saved_moves)
    text = "Time until a change of a game is saved."
    yield from _histogram("palamedes_save_duration_seconds", text, resources.saves)
    text = "Errors of the database."
    yield from _metric("palamedes_database_errors_total", "counter", text, server.store.errors)
    if size is not None:
        text = "Bytes that the database takes on disk."
        yield from _metric("palamedes_database_size_bytes", "gauge", text, size)


def _of_the_process() -> Iterator[str]:
    """The figures that Prometheus expects of every process, under the names it has for them."""
    seconds = time.process_time()
    text = "Processor time, of users and the system."
    yield from _metric("process_cpu_seconds_total", "counter", text, seconds)
    text = "When the process started, in seconds since 1970."
    yield from _metric("process_start_time_seconds", "gauge", text, STARTED)
    with suppress(OSError, AttributeError, ValueError):  # only Linux tells
        pages = int(STATUS.read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        yield from _metric("process_resident_memory_bytes", "gauge", "Memory in use.", memory)
        descriptors = sum(1 for _each in DESCRIPTORS.iterdir())
        text = "Open file descriptors."
        yield from _metric("process_open_fds", "gauge", text, descriptors)


def _metric(name: str, kind: str, text: str, values: Values) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
    if isinstance(values, Mapping):
        for labels, value in values.items():
            yield f"{name}{{{labels}}} {value}"
    else:
        yield f"{name} {values}"


def _histogram(name: str, text: str, durations: Durations) -> Iterator[str]:
    """For each bound, the number of durations that are not longer."""
    bounds = [*map(str, durations.bounds), "+Inf"]
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} histogram"
    counts = list(accumulate(durations.counts))
    for bound, count in zip(bounds, counts, strict=True):
        yield f'{name}_bucket{{le="{bound}"}} {count}'
    yield f"{name}_sum {durations.sum}"
    yield f"{name}_count {counts[-1]}"
