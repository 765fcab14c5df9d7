"""REST routes of tournaments for organisers and players."""

from collections.abc import Awaitable
from datetime import UTC, datetime
from math import comb
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import AfterValidator, Field, StringConstraints

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.features.tournaments.engines import QueueFullError
from palamedes.ui.web.features.tournaments.people import entry_of
from palamedes.ui.web.features.tournaments.service import find_tournament, tournaments_of
from palamedes.ui.web.features.tournaments.specs import parse_allowed_entrants
from palamedes.ui.web.http.limits import BusyError, address_of
from palamedes.ui.web.http.lookups import find_game_or_404
from palamedes.ui.web.http.names import check_name, check_visible
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.http.visitors import current_visitor, ensure_visitor, new_id
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.names import check_names_are_free
from palamedes.ui.web.live.routes import ClockRequest, GameName, PublicId
from palamedes.ui.web.store import StoreError
from palamedes.ui.web.store.tournaments import ENGINES, OPEN, PEOPLE, Tournament, TournamentEntry

router = APIRouter(prefix="/api/contests", tags=["tournaments"])

Outcome = TypeVar("Outcome")
MOST_ENGINES = 8
MOST_SECONDS = 1800.0  # that a tournament of engines may take, if its games have
USUAL_PLIES = 40  # plies
MOST_OWN = {ENGINES: 2, PEOPLE: 5}  # unfinished tournaments of one visitor


Title = Annotated[
    str, StringConstraints(max_length=60, strip_whitespace=True), AfterValidator(check_visible)
]
EntrantName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=24, strip_whitespace=True),
    AfterValidator(check_name),
]
Spec = Annotated[
    str,
    StringConstraints(min_length=1, max_length=120, strip_whitespace=True),
    AfterValidator(check_visible),
]


class NewEngineTournament(RequestBody):
    """A tournament of steps, levels and engines; every two of them play `games` games."""

    game: GameName
    title: Title = ""
    players: list[Spec] = Field(min_length=2, max_length=MOST_ENGINES)
    games: int = Field(4, ge=1, le=20)
    seconds: float = Field(0.5, ge=0.05, le=2.0, description="per move; a slower player loses")
    openings: int = Field(2, ge=0, le=6, description="random moves at the start of each game")
    seed: int = Field(0, ge=0, le=2**31)


class NewPeopleTournament(RequestBody):
    """A tournament that people join by a link."""

    game: GameName
    title: Title = ""
    system: Literal["swiss", "round robin"] = "swiss"
    rounds: int = Field(3, ge=1, le=15, description="of a Swiss tournament")
    clock: ClockRequest = ClockRequest(total=300, increment=3)


class EntryRequest(RequestBody):
    """A person who joins a tournament."""

    name: EntrantName


class WithdrawalRequest(RequestBody):
    """The number of the entrant who is to go; without it, the visitor withdraws."""

    number: int | None = Field(None, ge=1, le=10_000)


class ResultRequest(RequestBody):
    """The result of a pairing: the points of the first player."""

    round: int = Field(ge=1, le=1000)
    board: int = Field(ge=0, le=1000)
    points: float = Field(ge=0, le=1, multiple_of=0.5)


@router.post(
    "/engines", status_code=201, summary="Create a tournament of engines, played in the background"
)
async def post_engines(body: NewEngineTournament, request: Request, response: Response) -> Document:
    game = find_game_or_404(body.game)
    _check_cost(body)
    owner = await _check_organiser(ENGINES, request, response)
    try:
        # With large transposition tables it takes seconds, so not in threads that others need.
        found = await service(request, GameServer).question_threads.run(
            address_of(request), parse_allowed_entrants, game, body.players
        )
    except BusyError:
        raise
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
    entries = [
        TournamentEntry(number, each.name, each.spec) for number, each in enumerate(found, start=1)
    ]
    settings = body.model_dump(include={"games", "seconds", "openings", "seed"})
    tournament = _tournament(ENGINES, game.id, body.title, settings, owner, tuple(entries))
    try:
        await tournaments_of(request).engines.enqueue(tournament, address_of(request))
    except QueueFullError as error:
        raise HTTPException(429, str(error)) from None
    return {"id": tournament.id}


@router.post("/people", status_code=201, summary="Create a tournament that people can join")
async def post_people(body: NewPeopleTournament, request: Request, response: Response) -> Document:
    game = find_game_or_404(body.game)
    owner = await _check_organiser(PEOPLE, request, response)
    settings = {
        "system": body.system,
        "rounds": body.rounds,
        "clock": [body.clock.total, body.clock.increment],
    }
    tournament = _tournament(PEOPLE, game.id, body.title, settings, owner)
    server, tournaments = service(request, GameServer), tournaments_of(request)
    await server.on_disk(tournaments.store.add, tournament)
    tournaments.entries.note_organiser(tournament.id, address_of(request))
    return {"id": tournament.id}


@router.post("/{tournament_id}/stop", summary="Stop your tournament")
async def post_stop(tournament_id: PublicId, request: Request) -> Document:
    tournament = await _own_tournament(tournament_id, request)
    tournaments = tournaments_of(request)
    if tournament.kind == ENGINES:
        await tournaments.engines.stop(tournament.id)
    else:
        await tournaments.people.stop(tournament)
    return {"id": tournament.id}


@router.post("/{tournament_id}/start", summary="Start the first round of your tournament")
async def post_start(tournament_id: PublicId, request: Request) -> Document:
    tournament = await _own_tournament(tournament_id, request, PEOPLE)
    await _or_409(tournaments_of(request).people.start(tournament))
    return {"id": tournament.id}


@router.post("/{tournament_id}/entrants", summary="Join a tournament of people")
async def post_entrant(
    tournament_id: PublicId, body: EntryRequest, request: Request, response: Response
) -> Document:
    visitor, tournaments = ensure_visitor(request, response), tournaments_of(request)
    if not (
        tournaments.joins_by_address.allows(address_of(request))
        and tournaments.joins_by_visitor.allows(visitor.owner)
    ):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    if visitor.is_bot:
        raise HTTPException(403, _("Bots cannot join a tournament of people."))
    tournament = await find_tournament(tournament_id, request, PEOPLE)
    await check_names_are_free(request, visitor, body.name)
    is_new = entry_of(tournament, visitor.owner) is None
    if is_new and not tournaments.entries.allows(tournament.id, address_of(request)):
        raise HTTPException(
            429, _("Many players are joining from your network. Please wait a moment.")
        )
    number = await _or_409(tournaments.people.join(tournament, body.name, visitor.owner))
    return {"id": tournament.id, "number": number}


@router.post(
    "/{tournament_id}/withdrawals",
    summary="Withdraw from a tournament, or remove a player from yours",
)
async def post_withdrawal(
    tournament_id: PublicId, body: WithdrawalRequest, request: Request
) -> Document:
    tournament = await find_tournament(tournament_id, request, PEOPLE)
    visitor = current_visitor(request).owner
    mine = entry_of(tournament, visitor)
    own = None if mine is None else mine.number
    number = body.number or own
    if number is None or (number != own and tournament.owner != visitor):
        raise HTTPException(403, _("Only the organiser can do that."))
    await _or_409(
        tournaments_of(request).people.withdraw(tournament, number, is_expelled=number != own)
    )
    return {"id": tournament.id}


@router.post("/{tournament_id}/results", summary="Set the result of a game of your tournament")
async def post_result(tournament_id: PublicId, body: ResultRequest, request: Request) -> Document:
    tournament = await _own_tournament(tournament_id, request, PEOPLE)
    pairing_key = body.round, body.board
    await _or_409(tournaments_of(request).people.set_result(tournament, pairing_key, body.points))
    return {"id": tournament.id}


def _check_cost(body: NewEngineTournament) -> None:
    meetings = comb(len(body.players), 2)
    if meetings * body.games * body.seconds * USUAL_PLIES > MOST_SECONDS:
        text = _(
            "This tournament would take too long. Choose fewer players, fewer games or less "
            "time per move."
        )
        raise HTTPException(422, text)


async def _check_organiser(kind: str, request: Request, response: Response) -> str:
    """The owner of a new tournament; HTTP error 429 if there are too many already."""
    address = address_of(request)
    if not tournaments_of(request).creation_limit.allows(address):
        raise HTTPException(429, _("Too many new tournaments. Please wait a moment."))
    server = service(request, GameServer)
    owner = ensure_visitor(request, response).owner
    count = await server.reading(request, tournaments_of(request).store.unfinished_of, owner, kind)
    if count >= MOST_OWN[kind]:
        raise HTTPException(
            429, _("You have too many unfinished tournaments. End one of them first.")
        )
    return owner


async def _own_tournament(
    tournament_id: str, request: Request, kind: str | None = None
) -> Tournament:
    tournament = await find_tournament(tournament_id, request, kind)
    if tournament.owner != current_visitor(request).owner:
        raise HTTPException(403, _("Only the organiser can do that."))
    return tournament


async def _or_409(work: Awaitable[Outcome]) -> Outcome:
    """The result of some work; HTTP error 409 if it is not possible now."""
    try:
        return await work
    except StoreError:
        raise
    except PalamedesError as error:
        raise HTTPException(409, str(error)) from None


def _tournament(
    kind: str,
    game: str,
    title: str,
    settings: Document,
    owner: str,
    entries: tuple[TournamentEntry, ...] = (),
) -> Tournament:
    created = datetime.now(UTC)
    return Tournament(new_id(), kind, game, title, settings, OPEN, owner, created, entries)
