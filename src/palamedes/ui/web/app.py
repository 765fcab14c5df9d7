"""The server: what it needs while it runs, and the parts of it."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse

from palamedes.core.files import data_folder
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.ui.web import analysis, api, live, pages
from palamedes.ui.web.documents import catalogue
from palamedes.ui.web.rooms import Hall
from palamedes.ui.web.safety import Guard, Rate
from palamedes.ui.web.speech import Speech
from palamedes.ui.web.store import Store, StoreError

TIDY = 60.0  # seconds between two looks for rooms in which nobody is


@dataclass(frozen=True)
class Config:
    """What the server is told when it starts."""

    database: str = ""  # a URL; nothing is a file of SQLite in the data folder
    engines: int = max(1, (os.cpu_count() or 2) - 1)  # that think at once
    games_a_minute: int = 60  # that one address may begin


def make_app(config: Config = Config()) -> FastAPI:  # noqa: B008 - immutable
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, config.database or _usual_database())
        app.state.hall = hall = Hall(store, config.engines)
        chores = [
            asyncio.create_task(_tidy(hall)),
            asyncio.create_task(asyncio.to_thread(_warm_up)),
        ]
        yield
        for chore in chores:
            chore.cancel()
            with suppress(asyncio.CancelledError):
                await chore
        await hall.close()

    app = FastAPI(
        title="Palamedes",
        description="Play and analyse classic board games.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.add_exception_handler(RequestValidationError, _say_what_is_wrong)
    app.add_exception_handler(StoreError, _say_that_it_cannot_be)
    rate = config.games_a_minute
    app.state.creations = Rate(burst=rate, per_second=rate / 60)
    app.add_middleware(Speech)
    app.add_middleware(Guard)
    app.include_router(api.router)
    app.include_router(live.router)
    app.include_router(analysis.router)
    app.include_router(pages.router)
    app.add_api_route("/health", _health, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.mount("/static", pages.Assets(directory=pages.STATIC))
    return app


async def _tidy(hall: Hall) -> None:
    while True:
        await asyncio.sleep(TIDY)
        await hall.tidy()


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
    gc.collect()
    gc.freeze()


def _usual_database() -> str:
    if url := os.environ.get("DATABASE_URL"):
        return url
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


async def _say_what_is_wrong(_request: Request, error: Exception) -> JSONResponse:
    """One line. What was sent is not repeated: it may be anything."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return JSONResponse({"detail": _ascii(f"{place}: {first['msg']}")}, 422)


async def _say_that_it_cannot_be(_request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, 503)


def _ascii(text: str) -> str:
    """The text, were it to have half letters."""
    return text.encode("ascii", "backslashreplace").decode()


async def _health() -> dict[str, str]:
    return {"status": "ok"}


async def _metrics(request: Request) -> PlainTextResponse:
    """Figures in the form that Prometheus reads."""
    hall: Hall = request.app.state.hall
    figures = {"palamedes_rooms_open": len(hall.rooms)}
    for name, pool in (("games", hall.pool), ("studies", hall.studies)):
        figures[f"palamedes_{name}_engines"] = pool.places
        figures[f"palamedes_{name}_engines_busy"] = pool.busy
        figures[f"palamedes_{name}_waiting"] = pool.waiting
    return PlainTextResponse("".join(f"{name} {value}\n" for name, value in figures.items()))
