"""The pages that people see: one shell, which a module of JavaScript fills, and its texts."""

import re
from functools import cache, partial
from pathlib import Path
from posixpath import dirname, normpath
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from palamedes.core.board import Board
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import LANGUAGES, _, language, set_language
from palamedes.games import GAMES, find_game
from palamedes.games.samples import sample_matches
from palamedes.ui.session.scene import board_at
from palamedes.ui.web.live.documents import Document, board_document, geometry_document
from palamedes.ui.web.words import words

router = APIRouter(include_in_schema=False)

VARY = "cookie, accept-language"
PAGES = {  # the script that fills the page at a path; what else the path says, the script reads
    "/": "home",
    "/game/{game_id}": "game",
    "/analysis": "analysis",
    "/puzzles": "puzzles",
    "/puzzles/{game}": "puzzles",
    "/campaign": "campaign",
    "/laboratory": "laboratory",
    "/tournaments": "tournaments",
    "/tournaments/{tournament_id}": "tournament",
    "/you": "you",
    "/ranking": "ranking",
    "/about": "about",
}
STATIC = Path(__file__).parent.parent / "static"
IMPORT = re.compile(r'^(?:import|export|\} from) .*?"(\.\.?/[a-z/]+\.js)";$', re.M)


class Assets(StaticFiles):
    """Files of the pages: a browser asks every time whether it has the newest ones."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


@router.get("/api/words")
def get_words(request: Request) -> JSONResponse:
    """All texts of the pages, in the language that is asked for or else in the visitor's."""
    wanted = request.query_params.get("language")
    if wanted in LANGUAGES:
        set_language(wanted)
    return JSONResponse(words(), headers={"cache-control": "max-age=60", "vary": VARY})


@router.get("/api/showcase")
def get_showcase() -> list[Document]:
    """A card for every game: what it is, and how it looks in the middle of a game."""
    return [_card(family.make("")) for family in GAMES]


@router.get("/api/kinds/{name}")
def get_kinds(name: str) -> list[tuple[str, int | None]]:
    """The pieces that a board of this game can hold: kind and owner, for an editor."""
    try:
        return _kinds(find_game(name[:80]))
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None


def _card(game: Game) -> Document:
    return {
        "id": game.id,
        "title": _(game.title),
        "rules": _(game.rules),
        "geometry": geometry_document(game.view.geometry),
        "board": board_document(_sample(game)),
    }


@cache
def _sample(game: Game) -> Board:
    match = sample_matches(game)[-1]
    return board_at(match, len(match.turns))


@cache
def _kinds(game: Game) -> list[tuple[str, int | None]]:
    """As far as they are seen in the samples of a game."""
    positions = [position for match in sample_matches(game) for position in match.positions]
    stacks = [stack for position in positions for stack in position.board().pieces.values()]
    seen = dict.fromkeys((piece.kind, piece.owner) for stack in stacks for piece in stack)
    return list(seen)


async def not_found(request: Request, error: Exception) -> Response:
    """What is said where there is nothing: a page to people, one line to programs."""
    assert isinstance(error, HTTPException)
    if "text/html" in request.headers.get("accept", "") and error.status_code == 404:
        return _page("lost", 404)
    return JSONResponse({"detail": error.detail}, error.status_code, error.headers)


def _page(name: str, status: int = 200) -> HTMLResponse:
    html = _template().render(
        page=name,
        language=language(),
        modules=modules_of(name),
        description=_("Play and analyse classic board games."),
        skip=_("Skip to content"),
        noscript=_("This page needs JavaScript."),
    )
    return HTMLResponse(html, status, headers={"cache-control": "no-cache", "vary": VARY})


@cache
def _template() -> Any:
    text = (STATIC / "pages" / "shell.html").read_text()
    return Environment(autoescape=True).from_string(text)


@cache
def modules_of(page: str) -> tuple[str, ...]:
    """All modules that a page imports, so that the browser can fetch them at once."""
    found: dict[str, None] = {}
    waiting = [f"{page}.js"]
    while waiting:
        module = waiting.pop()
        text = (STATIC / "js" / module).read_text()
        named = [normpath(f"{dirname(module)}/{each}".lstrip("/")) for each in IMPORT.findall(text)]
        waiting += [each for each in named if each not in found]
        found |= dict.fromkeys(named)
    return tuple(found)


for path, name in PAGES.items():
    router.add_api_route(path, partial(_page, name), methods=["GET"])
