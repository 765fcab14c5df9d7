"""REST routes of the campaign: chapters, challenges and progress, and starting a game for one.

A puzzle challenge is complete when its puzzles are solved, a game challenge when a game that was
started here ends as required. No request can simply claim that a challenge is complete.
"""

from collections.abc import Collection
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import StringConstraints

from palamedes.campaign import (
    CHAPTERS,
    Chapter,
    GameChallenge,
    PuzzleChallenge,
    chapter_of,
    find_challenge,
    is_open,
    next_challenge,
    open_chapters,
)
from palamedes.campaign.challenge import Challenge
from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import Result
from palamedes.core.language import _
from palamedes.ui.web.features.campaign.documents import challenge_document, chapter_document
from palamedes.ui.web.features.campaign.games import begin_challenge, completed_by
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.http.visitors import current_visitor, ensure_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.names import check_names_are_free
from palamedes.ui.web.live.routes import PlayerName
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.progress import ProgressStore
from palamedes.ui.web.store.stored_game import Owner

router = APIRouter(prefix="/api/campaign", tags=["campaign"])

ChallengeId = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,19}-[a-z]{1,19}$")]


class ChallengeRequest(RequestBody):
    """The name of a player who starts a challenge."""

    name: PlayerName = ""


@router.get("", summary="All chapters, with your progress")
async def get_campaign(request: Request) -> list[Document]:
    completed, solved = await _progress(request, current_visitor(request).owner)
    opened = open_chapters(completed)
    return [chapter_document(chapter, chapter in opened, completed, solved) for chapter in CHAPTERS]


@router.get("/steps/{challenge_id}", summary="A challenge, with your progress")
async def get_challenge(challenge_id: ChallengeId, request: Request) -> Document:
    challenge = _find(challenge_id)
    completed, solved = await _progress(request, current_visitor(request).owner)
    chapter, following = chapter_of(challenge), next_challenge(challenge, completed)

    def document(each: Challenge) -> Document:
        opened = is_open(each, completed)
        return challenge_document(each, chapter_of(each), opened, completed, solved)

    return {
        **document(challenge),
        "chapter": chapter.id,
        "opened": _opened_by(chapter, completed),
        "following": following and document(following),
    }


@router.post("/steps/{challenge_id}", status_code=201, summary="Start the game of a challenge")
async def post_challenge(
    challenge_id: ChallengeId, body: ChallengeRequest, request: Request, response: Response
) -> Document:
    challenge = _find(challenge_id)
    if not isinstance(challenge, GameChallenge):
        raise HTTPException(409, _("This challenge consists of puzzles, not a game."))
    if not await service(request, GameServer).allows_new_game(request):
        raise HTTPException(429, _("Too many new games. Please wait a moment."))
    visitor = ensure_visitor(request, response)
    completed, _solved = await _progress(request, visitor.owner)
    if not is_open(challenge, completed):
        raise HTTPException(403, _("This chapter is still locked."))
    server = service(request, GameServer)
    await check_names_are_free(request, visitor, body.name)
    stored = begin_challenge(challenge, visitor, body.name)
    await server.create(stored)
    return {"id": stored.id}


async def note_completed_challenges(server: GameServer, progress: ProgressStore) -> None:
    """Record challenges that games complete from now on, and those that were missed before."""

    async def save(challenge: str, owners: tuple[Owner, Owner], result: Result | None) -> None:
        owner = completed_by(challenge, owners, result)
        if owner is not None:
            await server.on_disk(progress.complete_challenge, owner, challenge)

    async def on_game_end(stored: StoredGame) -> None:
        await save(stored.challenge, stored.owners, stored.match.result)

    server.on_end(on_game_end)
    for finished in await server.reading(None, progress.unrecorded_challenges):
        await save(*finished)


async def _progress(request: Request, owner: str) -> tuple[set[str], set[str]]:
    """The challenges that an owner has completed, and the puzzles solved."""
    server, progress = service(request, GameServer), service(request, ProgressStore)
    return await server.reading(request, _read_progress, progress, owner)


def _read_progress(progress: ProgressStore, owner: str) -> tuple[set[str], set[str]]:
    solved = progress.solved_puzzles(owner)
    completed = progress.completed_challenges(owner) | _completed_puzzle_challenges(solved)
    return completed, solved


def _completed_puzzle_challenges(solved: Collection[str]) -> set[str]:
    return {
        challenge.id
        for chapter in CHAPTERS
        for challenge in chapter.challenges
        if isinstance(challenge, PuzzleChallenge)
        and all(puzzle.id in solved for puzzle in challenge.puzzles)
    }


def _opened_by(chapter: Chapter, completed: Collection[str]) -> str:
    """The title of the next chapter if it is open, else ""."""
    next_index = CHAPTERS.index(chapter) + 1
    opened = open_chapters(completed)
    return _(CHAPTERS[next_index].title) if len(opened) > next_index else ""


def _find(challenge: str) -> Challenge:
    try:
        return find_challenge(challenge)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None
