"""REST routes of puzzles: the sets, answers, hints and solutions.

The browser does not get the solution before it asks for it, and every answer is judged here: it is
wrong at its first wrong move. The first answer to a puzzle counts for the rating and the streak.
Asking for the solution counts as a wrong answer; after a hint the answer is not rated. Nor is it if
another visitor at the same address has just learnt the answer (`shared_answers.py`).
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, TypeVar

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import AfterValidator, Field, StringConstraints

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.solver.puzzles.puzzle import Puzzle
from palamedes.ui.web.features.puzzles.daily import daily_puzzle
from palamedes.ui.web.features.puzzles.sets import (
    PuzzleSet,
    all_sets,
    find_set,
    progress_document,
    puzzle_document,
    rating_of,
    row_document,
)
from palamedes.ui.web.features.puzzles.shared_answers import SharedAnswers
from palamedes.ui.web.features.puzzles.solving import ReplayedAttempt, judge, line_document, replay
from palamedes.ui.web.http.limits import BusyError, VisitorLimits, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody, check_encodable
from palamedes.ui.web.http.visitors import current_visitor, ensure_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.progress import ProgressStore

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

FamilyName = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
PuzzleId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]
Move = Annotated[str, StringConstraints(max_length=40), AfterValidator(check_encodable)]
Found = TypeVar("Found")


class PuzzleAnswerRequest(RequestBody):
    """All moves of the solver so far; the replies are known."""

    moves: list[Move] = Field(min_length=1, max_length=8)


class PuzzleHintRequest(RequestBody):
    """The right moves of the solver so far."""

    moves: list[Move] = Field(default=[], max_length=8)


@router.get("", summary="The games that have puzzles, with your progress")
async def get_sets(request: Request) -> list[Document]:
    server, progress = service(request, GameServer), service(request, ProgressStore)
    return await server.reading(request, _cards, progress, current_visitor(request).owner)


@router.get("/daily", summary="The daily puzzle: the same for everybody until midnight UTC")
async def get_daily(request: Request) -> Document:
    daily = await asyncio.to_thread(daily_puzzle, datetime.now(UTC).date())
    owner = current_visitor(request).owner
    tries = await service(request, GameServer).reading(
        request, service(request, ProgressStore).tries, owner, daily.puzzles.name
    )
    return {
        "date": daily.day.isoformat(),
        **daily.puzzles.card(daily.number),
        **row_document(daily.puzzles, daily.number, tries),
    }


@router.get("/{game}", summary="The puzzles of a game, easy ones first")
async def get_set(game: FamilyName, request: Request) -> Document:
    puzzles, owner = await _find_set(game), current_visitor(request).owner
    tries = await service(request, GameServer).reading(
        request, service(request, ProgressStore).tries, owner, game
    )
    rows = [row_document(puzzles, number, tries) for number in range(len(puzzles.puzzles))]
    progress = await _progress(request, owner, puzzles)
    return {"name": game, "title": puzzles.title, **progress, "puzzles": rows}


@router.get("/{game}/{puzzle_id}", summary="A puzzle without its solution")
async def get_puzzle(game: FamilyName, puzzle_id: PuzzleId) -> Document:
    puzzles = await _find_set(game)
    return puzzle_document(puzzles, _find_puzzle(puzzles, puzzle_id))


@router.post("/{game}/{puzzle_id}/answers", summary="Try to solve a puzzle")
async def post_answer(
    game: FamilyName,
    puzzle_id: PuzzleId,
    body: PuzzleAnswerRequest,
    request: Request,
    response: Response,
) -> Document:
    puzzles, owner = await _find_for_visitor(game, request, response)
    puzzle = _find_puzzle(puzzles, puzzle_id)
    document = await _think(request, lambda: judge(puzzle, body.moves))
    is_solved, rated = bool(document["solved"]), False
    if is_solved or not document["right"]:
        rated = await _record(request, owner, game, puzzle, is_solved)
    progress = await _progress(request, owner, puzzles)
    return {**document, "rated": rated, "progress": progress}


@router.post("/{game}/{puzzle_id}/hint", summary="A hint: a few moves, one of which is right")
async def post_hint(
    game: FamilyName,
    puzzle_id: PuzzleId,
    body: PuzzleHintRequest,
    request: Request,
    response: Response,
) -> Document:
    puzzles, owner = await _find_for_visitor(game, request, response)
    puzzle = _find_puzzle(puzzles, puzzle_id)
    # It counts as help even if the moves are refused: the refusal tells that they are wrong.
    await service(request, GameServer).on_disk(
        service(request, ProgressStore).record_help, owner, game, puzzle_id
    )
    service(request, SharedAnswers).add(address_of(request), puzzle_id)
    replayed = await _think(request, lambda: replay(puzzle, body.moves))
    _check_open(replayed)
    moves = await _think(request, replayed.attempt.hint)
    position = replayed.attempt.position
    touches = {code: path for path, code in position.touches.items()}
    paths = [touches[position.move_code(move)] for move in moves]
    return {
        "moves": moves,
        "spots": sorted({spot for path in paths for spot in path}),
        "text": _("One of these moves is correct: {moves}").format(moves=", ".join(moves)),
    }


@router.post(
    "/{game}/{puzzle_id}/solution", summary="Show the solution, which counts as a wrong answer"
)
async def post_solution(
    game: FamilyName, puzzle_id: PuzzleId, request: Request, response: Response
) -> Document:
    puzzles, owner = await _find_for_visitor(game, request, response)
    puzzle = _find_puzzle(puzzles, puzzle_id)
    rated = await _record(request, owner, game, puzzle, is_solved=False)
    progress = await _progress(request, owner, puzzles)
    return {**line_document(puzzle), "rated": rated, "progress": progress}


async def _record(request: Request, owner: str, game: str, puzzle: Puzzle, is_solved: bool) -> bool:
    """Store an answer; True if it is rated."""
    shared, address = service(request, SharedAnswers), address_of(request)
    is_known = shared.has(address, puzzle.id)
    if not is_solved:
        shared.add(address, puzzle.id)
    rated: bool = await service(request, GameServer).on_disk(
        service(request, ProgressStore).record_answer,
        *(owner, game, puzzle.id, is_solved, rating_of(puzzle), is_known),
    )
    return rated


async def _progress(request: Request, owner: str, puzzles: PuzzleSet) -> Document:
    server, progress = service(request, GameServer), service(request, ProgressStore)
    return await server.reading(request, _read_progress, progress, owner, puzzles)


def _read_progress(progress: ProgressStore, owner: str, puzzles: PuzzleSet) -> Document:
    tries = progress.tries(owner, puzzles.name)
    return progress_document(puzzles, tries, progress.puzzle_rating(owner, puzzles.name))


def _cards(progress: ProgressStore, owner: str) -> list[Document]:
    return [
        {**puzzles.card(), **_read_progress(progress, owner, puzzles)} for puzzles in all_sets()
    ]


async def _find_for_visitor(
    game: str, request: Request, response: Response
) -> tuple[PuzzleSet, str]:
    """The puzzles of a game and the visitor's owner; HTTP error 429 after too many requests."""
    if not service(request, VisitorLimits).puzzle_answers.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    return await _find_set(game), ensure_visitor(request, response).owner


async def _find_set(game: str) -> PuzzleSet:
    """The puzzles of a game, which are read from the disk the first time."""
    try:
        return await asyncio.to_thread(find_set, game)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None


def _find_puzzle(puzzles: PuzzleSet, puzzle_id: str) -> Puzzle:
    for puzzle in puzzles.puzzles:
        if puzzle.id == puzzle_id:
            return puzzle
    raise HTTPException(404, _("Puzzle not found."))


def _check_open(replayed: ReplayedAttempt) -> None:
    if replayed.is_over:
        raise HTTPException(409, _("This puzzle is already solved."))


async def _think(request: Request, work: Callable[[], Found]) -> Found:
    """Run a search in the thread of the puzzles; HTTP error 422 if the moves are invalid."""
    threads = service(request, GameServer).puzzle_threads
    try:
        return await threads.run(address_of(request), work)
    except BusyError:
        raise
    except PalamedesError as error:
        raise HTTPException(422, str(error)) from None
