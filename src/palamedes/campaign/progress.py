"""The way through the campaign, given the challenges that somebody has completed."""

from collections.abc import Collection
from itertools import pairwise

from palamedes.campaign.challenge import Challenge, Chapter, GameChallenge
from palamedes.campaign.chapters import CHAPTERS
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


def find_challenge(challenge_id: str) -> Challenge:
    """The challenge with this id; PalamedesError if there is none."""
    for chapter in CHAPTERS:
        for challenge in chapter.challenges:
            if challenge.id == challenge_id:
                return challenge
    raise PalamedesError(_("there is no such challenge"))


def find_game_challenge(challenge_id: str) -> GameChallenge | None:
    """The challenge with this id if it still exists and is won by playing a game."""
    found = (each for chapter in CHAPTERS for each in chapter.challenges if each.id == challenge_id)
    challenge = next(found, None)
    return challenge if isinstance(challenge, GameChallenge) else None


def chapter_of(challenge: Challenge) -> Chapter:
    return next(chapter for chapter in CHAPTERS if challenge in chapter.challenges)


def is_chapter_complete(chapter: Chapter, completed: Collection[str]) -> bool:
    """Whether enough of a chapter's challenges are completed."""
    return sum(challenge.id in completed for challenge in chapter.challenges) >= chapter.needed


def open_chapters(completed: Collection[str]) -> list[Chapter]:
    """The first chapter, and each whose chapter before is done."""
    found = [CHAPTERS[0]]
    for before, chapter in pairwise(CHAPTERS):
        if not is_chapter_complete(before, completed):
            break
        found.append(chapter)
    return found


def is_open(challenge: Challenge, completed: Collection[str]) -> bool:
    """Whether somebody who has completed these challenges may try this one."""
    return chapter_of(challenge) in open_chapters(completed)
