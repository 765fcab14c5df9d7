"""REST routes for blocking people: neither of the two meets the other any more."""

from typing import Self

from fastapi import APIRouter, HTTPException, Path, Request, Response
from pydantic import model_validator

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.service import accounts_of
from palamedes.ui.web.features.accounts.sign_in import Text
from palamedes.ui.web.features.challenges.lobby import Lobby
from palamedes.ui.web.features.players.profiles import find_account
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.http.visitors import current_visitor, ensure_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.routes import PublicId
from palamedes.ui.web.store.blocks import MOST_BLOCKED, BlockStore
from palamedes.ui.web.store.challenges import ChallengeStore

router = APIRouter(prefix="/you/blocks")


class BlockRequest(RequestBody):
    """Somebody to block: an account by its name, or a guest by a game or a challenge."""

    name: Text = ""
    game: PublicId | None = None
    challenge: PublicId | None = None

    @model_validator(mode="after")
    def check_one(self) -> Self:
        if sum(map(bool, (self.name, self.game, self.challenge))) != 1:
            raise ValueError(_("Give one of name, game and challenge."))
        return self


@router.get("", summary="The people you have blocked")
async def get_blocks(request: Request) -> list[Document]:
    store, owner = _store(request), current_visitor(request).owner
    found = await service(request, GameServer).reading(request, store.of, owner)
    return [
        {"id": each.id, "name": each.name, "created": each.created.isoformat()} for each in found
    ]


@router.post("", status_code=201, summary="Block somebody")
async def post_block(body: BlockRequest, request: Request, response: Response) -> Document:
    """Neither of you is offered a challenge of the other, can accept it, or greets the other."""
    visitor = ensure_visitor(request, response)
    blocked = await _owner_of(body, visitor.owner, request)
    if blocked == visitor.owner:
        raise HTTPException(422, _("You cannot block yourself."))
    server, store = service(request, GameServer), _store(request)
    if not await server.on_disk(store.add, visitor.owner, blocked):
        text = _("You have blocked {number} people. Unblock one of them first.")
        raise HTTPException(409, text.format(number=MOST_BLOCKED))
    service(request, Lobby).wake()
    return {"blocked": 1}


@router.post("/{block_id}/end", summary="Unblock somebody")
async def post_end(request: Request, block_id: int = Path(ge=1, le=2**31 - 1)) -> Document:
    server, owner = service(request, GameServer), current_visitor(request).owner
    if not await server.on_disk(_store(request).end, owner, block_id):
        raise HTTPException(404, _("Block not found."))
    service(request, Lobby).wake()
    return {"ended": 1}


def _store(request: Request) -> BlockStore:
    return BlockStore(service(request, GameServer).store.engine)


async def _owner_of(body: BlockRequest, asking: str, request: Request) -> str:
    """The owner who is to be blocked; HTTP error 404 if not found."""
    if body.game is not None:
        return await _opponent(body.game, asking, request)
    if body.challenge is not None:
        return await _challenger(body.challenge, asking, request)
    return (await find_account(body.name, request)).owner


async def _opponent(game_id: str, asking: str, request: Request) -> str:
    """The other person in a game that the visitor plays."""
    stored = await accounts_of(request).server.find_stored(game_id, request)
    if stored is not None and asking in stored.owners and stored.is_remote and not stored.free:
        return next(owner for owner in stored.owners if owner not in (asking, None)) or ""
    raise HTTPException(404, _("Game not found."))


async def _challenger(challenge_id: str, asking: str, request: Request) -> str:
    server = service(request, GameServer)
    find = ChallengeStore(server.store.engine).find
    challenge = await server.reading(request, find, challenge_id)
    if challenge is None or not challenge.concerns(asking):
        raise HTTPException(404, _("Challenge not found."))
    return challenge.challenger.owner
