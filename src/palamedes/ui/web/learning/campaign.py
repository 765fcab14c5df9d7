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
    Duel,
    Riddles,
    chapter_of,
    find_step,
    is_open,
    open_chapters,
)
from palamedes.campaign.challenge import Challenge
from palamedes.core.errors import PalamedesError
from palamedes.core.history import Result
from palamedes.core.language import _
from palamedes.ui.web.documents import Document
from palamedes.ui.web.learning.duels import begin_duel, winner_of
from palamedes.ui.web.learning.stories import challenge_document, chapter_document
from palamedes.ui.web.messages import check_name
from palamedes.ui.web.rooms import Hall
from palamedes.ui.web.safety import address_of
from palamedes.ui.web.store import Kept
from palamedes.ui.web.store.kept import Owner
from palamedes.ui.web.store.learning import Learning
from palamedes.ui.web.visitors import visitor_at, welcome

router = APIRouter(prefix="/api/campaign", tags=["campaign"])

Step = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,19}-[a-z]{1,19}$")]
Name = Annotated[
    str, StringConstraints(max_length=40, strip_whitespace=True), AfterValidator(check_name)
]


class Entry(BaseModel):
    """Somebody who takes a challenge up."""

    model_config = ConfigDict(extra="forbid")

    name: Name = ""


@router.get("", summary="All chapters, and how far you are")
async def get_campaign(request: Request) -> list[Document]:
    met, solved = await _progress(request, visitor_at(request).owner)
    reached = open_chapters(met)
    return [chapter_document(chapter, chapter in reached, met, solved) for chapter in CHAPTERS]


@router.get("/steps/{step}", summary="A challenge, whether it is met, and what comes next")
async def get_step(step: Step, request: Request) -> Document:
    challenge = _find(step)
    met, solved = await _progress(request, visitor_at(request).owner)
    chapter = chapter_of(challenge)
    document = challenge_document(challenge, chapter, is_open(challenge, met), met, solved)
    return {**document, "chapter": chapter.id, "opened": _opened_by(chapter, met)}


@router.post("/steps/{step}", status_code=201, summary="Begin the game of a challenge")
async def post_step(step: Step, entry: Entry, request: Request, response: Response) -> Document:
    challenge = _find(step)
    if not isinstance(challenge, Duel):
        raise HTTPException(409, _("this challenge is no game"))
    address = address_of(request)
    if not request.app.state.creations.allows(address):
        raise HTTPException(429, _("too many games at once: wait a little"))
    visitor = welcome(request, response)
    met, _solved = await _progress(request, visitor.owner)
    if not is_open(challenge, met):
        raise HTTPException(403, _("this chapter is not open yet"))
    kept = begin_duel(challenge, visitor, entry.name)
    await _hall(request).create(kept)
    return {"id": kept.id}


async def attend(hall: Hall, learning: Learning) -> None:
    """Keep the challenges met by games from now on, and by those that ended unheard."""

    async def keep(step: str, owners: tuple[Owner, Owner], result: Result | None) -> None:
        owner = winner_of(step, owners, result)
        if owner is not None:
            await hall.on_disk(learning.finish, owner, step)

    async def hear(kept: Kept) -> None:
        await keep(kept.step, kept.owners, kept.match.result)

    hall.end_listeners.append(hear)
    for ended in await hall.on_disk(learning.unheard):
        await keep(*ended)


async def _progress(request: Request, owner: str) -> tuple[set[str], set[str]]:
    """The challenges that somebody has met, and the puzzles solved."""
    learning: Learning = request.app.state.learning
    steps: set[str] = await _hall(request).on_disk(learning.steps, owner)
    solved: set[str] = await _hall(request).on_disk(learning.solved, owner)
    return steps | await asyncio.to_thread(_riddles_met, solved), solved


def _riddles_met(solved: Collection[str]) -> set[str]:
    return {
        challenge.id
        for chapter in CHAPTERS
        for challenge in chapter.challenges
        if isinstance(challenge, Riddles)
        and all(puzzle.id in solved for puzzle in challenge.puzzles)
    }


def _opened_by(chapter: Chapter, met: Collection[str]) -> str:
    """The title of the next chapter, if it is open; nothing if it is not, or there is none."""
    place = CHAPTERS.index(chapter) + 1
    reached = open_chapters(met)
    return _(CHAPTERS[place].title) if len(reached) > place else ""


def _find(step: str) -> Challenge:
    try:
        return find_step(step)
    except PalamedesError as error:
        raise HTTPException(404, str(error)) from None


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall
