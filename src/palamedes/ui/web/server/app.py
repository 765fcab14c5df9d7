"""The server: what it needs while it runs, and the parts of it."""

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from types import ModuleType

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from palamedes.core.files import data_folder
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.ui.web.features import explorer
from palamedes.ui.web.features.accounts import routes as accounts_routes
from palamedes.ui.web.features.accounts.service import open_accounts
from palamedes.ui.web.features.analysis import connection as analysis
from palamedes.ui.web.features.campaign import routes as campaign
from palamedes.ui.web.features.laboratory import routes as laboratory
from palamedes.ui.web.features.puzzles import routes as puzzles
from palamedes.ui.web.features.puzzles.sets import all_sets
from palamedes.ui.web.features.tournaments import public_routes as tournaments_public
from palamedes.ui.web.features.tournaments import routes as tournaments_routes
from palamedes.ui.web.features.tournaments.service import Tournaments
from palamedes.ui.web.http.language import LanguageMiddleware
from palamedes.ui.web.http.security import (
    ConnectionLimit,
    RateLimit,
    SecurityMiddleware,
    refuse_nonsense,
)
from palamedes.ui.web.live import connection as live_games
from palamedes.ui.web.live import routes as games
from palamedes.ui.web.live.documents import catalogue
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server import pages
from palamedes.ui.web.store import GameStore, StoreError
from palamedes.ui.web.store.openings import OpeningStore
from palamedes.ui.web.store.progress import ProgressStore

log = logging.getLogger(__name__)
HEALTHY = 3.0  # seconds that a look at the database may take
PARTS: tuple[ModuleType, ...] = (  # each with a router of its own
    games,
    accounts_routes,
    live_games,
    analysis,
    laboratory,
    explorer,
    tournaments_routes,
    tournaments_public,
    puzzles,
    campaign,
    pages,
)
TIDY = 60.0  # seconds between two looks for rooms in which nobody is


@dataclass(frozen=True)
class Config:
    """What the server is told when it starts."""

    database: str = ""  # a URL; nothing is a file of SQLite in the data folder
    engines: int = max(1, (os.cpu_count() or 2) - 1)  # that think at once
    games_a_minute: int = 60  # that one address may begin
    connections: int = 300  # WebSockets of one address
    proxy: bool = False  # whether a proxy before it says whose requests they are
    names: tuple[str, ...] = ()  # by which browsers may ask for it, beside those it knows


def make_app(config: Config = Config(), store: GameStore | None = None) -> FastAPI:  # noqa: B008 - immutable
    """The server as an ASGI application; the store is opened when it starts, if none is given."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = await asyncio.to_thread(open_store, config.database) if store is None else store
        async with _at_work(app, GameServer(opened, config.engines)):
            yield

    app = FastAPI(
        title="Palamedes",
        version=version("palamedes"),
        description="Play and analyse classic board games.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    _set_limits(app, config)
    app.add_exception_handler(RequestValidationError, refuse_nonsense)
    app.add_exception_handler(HTTPException, pages.lost)
    app.add_exception_handler(StoreError, _say_that_it_cannot_be)
    app.add_middleware(LanguageMiddleware)
    app.add_middleware(SecurityMiddleware, names=config.names)
    for part in PARTS:
        app.include_router(part.router)
    app.add_api_route("/health", _health, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.mount("/static", pages.Assets(directory=pages.STATIC))
    return app


def _set_limits(app: FastAPI, config: Config) -> None:
    """What one address may do."""
    rate = config.games_a_minute
    app.state.creations = RateLimit(burst=rate, per_second=rate / 60)
    app.state.answers = RateLimit(burst=60, per_second=2)  # to puzzles
    app.state.questions = RateLimit(burst=400, per_second=60)
    app.state.crowd = ConnectionLimit(config.connections)


@asynccontextmanager
async def _at_work(app: FastAPI, server: GameServer) -> AsyncIterator[None]:
    """Everything that runs while the server does."""
    engine = server.store.engine
    app.state.server = server
    app.state.people = accounts = await open_accounts(server)
    app.state.logins = accounts.logins
    app.state.tournaments = tournaments = Tournaments(server, data_folder() / "tournaments")
    await tournaments.resume()
    app.state.explorer = explorer.Explorer(OpeningStore(engine))
    app.state.laboratory = laboratory.Laboratory()
    app.state.learning = learning = ProgressStore(engine)
    await campaign.attend(server, learning)
    chores = [
        asyncio.create_task(_tidy(server)),
        asyncio.create_task(asyncio.to_thread(_warm_up)),
    ]
    yield
    for chore in chores:
        chore.cancel()
        with suppress(asyncio.CancelledError):
            await chore
    app.state.explorer.close()
    await tournaments.close()
    accounts.close()
    app.state.laboratory.close()
    await server.close()


async def _tidy(server: GameServer) -> None:
    while True:
        await asyncio.sleep(TIDY)
        try:
            await server.tidy()
        except Exception:
            log.exception("tidying up")


def _warm_up() -> None:
    """Load the rules of all games, so that nobody waits for them at the first page or move.

    What is loaded then stays: the garbage collector need not look at it again.
    """
    catalogue(GAMES)
    for family in GAMES:
        start = Position.start(family.make(family.variants[0]))
        after = start.play(start.codes[0])
        after.board()
        after.state.progress()
    all_sets()
    gc.collect()
    gc.freeze()


def open_store(database: str) -> GameStore:
    """The database at a URL, or else the usual one; PalamedesError if it cannot be opened."""
    url = database or os.environ.get("DATABASE_URL") or _usual_database()
    return GameStore(url.replace("postgres://", "postgresql://", 1))


def _usual_database() -> str:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


async def _say_that_it_cannot_be(_request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, 503)


async def _health(request: Request) -> JSONResponse:
    """Whether games can be kept."""
    server: GameServer = request.app.state.server
    try:
        await asyncio.wait_for(server.on_disk(server.store.check), HEALTHY)
    except (StoreError, TimeoutError) as error:
        return JSONResponse({"status": "trouble", "detail": str(error)}, 503)
    return JSONResponse({"status": "ok"})


async def _metrics(request: Request) -> PlainTextResponse:
    """Figures in the form that Prometheus reads."""
    server: GameServer = request.app.state.server
    figures = {
        "palamedes_rooms_open": len(server.live_games),
        "palamedes_connections": request.app.state.crowd.size,
    }
    for name, pool in (("games", server.pool), ("studies", server.studies)):
        figures[f"palamedes_{name}_engines"] = pool.places
        figures[f"palamedes_{name}_engines_busy"] = pool.busy
        figures[f"palamedes_{name}_waiting"] = pool.waiting
    lines = (f"# TYPE {name} gauge\n{name} {value}\n" for name, value in figures.items())
    return PlainTextResponse("".join(lines), media_type="text/plain; version=0.0.4")
