"""REST routes for games: the catalogue, starting a game, joining one, and its record."""

from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Path, Request, Response
from pydantic import AfterValidator, Field, StringConstraints

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.players import needs_tables
from palamedes.players.adaptive import ADAPTIVE
from palamedes.players.ladder import ladder
from palamedes.ui.session import HUMAN, TimeControl
from palamedes.ui.web.http.lookups import find_game_or_404, parse_position_or_422
from palamedes.ui.web.http.names import check_name
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody, check_encodable
from palamedes.ui.web.http.visitors import PUBLIC_ID, current_visitor, ensure_visitor, new_id
from palamedes.ui.web.live.documents import (
    Document,
    catalogue,
    game_document,
    geometry_document,
    listed_document,
    opponents_document,
    record_of,
)
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.generations import generation_specs
from palamedes.ui.web.live.names import check_names_are_free
from palamedes.ui.web.live.rated_games import check_rated, drawn_sides, playing_name
from palamedes.ui.web.live.table_builder import TableBuilder
from palamedes.ui.web.store import GameStore, StoredGame
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.stored_game import Side, Sides, new_match

router = APIRouter(prefix="/api", tags=["games"])

GameName = Annotated[
    str, StringConstraints(min_length=1, max_length=80), AfterValidator(check_encodable)
]
PositionText = Annotated[str, StringConstraints(max_length=400), AfterValidator(check_encodable)]
PublicId = Annotated[str, StringConstraints(pattern=PUBLIC_ID)]
PlayerName = Annotated[
    str, StringConstraints(max_length=40, strip_whitespace=True), AfterValidator(check_name)
]
SideNumber = Annotated[int, Path(ge=0, le=1, description="0 moves first")]
Handicap = Annotated[
    float, Field(ge=0, le=0.9, description="the share of its moves that are random")
]


class ClockRequest(RequestBody):
    """Seconds for all moves of a player, and seconds added per move."""

    total: float = Field(ge=1, le=86_400, examples=[300])
    increment: Annotated[float, Field(ge=0, le=600)] = 0.0


class SeatRequest(RequestBody):
    """A player: you, a friend who gets the link, or a level, perhaps with a handicap.

    A level is `adaptive`, which finds your level, a step of the game's ladder, such as `step4`, one
    of its original levels, such as `easy`, or a generation of what was learnt of it, such as
    `learned-2`. Only original levels can have a handicap.
    """

    who: Literal["me", "friend", "engine"] = "me"
    level: Annotated[str, StringConstraints(max_length=20)] = ADAPTIVE
    handicap: Handicap = 0.0
    name: PlayerName = ""


class NewGameRequest(RequestBody):
    """A new game."""

    game: GameName = Field(examples=[family.name for family in GAMES])
    position: PositionText | None = None
    first: SeatRequest = SeatRequest()
    second: SeatRequest = SeatRequest(who="engine")
    clock: ClockRequest | None = None
    rated: bool = False

    @property
    def seats(self) -> tuple[SeatRequest, SeatRequest]:
        return self.first, self.second


class JoinRequest(RequestBody):
    """A person who joins a game."""

    name: PlayerName = ""


@router.get("/catalogue", summary="All games, variants and levels")
async def get_catalogue(request: Request) -> list[Document]:
    return await service(request, GameServer).reading(
        request, catalogue, GAMES, service(request, TableBuilder).builds_at_first_need
    )


@router.get("/catalogue/{name:path}", summary="One game: its rules, levels and board")
async def get_game(name: GameName, request: Request) -> Document:
    return await service(request, GameServer).reading(request, _described, name)


def _described(name: str) -> Document:
    game = find_game_or_404(name)
    return {
        **game_document(game),
        **opponents_document(game),
        "geometry": geometry_document(game.view.geometry),
        "start": Position.start(game).text,
    }


@router.post("/games", status_code=201, summary="Start a game")
async def post_game(body: NewGameRequest, request: Request, response: Response) -> Document:
    if not await service(request, GameServer).allows_new_game(request):
        raise HTTPException(429, _("Too many new games. Please wait a moment."))
    game, server = find_game_or_404(body.game), service(request, GameServer)
    visitor = ensure_visitor(request, response)
    is_adaptive = any(seat.who == "engine" and seat.level == ADAPTIVE for seat in body.seats)
    adaptive = await server.adaptive.spec_for(visitor.owner, game) if is_adaptive else ""
    stored = _new_game(game, body, visitor, adaptive)
    await check_names_are_free(request, visitor, *stored.names)
    async with server.rated.limit_open_games(visitor.owner) if body.rated else nullcontext():
        await server.create(stored)
    return {"id": stored.id}


@router.get("/games/{game_id}", summary="A game so far, as a record")
async def get_game_record(game_id: PublicId, request: Request) -> Document:
    stored = await find_stored(game_id, request)
    return {"id": stored.id, "record": record_of(stored), "free": stored.free}


@router.get("/mine", summary="Your games")
async def get_mine(request: Request) -> list[Document]:
    server = service(request, GameServer)
    return await server.reading(request, _games_of, server.store, current_visitor(request).owner)


@router.post("/games/{game_id}/seats/{player}", summary="Join a game on a free side (0 or 1)")
async def post_seat(
    game_id: PublicId, player: SideNumber, body: JoinRequest, request: Request, response: Response
) -> Document:
    server = service(request, GameServer)
    stored = await find_stored(game_id, request)
    visitor = ensure_visitor(request, response)
    name = playing_name(visitor, body.name, stored.rated)
    side = Side(name=name, owner=visitor.owner, is_bot=visitor.is_bot)
    await check_names_are_free(request, visitor, name)
    if stored.match.result is not None:
        raise HTTPException(409, _("The game is over."))
    if player not in stored.free or side.owner in stored.owners:
        raise HTTPException(409, _("This place is already taken."))
    async with server.rated.limit_open_games(visitor.owner) if stored.rated else nullcontext():
        if not await server.on_disk(server.store.join, game_id, player, side):
            raise HTTPException(409, _("This place is already taken."))
    await server.join(game_id, player, side)
    return {"id": game_id, "seat": player}


def _games_of(store: GameStore, owner: str) -> list[Document]:
    return [listed_document(listed, owner) for listed in store.games_of(owner)]


def _new_game(game: Game, body: NewGameRequest, visitor: Visitor, adaptive: str) -> StoredGame:
    """`adaptive` is the spec of the adaptive player for this visitor."""
    text, clock = body.position, body.clock
    start = Position.start(game) if text is None else parse_position_or_422(game, text)
    seats = body.seats
    if body.rated:
        check_rated(game, visitor, seats, text is None)
        if "engine" in (body.first.who, body.second.who):
            seats = drawn_sides(seats)
    return StoredGame(
        new_id(),
        new_match(start),
        _sides(game, seats, visitor, body.rated, adaptive),
        None if clock is None else TimeControl(clock.total, clock.increment),
        datetime.now(UTC),
        body.rated,
    )


def _sides(
    game: Game,
    seats: tuple[SeatRequest, SeatRequest],
    visitor: Visitor,
    is_rated: bool,
    adaptive: str,
) -> Sides:
    is_shared = seats[0].who == seats[1].who == "me"  # two people on one screen
    first, second = (
        Side(
            _spec(game, seat, adaptive),
            seat.name if is_shared else _name(seat, visitor, is_rated),
            visitor.owner if seat.who == "me" else None,
            visitor.is_bot and seat.who == "me",
        )
        for seat in seats
    )
    return first, second


def _name(seat: SeatRequest, visitor: Visitor, is_rated: bool) -> str:
    """The name of a player; an engine has none, so that it cannot pass for a person."""
    if seat.who == "me":
        return playing_name(visitor, seat.name, is_rated)
    return seat.name if seat.who == "friend" else ""


def _spec(game: Game, seat: SeatRequest, adaptive: str) -> str:
    """The player's spec: only a level, since other options could cost much time or memory."""
    if seat.who != "engine":
        return HUMAN
    steps = {step.name: step.name for step in ladder(game)}
    without_handicap = {ADAPTIVE: adaptive, **steps, **generation_specs(game)}
    if (spec := without_handicap.get(seat.level)) is not None:
        if seat.handicap:
            raise HTTPException(422, _("Only original levels can have a handicap."))
        return spec
    if seat.level not in game.levels:
        raise HTTPException(422, _("This level does not exist for {game}.").format(game=game.id))
    if needs_tables(game, seat.level):
        raise HTTPException(
            409,
            _("{game} is not solved on this server, so perfect play is not available.").format(
                game=game.id
            ),
        )
    return f"{seat.level}:error={seat.handicap:g}" if seat.handicap else seat.level


async def find_stored(game_id: str, request: Request) -> StoredGame:
    """The game with this id as it is saved; HTTP error 404 if not found."""
    stored = await service(request, GameServer).find_stored(game_id, request)
    if stored is None:
        raise HTTPException(404, _("Game not found."))
    return stored
