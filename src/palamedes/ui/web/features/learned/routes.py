"""REST routes about learned evaluations: their generations, and what they think of a position."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import Field

from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.search.analysis import Limits
from palamedes.search.learned.shipped import shipped_generations
from palamedes.ui.web.features.analysis.documents import variation_data
from palamedes.ui.web.features.learned.documents import judged_position, taught_games
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.lookups import PositionQuery, find_game_or_404, match_or_422
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.engine_queue import Client, QueuedEngine
from palamedes.ui.web.live.game_server import GameServer

router = APIRouter(prefix="/api/learned", tags=["learned evaluations"])

MOVES_PER_QUESTION = 25  # replaying this many moves counts as one more question
SEARCH_COST = 5.0  # questions that a search counts as
LIMITS = Limits(nodes=20_000, seconds=2.0)  # the time is for machines that are very busy
# It looks nothing up in tables: the exact value is shown beside what it finds.
ENGINE = "alphabeta:hash=16,threads=1"


class ThoughtsQuery(PositionQuery):
    """A position, and the generation whose patterns are asked for; without it, the strongest."""

    generation: Annotated[int, Field(ge=0, le=9999)] | None = None


@router.get("", summary="The games that were learnt, and how each generation was made and measured")
async def get_games(request: Request) -> list[Document]:
    return await service(request, GameServer).reading(request, taught_games)


@router.get("/position", summary="What every generation thinks of a position, and its patterns")
async def get_position(query: Annotated[ThoughtsQuery, Query()], request: Request) -> Document:
    _charge(request, query)
    return await service(request, GameServer).reading(request, _thoughts, query)


@router.get("/search", summary="What a short search finds in a position")
async def get_search(query: Annotated[PositionQuery, Query()], request: Request) -> Document:
    _charge(request, query, SEARCH_COST)
    server = service(request, GameServer)
    match = await server.reading(request, _match, query)
    if match.result is not None:
        raise HTTPException(422, _("The game is over."))
    client = Client(address_of(request), current_visitor(request).owner)
    engine = QueuedEngine(server.resources.analysis_engines, match.game, ENGINE, client)
    found = await server.analysis_threads.run(client.address, engine.analyse, match, LIMITS)
    best = variation_data(match, found.best)
    return {"depth": found.depth, "nodes": found.nodes, **best.model_dump()}


def _charge(request: Request, query: PositionQuery, cost: float = 1.0) -> None:
    cost += len(query.moves.split()) / MOVES_PER_QUESTION
    if not service(request, VisitorLimits).questions.allows(address_of(request), cost):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))


def _thoughts(query: ThoughtsQuery) -> Document:
    match = _match(query)
    generations = shipped_generations(match.game)
    wanted = query.generation
    if wanted is not None and wanted not in generations:
        raise HTTPException(404, _("This generation does not exist."))
    return judged_position(match, generations[-1] if wanted is None else wanted)


def _match(query: PositionQuery) -> Match:
    """The match that a query describes; HTTPException if it is wrong or of no taught game."""
    game = find_game_or_404(query.game)
    if not shipped_generations(game):
        raise HTTPException(404, _("{game} has no learned evaluation.").format(game=game.id))
    return match_or_422(game, query)
