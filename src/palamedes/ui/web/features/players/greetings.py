"""REST routes for greetings between the players of a game.

There are a few, and the pages know the words for each: so nobody reads what has to be moderated.
"""

from fastapi import APIRouter, HTTPException, Request

from palamedes.core.language import _
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.routes import PublicId, find_stored
from palamedes.ui.web.messages.game import GreetingMessage
from palamedes.ui.web.store.blocks import BlockStore
from palamedes.ui.web.store.greetings import Greeting, GreetingStore

router = APIRouter(prefix="/games/{game_id}/greetings")


class GreetingRequest(RequestBody):
    """A greeting to the opponent."""

    greeting: Greeting


@router.get("", summary="The greetings of a game, the oldest first")
async def get_greetings(game_id: PublicId, request: Request) -> list[Document]:
    server = service(request, GameServer)
    find = GreetingStore(server.store.engine).in_game
    found = await server.reading(request, find, game_id)
    return [{"by": each.player, "greeting": each.greeting} for each in found]


@router.post("", status_code=201, summary="Greet your opponent")
async def post_greeting(game_id: PublicId, body: GreetingRequest, request: Request) -> Document:
    server, owner = service(request, GameServer), current_visitor(request).owner
    stored = await find_stored(game_id, request)
    players = stored.players_of(owner)
    if not owner or not players:
        raise HTTPException(403, _("You are watching this game."))
    if not stored.is_remote or stored.free:
        raise HTTPException(409, _("There is nobody to greet in this game."))
    one, other = stored.owners
    are_apart = BlockStore(server.store.engine).are_apart
    if await server.reading(request, are_apart, one or "", other or ""):
        raise HTTPException(409, _("Your opponent receives no greetings."))
    add = GreetingStore(server.store.engine).add
    if not await server.on_disk(add, game_id, owner, players[0], body.greeting):
        raise HTTPException(429, _("Too many greetings. Please wait a moment."))
    await server.broadcast(game_id, GreetingMessage(by=players[0], greeting=body.greeting))
    return {"by": players[0], "greeting": body.greeting}
