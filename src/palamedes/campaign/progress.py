"""Progress in the campaign, given the ids of the completed challenges."""

from collections.abc import Collection
from itertools import pairwise

from palamedes.campaign.challenge import Challenge, Chapter, GameChallenge
from palamedes.campaign.chapters import CHAPTERS
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


def find_challenge(challenge_id: str) -> Challenge:
    """The challenge with this id; PalamedesError if it does not exist."""
    for chapter in CHAPTERS:
        for challenge in chapter.challenges:
            if challenge.id == challenge_id:
                return challenge
    raise PalamedesError(_("This challenge does not exist."))


def find_game_challenge(challenge_id: str) -> GameChallenge | None:
    """The game challenge with this id; None if it no longer exists or is a puzzle challenge."""
    for chapter in CHAPTERS:
        for challenge in chapter.challenges:
            if challenge.id == challenge_id and isinstance(challenge, GameChallenge):
                return challenge
    return None


def chapter_of(challenge: Challenge) -> Chapter:
    return next(chapter for chapter in CHAPTERS if challenge in chapter.challenges)


def is_chapter_complete(chapter: Chapter, completed: Collection[str]) -> bool:
    """Whether enough challenges of a chapter are completed to open the next one."""
    return sum(challenge.id in completed for challenge in chapter.challenges) >= chapter.needed


def open_chapters(completed: Collection[str]) -> list[Chapter]:
    """The first chapter, and every chapter after a complete one."""
    opened = [CHAPTERS[0]]
    for before, chapter in pairwise(CHAPTERS):
        if not is_chapter_complete(before, completed):
            break
        opened.append(chapter)
    return opened


def is_open(challenge: Challenge, completed: Collection[str]) -> bool:
    """Whether a challenge may be tried after completing these."""
    return chapter_of(challenge) in open_chapters(completed)


def next_challenge(challenge: Challenge, completed: Collection[str]) -> Challenge | None:
    """An open challenge that is not completed, if possible one after this; None if none is left."""
    opened = [each for chapter in open_chapters(completed) for each in chapter.challenges]
    place = opened.index(challenge) + 1 if challenge in opened else 0
    left = (each for each in opened[place:] + opened[:place] if each != challenge)
    return next((each for each in left if each.id not in completed), None)
