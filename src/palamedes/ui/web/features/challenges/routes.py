"""REST routes for challenges: one player offers another a game, or anybody."""

from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated, Self

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field, model_validator

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.games import GAMES
from palamedes.ui.session import TimeControl
from palamedes.ui.web.features.accounts.names import fold
from palamedes.ui.web.features.accounts.service import accounts_of
from palamedes.ui.web.features.accounts.sign_in import Text
from palamedes.ui.web.features.challenges.documents import challenge_document, game_of
from palamedes.ui.web.features.challenges.lobby import Lobby
from palamedes.ui.web.features.challenges.terms import matches, refusal
from palamedes.ui.web.http.lookups import find_game_or_404
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.http.visitors import current_visitor, ensure_visitor, new_id
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.rated_games import rated_games
from palamedes.ui.web.live.routes import ClockRequest, GameName, PublicId
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.blocks import BlockStore
from palamedes.ui.web.store.challenges import (
    GRACE,
    MOST_OPEN,
    ChallengeStore,
    Contender,
    DeclineReason,
    FirstMover,
    PlayerChallenge,
    Strength,
)

router = APIRouter(prefix="/api/challenges", tags=["challenges"])


Rating = Annotated[int, Field(ge=0, le=4000)]


class NewChallengeRequest(RequestBody):
    """A game to offer to the account with a name or, without one, to anybody.

    In the lobby everybody sees it, for as long as its challenger is connected there.
    """

    game: GameName = Field(examples=[family.name for family in GAMES])
    opponent: Text = ""
    clock: ClockRequest | None = None
    first: FirstMover = "random"
    rated: bool = False
    lowest: Rating | None = None
    highest: Rating | None = None
    lobby: bool = False
    seconds: Annotated[int, Field(ge=10, le=3600, description="until it expires")] = 300

    @model_validator(mode="after")
    def check_sense(self) -> Self:
        if self.lobby and self.opponent:
            raise ValueError(_("A challenge in the lobby cannot name an opponent."))
        if self.lowest is not None and self.highest is not None and self.lowest > self.highest:
            raise ValueError(_("The lowest rating is above the highest one."))
        return self


class DeclineRequest(RequestBody):
    """Why a challenge is declined."""

    reason: DeclineReason = ""


@router.post("", status_code=201, summary="Challenge a player, or anybody, to a game")
async def post_challenge(
    body: NewChallengeRequest, request: Request, response: Response
) -> Document:
    """It counts as a new game of its challenger.

    In the lobby it is not made if somebody offers the same there: then that game begins at once.
    """
    if not await service(request, GameServer).allows_new_game(request):
        raise HTTPException(429, _("Too many new games. Please wait a moment."))
    game, visitor = find_game_or_404(body.game), ensure_visitor(request, response)
    if body.rated:
        _check_rated(game, visitor)
    opponent = await _opponent(body.opponent, visitor, request) if body.opponent else None
    challenge = _new_challenge(game, body, visitor, opponent)
    if body.lobby and (met := await _meet(challenge, visitor, request)):
        return await _document(met, visitor, request)
    server, store = service(request, GameServer), _store(request)
    if not await server.on_disk(store.add, challenge):
        text = _("You have {number} open challenges. Cancel one of them first.")
        raise HTTPException(409, text.format(number=MOST_OPEN))
    _wake_lobby(request)
    return await _document(challenge.id, visitor, request)


async def _meet(wanted: PlayerChallenge, visitor: Visitor, request: Request) -> str:
    """Accept a challenge in the lobby that offers what is wanted; its id, or "" without one."""
    server, store = service(request, GameServer), _store(request)
    there = await server.reading(request, store.open_to, visitor.owner)
    rating = await _rating(wanted.game, visitor, request)
    for challenge in matches(wanted, there, visitor, rating):
        with suppress(HTTPException):  # it has just been taken, or its owner has too many games
            await _accept(challenge, visitor, request)
            return challenge.id
    return ""


@router.get("", summary="Open challenges: yours, those to you, and those to anybody")
async def get_challenges(request: Request) -> list[Document]:
    visitor, store = current_visitor(request), _store(request)
    with_lobby = not visitor.is_bot
    found = await service(request, GameServer).reading(
        request, store.open_to, visitor.owner, with_lobby
    )
    return [challenge_document(challenge, visitor) for challenge in found]


@router.get("/{challenge_id}", summary="A challenge, and the game it has become")
async def get_challenge(challenge_id: PublicId, request: Request) -> Document:
    return await _document(challenge_id, current_visitor(request), request)


@router.post("/{challenge_id}/accept", summary="Accept a challenge: the game begins")
async def post_accept(challenge_id: PublicId, request: Request, response: Response) -> Document:
    visitor = ensure_visitor(request, response)
    challenge = await _find(challenge_id, visitor, request)
    _check_open(challenge)
    rating = await _rating(challenge.game, visitor, request)
    if refused := refusal(challenge, visitor, rating):
        raise HTTPException(*refused)
    await _accept(challenge, visitor, request)
    return await _document(challenge_id, visitor, request)


async def _accept(challenge: PlayerChallenge, visitor: Visitor, request: Request) -> None:
    """Begin the game of a challenge; HTTP error 409 if somebody else was faster."""
    server = service(request, GameServer)
    accept = partial(_store(request).accept, challenge_id=challenge.id, owner=visitor.owner)
    owners = visitor.owner, challenge.challenger.owner
    async with server.rated.limit_open_games(*owners) if challenge.rated else nullcontext():
        if not await server.create_if(accept, game_of(challenge, visitor)):
            raise _not_open()
    _wake_lobby(request)


async def _rating(game: str, visitor: Visitor, request: Request) -> float | None:
    accounts = accounts_of(request)
    find = accounts.ratings.rating
    return await accounts.server.reading(request, find, visitor.owner, game)


def _wake_lobby(request: Request) -> None:
    service(request, Lobby).wake()


@router.post("/{challenge_id}/decline", summary="Decline a challenge to you")
async def post_decline(challenge_id: PublicId, body: DeclineRequest, request: Request) -> Document:
    visitor = current_visitor(request)
    challenge = await _find(challenge_id, visitor, request)
    if challenge.opponent is None or not challenge.is_offered_to(visitor.owner):
        raise HTTPException(403, _("Only the player who was challenged can decline."))
    return await _end(challenge, visitor, request, "declined", body.reason)


@router.post("/{challenge_id}/cancel", summary="Cancel your challenge")
async def post_cancel(challenge_id: PublicId, request: Request) -> Document:
    visitor = current_visitor(request)
    challenge = await _find(challenge_id, visitor, request)
    if challenge.challenger.owner != visitor.owner:
        raise HTTPException(403, _("Only the challenger can cancel a challenge."))
    return await _end(challenge, visitor, request, "cancelled")


def _store(request: Request) -> ChallengeStore:
    return ChallengeStore(service(request, GameServer).store.engine)


async def _find(challenge_id: str, visitor: Visitor, request: Request) -> PlayerChallenge:
    """A challenge that concerns a visitor; for others it does not exist: HTTP error 404."""
    server, find = service(request, GameServer), _store(request).find
    found = await server.reading(request, find, challenge_id)
    if found is None or not found.concerns(visitor.owner):
        raise HTTPException(404, _("Challenge not found."))
    are_apart = BlockStore(server.store.engine).are_apart
    if await server.reading(request, are_apart, found.challenger.owner, visitor.owner):
        raise HTTPException(404, _("Challenge not found."))
    return found


async def _document(challenge_id: str, visitor: Visitor, request: Request) -> Document:
    return challenge_document(await _find(challenge_id, visitor, request), visitor)


async def _end(
    challenge: PlayerChallenge, visitor: Visitor, request: Request, *how: str
) -> Document:
    _check_open(challenge)
    server, end = service(request, GameServer), _store(request).end
    if not await server.on_disk(end, challenge.id, *how):
        raise _not_open()
    _wake_lobby(request)
    return await _document(challenge.id, visitor, request)


def _check_open(challenge: PlayerChallenge) -> None:
    if challenge.state != "open":
        raise _not_open()


def _not_open() -> HTTPException:
    return HTTPException(409, _("This challenge is no longer open."))


async def _opponent(name: str, visitor: Visitor, request: Request) -> Contender:
    accounts = accounts_of(request)
    find = accounts.store.account_named
    account = await accounts.server.reading(request, find, fold(name)[:100])
    if account is None:
        raise HTTPException(404, _("There is no account with this name."))
    if account.owner == visitor.owner:
        raise HTTPException(422, _("You cannot challenge yourself."))
    are_apart = BlockStore(accounts.server.store.engine).are_apart
    if await accounts.server.reading(request, are_apart, account.owner, visitor.owner):
        raise HTTPException(403, _("You cannot challenge this player."))
    return Contender(account.owner, account.name, account.is_bot)


def _check_rated(game: Game, visitor: Visitor) -> None:
    if visitor.account is None:
        raise HTTPException(401, _("You need an account to play rated games."))
    if game.id not in rated_games():
        raise HTTPException(422, _("Only games from the usual starting position can be rated."))


def _new_challenge(
    game: Game, body: NewChallengeRequest, visitor: Visitor, opponent: Contender | None
) -> PlayerChallenge:
    clock, now = body.clock, datetime.now(UTC)
    ends = now + timedelta(seconds=body.seconds)
    return PlayerChallenge(
        new_id(),
        Contender(visitor.owner, visitor.name, visitor.is_bot),
        opponent,
        game.id,
        None if clock is None else TimeControl(clock.total, clock.increment),
        body.first,
        body.rated,
        now,
        min(ends, now + GRACE) if body.lobby else ends,
        strength=Strength(body.lowest, body.highest),
        lobby_until=ends if body.lobby else None,
    )
