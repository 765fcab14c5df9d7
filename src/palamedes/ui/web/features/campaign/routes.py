"""The campaign over REST: chapters and challenges with how far somebody is, and games for them.

A challenge of puzzles is met when they are solved; one of a game only by the end of a game that was
begun here. There is no way to say that a challenge is met.
"""

import asyncio
from collections.abc import Collection
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from palamedes.campaign import (
    CHAPTERS,
    Chapter,
    GameChallenge,
    PuzzleChallenge,
    chapter_of,
    find_challenge,
    is_open,
    open_chapters,
)
from palamedes.campaign.challenge import Challenge
from palamedes.core.errors import PalamedesError
from palamedes.core.history import Result
from palamedes.core.language import _
from palamedes.ui.web.features.campaign.documents import challenge_document, chapter_document
from palamedes.ui.web.features.campaign.games import begin_challenge, winner_of
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import check_name
from palamedes.ui.web.http.visitors import visitor_at, welcome
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.progress import ProgressStore
from palamedes.ui.web.store.stored_game import Owner

router = APIRouter(prefix="/api/campaign", tags=["campaign"])

ChallengeId = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,19}-[a-z]{1,19}$")]
Name = Annotated[
    str, StringConstraints(max_length=40, strip_whitespace=True), AfterValidator(check_name)
]


class ChallengeRequest(BaseModel):
    """Somebody who takes a challenge up."""

    model_config = ConfigDict(extra="forbid")

    name: Name = ""


@router.get("", summary="All chapters, and how far you are")
async def get_campaign(request: Request) -> list[Document]:
    met, solved = await _progress(request, visitor_at(request).owner)
    reached = open_chapters(met)
    return [chapter_document(chapter, chapter in reached, met, solved) for chapter in CHAPTERS]


@router.get("/steps/{challenge_id}", summary="A challenge, whether it is met, and what comes next")
async def get_challenge(challenge_id: ChallengeId, request: Request) -> Document:
    challenge = _find(challenge_id)
    met, solved = await _progress(request, visitor_at(request).owner)
    chapter = chapter_of(challenge)
    document = challenge_document(challenge, chapter, is_open(challenge, met), met, solved)
    return {**document, "chapter": chapter.id, "opened": _opened_by(chapter, met)}


@router.post("/steps/{challenge_id}", status_code=201, summary="Begin the game of a challenge")
async def post_challenge(
    challenge_id: ChallengeId, entry: ChallengeRequest, request: Request, response: Response
) -> Document:
    challenge = _find(challenge_id)
    if not isinstance(challenge, GameChallenge):
        raise HTTPException(409, _("This challenge consists of puzzles, not a game."))
    if not service(request, VisitorLimits).new_games.allows(address_of(request)):
        raise HTTPException(429, _("Too many new games. Please wait a moment."))
    visitor = welcome(request, response)
    met, _solved = await _progress(request, visitor.owner)
    if not is_open(challenge, met):
        raise HTTPException(403, _("This chapter is still locked."))
    stored = begin_challenge(challenge, visitor, entry.name)
    await service(request, GameServer).create(stored)
    return {"id": stored.id}


async def note_completed_challenges(server: GameServer, progress: ProgressStore) -> None:
    """Keep the challenges met by games from now on, and by those that ended unheard."""

    async def keep(challenge: str, owners: tuple[Owner, Owner], result: Result | None) -> None:
        owner = winner_of(challenge, owners, result)
        if owner is not None:
            await server.on_disk(progress.finish, owner, challenge)

    async def hear(stored: StoredGame) -> None:
        await keep(stored.challenge, stored.owners, stored.match.result)

    server.on_end(hear)
    for ended in await server.on_disk(progress.unheard):
        await keep(*ended)


async def _progress(request: Request, owner: str) -> tuple[set[str], set[str]]:
    """The challenges that somebody has met, and the puzzles solved."""
    server, progress = service(request, GameServer), service(request, ProgressStore)
    challenges: set[str] = await server.on_disk(progress.challenges, owner)
    solved: set[str] = await server.on_disk(progress.solved, owner)
    return challenges | await asyncio.to_thread(_puzzle_challenges_met, solved), solved


def _puzzle_challenges_met(solved: Collection[str]) -> set[str]:
    return {
        challenge.id
        for chapter in CHAPTERS
        for challenge in chapter.challenges
        if isinstance(challenge, PuzzleChallenge)
        and all(puzzle.id in solved for puzzle in challenge.puzzles)
    }


def _opened_by(chapter: Chapter, met: Collection[str]) -> str:
    """The title of the next chapter, if it is open; nothing if it is not, or there is none."""
    place = CHAPTERS.index(chapter) + 1
    reached = open_chapters(met)
    return _(CHAPTERS[place].title) if len(reached) > place else ""


def _find(challenge: str) -> Challenge:
    try:
        return find_challenge(challenge)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None
