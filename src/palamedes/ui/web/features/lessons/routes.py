"""REST routes of lessons and of the rules with pictures.

The browser sends all moves of a step so far; they are replayed and the next one is judged here, so
no request can simply claim that a task is done. Steps that are only read are the exception, and
in a small game the opponent's moves are believed.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, HTTPException, Path, Request, Response
from pydantic import AfterValidator, Field, StringConstraints

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.lessons import Answer, Course, StepRun, all_courses, find_course, find_guide
from palamedes.ui.web.features.lessons.documents import (
    answer_document,
    card_document,
    course_document,
    guide_document,
    step_document,
)
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody, check_encodable
from palamedes.ui.web.http.visitors import current_visitor, ensure_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.lessons import LessonStore

router = APIRouter(prefix="/api", tags=["lessons"])

Found = TypeVar("Found")

FamilyName = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
StepNumber = Annotated[int, Path(ge=1, le=99)]
Move = Annotated[
    str, StringConstraints(min_length=1, max_length=40), AfterValidator(check_encodable)
]
MOST_MOVES = 400  # of a small game


class StepRequest(RequestBody):
    """All moves of a step so far, of both sides."""

    moves: list[Move] = Field(default=[], max_length=MOST_MOVES)


class StepMoveRequest(StepRequest):
    """A move to be judged, after all moves so far."""

    move: Move


@router.get("/lessons", summary="The games that have a lesson, with your progress")
async def get_lessons(request: Request) -> list[Document]:
    return await _reading(request, _cards, await _completed(request))


@router.get("/lessons/{game}", summary="The lesson of a game, with your progress")
async def get_lesson(game: FamilyName, request: Request) -> Document:
    course = _find(game)
    completed = (await _completed(request)).get(course.name, ())
    return await _reading(request, course_document, course, completed)


@router.get("/lessons/{game}/{number}", summary="A step of a lesson")
async def get_step(game: FamilyName, number: StepNumber, request: Request) -> Document:
    return await _reading(request, _step, _find(game), number)


@router.post("/lessons/{game}/{number}/moves", summary="Make a move in a step of a lesson")
async def post_move(
    game: FamilyName,
    number: StepNumber,
    body: StepMoveRequest,
    request: Request,
    response: Response,
) -> Document:
    _check_rate(request)
    run = await _reading(request, _replay, _find(game), number, body.moves)
    answer = await _reading(request, _answer, run, body.move)
    if run.is_done:
        await _complete(run, request, response)
    return answer_document(answer, run)


@router.post("/lessons/{game}/{number}/hint", summary="The spots of a right move")
async def post_hint(
    game: FamilyName, number: StepNumber, body: StepRequest, request: Request
) -> Document:
    _check_rate(request)
    run = await _reading(request, _replay, _find(game), number, body.moves)
    return {"spots": list(run.hint())}


@router.post("/lessons/{game}/{number}/read", summary="Mark a step without a task as read")
async def post_read(
    game: FamilyName, number: StepNumber, request: Request, response: Response
) -> Document:
    _check_rate(request)
    run = await _reading(request, _replay, _find(game), number, [])
    if not run.is_done:
        raise HTTPException(409, _("This step has a task: make a move."))
    await _complete(run, request, response)
    return {"done": True}


@router.get("/guides/{game}", summary="The rules of a game, with pictures and examples")
async def get_guide(game: FamilyName, request: Request) -> Document:
    return await _reading(request, _guide, game)


def _guide(game: str) -> Document:
    try:
        guide = find_guide(game)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None
    return guide_document(guide, bool(guide.game.lesson))


def _cards(completed: dict[str, set[int]]) -> list[Document]:
    return [card_document(course, completed.get(course.name, ())) for course in all_courses()]


def _step(course: Course, number: int) -> Document:
    return step_document(_replay(course, number, []))


def _find(game: str) -> Course:
    try:
        return find_course(game)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None


def _replay(course: Course, number: int, moves: list[str]) -> StepRun:
    if number > len(course.steps):
        raise HTTPException(404, _("This lesson has no step {number}.").format(number=number))
    try:
        return StepRun.replay(course, number, moves)
    except PalamedesError as error:
        raise HTTPException(409, str(error)) from None


def _answer(run: StepRun, move: str) -> Answer:
    try:
        return run.answer(move)
    except PalamedesError as error:
        raise HTTPException(409, str(error)) from None


async def _completed(request: Request) -> dict[str, set[int]]:
    """By game, the steps that the visitor has completed."""
    owner = current_visitor(request).owner
    store = service(request, LessonStore)
    return await _reading(request, store.completed, owner)


async def _complete(run: StepRun, request: Request, response: Response) -> None:
    owner, store = ensure_visitor(request, response).owner, service(request, LessonStore)
    server = service(request, GameServer)
    await server.on_disk(store.complete, owner, run.course.name, run.number)


async def _reading(request: Request, work: Callable[..., Found], *arguments: Any) -> Found:
    return await service(request, GameServer).reading(request, work, *arguments)


def _check_rate(request: Request) -> None:
    if not service(request, VisitorLimits).questions.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
