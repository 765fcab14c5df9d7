"""The server as an ASGI application: its routes, middleware and error pages."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from types import ModuleType

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from palamedes.cluster.connection import Cluster
from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.features import explorer, tables
from palamedes.ui.web.features.accounts import routes as accounts
from palamedes.ui.web.features.analysis import connection as analysis
from palamedes.ui.web.features.analysis import objections
from palamedes.ui.web.features.campaign import routes as campaign
from palamedes.ui.web.features.challenges import lobby_connection
from palamedes.ui.web.features.challenges import routes as challenges
from palamedes.ui.web.features.laboratory import routes as laboratory
from palamedes.ui.web.features.learned import routes as learned
from palamedes.ui.web.features.lessons import routes as lessons
from palamedes.ui.web.features.players import routes as players
from palamedes.ui.web.features.puzzles import routes as puzzles
from palamedes.ui.web.features.tournaments import public_routes as tournament_results
from palamedes.ui.web.features.tournaments import routes as tournaments
from palamedes.ui.web.http.bot_tokens import BotTokenMiddleware
from palamedes.ui.web.http.language import LanguageMiddleware
from palamedes.ui.web.http.limits import (
    BusyError,
    ConnectionLimit,
    RateLimit,
    VisitorLimits,
)
from palamedes.ui.web.http.measures import MeasuringMiddleware, RequestMeasures
from palamedes.ui.web.http.operators import Operators, check_operator_token
from palamedes.ui.web.http.proxies import Proxies, ProxyMiddleware
from palamedes.ui.web.http.request_limit import RequestLimitMiddleware
from palamedes.ui.web.http.security import SecurityMiddleware
from palamedes.ui.web.http.services import Services
from palamedes.ui.web.http.token_lookup import TokenLookupMiddleware
from palamedes.ui.web.http.validation import refuse_invalid
from palamedes.ui.web.live import connection as live_games
from palamedes.ui.web.live import routes as games
from palamedes.ui.web.live.compiler import Compiler
from palamedes.ui.web.live.table_builder import NOTHING, TableBuilder
from palamedes.ui.web.server import health, manual, metrics, pages
from palamedes.ui.web.server.assets import STATIC, Assets
from palamedes.ui.web.server.lifespan import running_services
from palamedes.ui.web.server.log import LogFormat
from palamedes.ui.web.store import GameStore, StoreError, UnreadableError
from palamedes.ui.web.store.database import database_url
from palamedes.ui.web.store.server_lock import lock_database

# Each with a router of its own. They are asked in turn, which is a third of what a connection to a
# game costs if it is not the first; when a process ends, everybody connects at once.
PARTS: tuple[ModuleType, ...] = (
    live_games,
    games,
    challenges,
    lobby_connection,
    players,
    accounts,
    analysis,
    objections,
    laboratory,
    explorer,
    tables,
    learned,
    tournaments,
    tournament_results,
    puzzles,
    lessons,
    campaign,
    health,
    metrics,
    manual,
    pages,
)
OTHERS = {"api", "static", "manual", "health", "metrics"}
# The first parts of our own paths: after such a prefix, nobody could tell whether it was removed.
RESERVED = {path.split("/")[1] for path in pages.PAGES} | OTHERS
STATUSES = {BusyError: 429, StoreError: 503, UnreadableError: 410}


@dataclass(frozen=True)
class Config:
    """The settings of a server."""

    database: str = ""  # a URL; "" is an SQLite file in the data folder
    engines: int = max(1, usable_cores() - 1)  # that think at the same time
    cluster: str = ""  # address of a Dask scheduler, on whose workers engines think if it answers
    games_a_minute: int = 60  # new games per address
    requests_a_second: int = 30  # per address
    connections: int = 300  # WebSockets per address
    compiles_ahead: bool = False  # in processes of their own: worth it for a server that stays
    solve: tuple[str, ...] = (NOTHING,)  # what `TableBuilder` builds
    proxies: tuple[str, ...] = ()  # addresses and networks of proxies that are trusted
    root_path: str = ""  # under which a proxy shows the server, such as /games
    log_format: LogFormat = "text"
    metrics_token: str = ""  # without one, only this machine sees the metrics
    names: tuple[str, ...] = ()  # host names the server answers to, beside those it knows


def make_app(config: Config = Config(), store: GameStore | None = None) -> FastAPI:  # noqa: B008 - immutable
    """The server as an ASGI application. Without a store, it opens the database when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = await asyncio.to_thread(open_store, config.database) if store is None else store
        compiler = Compiler() if config.compiles_ahead else None
        cluster = Cluster(config.cluster) if config.cluster else None
        async with running_services(app.state.services, opened, config.engines, compiler, cluster):
            yield

    app = FastAPI(
        title="Palamedes",
        version=version("palamedes"),
        description="Play and analyse classic board games.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.services = Services()
    app.add_exception_handler(RequestValidationError, refuse_invalid)
    app.add_exception_handler(HTTPException, pages.not_found)
    app.add_exception_handler(PalamedesError, _refused)
    app.state.services.add(TableBuilder(config.solve, config.engines))
    _add_middleware(app, config)
    for part in PARTS:
        app.include_router(part.router)
    app.mount("/static", Assets(STATIC))
    app.mount("/manual", Assets(manual.FOLDER))
    return app


def _add_middleware(app: FastAPI, config: Config) -> None:
    """What every request passes through; the last one added is the first one it meets."""
    services: Services = app.state.services
    proxies = Proxies(config.proxies)
    services.add(Operators(proxies, check_operator_token(config.metrics_token)))
    app.add_middleware(BotTokenMiddleware)
    app.add_middleware(TokenLookupMiddleware)
    app.add_middleware(RequestLimitMiddleware, limits=services.add(_limits(config)))
    app.add_middleware(LanguageMiddleware)
    app.add_middleware(SecurityMiddleware, names=config.names)
    app.add_middleware(ProxyMiddleware, proxies=proxies, prefix=_prefix(config.root_path))
    app.add_middleware(MeasuringMiddleware, measures=services.add(RequestMeasures()))


def _limits(config: Config) -> VisitorLimits:
    games, requests = config.games_a_minute, config.requests_a_second
    return VisitorLimits(
        new_games=RateLimit(burst=games, per_second=games / 60),
        puzzle_answers=RateLimit(burst=60, per_second=2),
        questions=RateLimit(burst=400, per_second=60),
        reading=RateLimit(burst=10, per_second=0.4),
        # A class behind one address opens a page at once: thirty times ten requests, forty files.
        requests=RateLimit(burst=10 * requests, per_second=requests),
        files=RateLimit(burst=40 * requests, per_second=2 * requests),
        messages=RateLimit(burst=40 * requests, per_second=4 * requests),
        connections=ConnectionLimit(config.connections),
    )


def _prefix(root_path: str) -> str:
    """The prefix that a root path adds to all paths; raises PalamedesError if it cannot be one."""
    prefix = "/" + root_path.strip("/") if root_path.strip("/") else ""
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)*", prefix) or {".", ".."} & set(prefix.split("/")):
        text = _("--root-path: {path} is not a path such as /games")
        raise PalamedesError(text.format(path=root_path))
    if prefix and prefix.split("/")[1] in RESERVED:
        text = _("--root-path: {path} begins like a page of Palamedes; choose another path")
        raise PalamedesError(text.format(path=root_path))
    return prefix


def open_store(database: str) -> GameStore:
    """The database at a URL, or else the default one, locked for this server.

    Raises PalamedesError if it cannot be opened, or another server is using an SQLite file.
    """
    url = database_url(database)
    lock = lock_database(url, is_shared=True)
    try:
        return GameStore(url, lock)
    except PalamedesError:
        lock.release()
        raise


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    """The answer to what is not possible now, if a route has no answer of its own."""
    status = next((code for kind, code in STATUSES.items() if isinstance(error, kind)), 409)
    return JSONResponse({"detail": str(error)}, status)
