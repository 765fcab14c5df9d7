"""The pages people see: one HTML shell, filled by a script for each page, and their texts."""

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from posixpath import dirname, normpath
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from jinja2 import Environment
from starlette.exceptions import HTTPException
from starlette.responses import Response

from palamedes.core.board import Board
from palamedes.core.game import Game
from palamedes.core.language import LANGUAGES, _, language, set_language
from palamedes.games import GAMES
from palamedes.games.samples import sample_matches
from palamedes.ui.session.scene import board_at
from palamedes.ui.web.http.lookups import find_game_or_404
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.documents import Document, board_document, geometry_document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server.assets import STATIC

router = APIRouter(include_in_schema=False)

VARY = "cookie, accept-language"
PAGES = {  # by path, the script that fills the page; it reads the rest of the path itself
    "/": "home",
    "/lobby": "lobby",
    "/players/{name}": "player",
    "/game/{game_id}": "game",
    "/analysis": "analysis",
    "/puzzles": "puzzles",
    "/puzzles/{game}": "puzzles",
    "/learn": "learn",
    "/learn/{game}": "learn",
    "/rules/{game}": "rules",
    "/campaign": "campaign",
    "/laboratory": "laboratory",
    "/learned": "learned",
    "/tournaments": "tournaments",
    "/tournaments/{tournament_id}": "tournament",
    "/you": "you",
    "/ranking": "ranking",
    "/about": "about",
}
NOT_FOUND = "not_found"  # the script of the page for addresses that do not exist
NO_MANUAL = "manual"  # that of the page in place of a manual that is not built
GAMES_KEPT = 64  # whose pieces are known: variants have any number of them
IMPORT = re.compile(r'^(?:import|export|\} from) .*?"(\.\.?/[a-z_/]+\.js)";$', re.M)
TEXT = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')  # the calls that Babel extracts as well


@router.get("/api/words")
async def get_words(request: Request) -> JSONResponse:
    """The texts of one page or of all by their English, in `language` or else the visitor's."""
    wanted, page = (request.query_params.get(field) for field in ("language", "page"))
    words = await service(request, GameServer).reading(request, _words, wanted, page)
    return JSONResponse(words, headers={"cache-control": "max-age=60", "vary": VARY})


def _words(wanted: str | None, page: str | None) -> dict[str, str]:
    if wanted in LANGUAGES:
        set_language(wanted)
    every = (*dict.fromkeys(PAGES.values()), NOT_FOUND, NO_MANUAL)
    texts = [text for name in every if page in (None, name) for text in texts_of(name)]
    return {text: _(text) for text in texts}


@router.get("/manifest.webmanifest")
def get_manifest(request: Request) -> JSONResponse:
    """What a phone needs to keep the app on its home screen."""
    prefix = request.scope["root_path"]
    icons = [
        {
            "src": f"{prefix}/static/icons/{name}-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in (("icon", "any"), ("icon-maskable", "maskable"))
        for size in (192, 512)
    ]
    manifest = {
        "name": "Palamedes",
        "short_name": "Palamedes",
        "description": _("Play and analyse classic board games."),
        "lang": language(),
        "start_url": f"{prefix}/",
        "scope": f"{prefix}/",
        "display": "standalone",
        "background_color": "#f3efe8",
        "theme_color": "#5a3a22",
        "icons": icons,
    }
    return JSONResponse(manifest, headers={"vary": VARY}, media_type="application/manifest+json")


@router.get("/api/showcase")
async def get_showcase(request: Request) -> list[Document]:
    """A card for every game: title, rules, and a board from the middle of a game."""
    return await service(request, GameServer).reading(request, _cards)


def _cards() -> list[Document]:
    return [_card(family.make("")) for family in GAMES]


@router.get("/api/kinds/{name}")
async def get_kinds(name: str, request: Request) -> list[tuple[str, int | None]]:
    """The pieces of a game, as kind and owner: what the position editor offers."""
    game = find_game_or_404(name[:80])
    return await service(request, GameServer).reading(request, _kinds, game)


def _card(game: Game) -> Document:
    return {
        "id": game.id,
        "title": _(game.title),
        "rules": _(game.rules),
        "lesson": bool(game.lesson),
        "geometry": geometry_document(game.view.geometry),
        "board": board_document(_sample(game)),
    }


@lru_cache(maxsize=GAMES_KEPT)
def _sample(game: Game) -> Board:
    match = sample_matches(game)[-1]
    return board_at(match, len(match.turns))


@lru_cache(maxsize=GAMES_KEPT)
def _kinds(game: Game) -> list[tuple[str, int | None]]:
    """The pieces that occur in the sample positions of a game."""
    positions = [position for match in sample_matches(game) for position in match.positions]
    stacks = [stack for position in positions for stack in position.board().pieces.values()]
    seen = dict.fromkeys((piece.kind, piece.owner) for stack in stacks for piece in stack)
    return list(seen)


async def not_found(request: Request, error: Exception) -> Response:
    """The answer to an unknown address: a page for people, JSON for programs."""
    assert isinstance(error, HTTPException)
    if "text/html" in request.headers.get("accept", "") and error.status_code == 404:
        return page_named(NOT_FOUND, request, 404)
    return JSONResponse({"detail": error.detail}, error.status_code, error.headers)


def page_named(name: str, request: Request, status: int = 200) -> HTMLResponse:
    """The shell of a page; its script has this name."""
    html = _template().render(
        page=name,
        prefix=request.scope["root_path"],
        language=language(),
        modules=modules_of(name),
        description=_("Play and analyse classic board games."),
        skip=_("Skip to content"),
        noscript=_("This page needs JavaScript."),
    )
    return HTMLResponse(html, status, headers={"cache-control": "no-cache", "vary": VARY})


def _route_of(name: str) -> Callable[[Request], HTMLResponse]:
    def get_page(request: Request) -> HTMLResponse:
        return page_named(name, request)

    return get_page


@cache
def _template() -> Any:
    text = (STATIC / "pages" / "shell.html").read_text()
    return Environment(autoescape=True).from_string(text)


@cache
def modules_of(page: str) -> tuple[str, ...]:
    """All modules that a page imports, directly or not: the browser fetches them at once."""
    found: dict[str, None] = {}
    waiting = [f"{page}.js"]
    while waiting:
        module = waiting.pop()
        text = (STATIC / "js" / module).read_text()
        named = [normpath(f"{dirname(module)}/{each}".lstrip("/")) for each in IMPORT.findall(text)]
        waiting += [each for each in named if each not in found]
        found |= dict.fromkeys(named)
    return tuple(found)


@cache
def texts_of(page: str) -> tuple[str, ...]:
    """The English texts in the scripts of a page."""
    modules = (f"{page}.js", *modules_of(page))
    sources = [(STATIC / "js" / module).read_text() for module in modules]
    found = [text for source in sources for text in TEXT.findall(source)]
    return tuple(dict.fromkeys(json.loads(f'"{text}"') for text in found))


for path, name in PAGES.items():
    router.add_api_route(path, _route_of(name), methods=["GET"])
