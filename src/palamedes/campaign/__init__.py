"""The campaign: chapters of a story, each with an opponent and challenges.

Progress is not stored here: front ends pass the ids of completed challenges.
"""

from palamedes.campaign.challenge import Chapter, GameChallenge, Opponent, PuzzleChallenge
from palamedes.campaign.chapters import CHAPTERS
from palamedes.campaign.progress import (
    chapter_of,
    find_challenge,
    find_game_challenge,
    is_open,
    next_challenge,
    open_chapters,
)

__all__ = [
    "CHAPTERS",
    "Chapter",
    "GameChallenge",
    "Opponent",
    "PuzzleChallenge",
    "chapter_of",
    "find_challenge",
    "find_game_challenge",
    "is_open",
    "next_challenge",
    "open_chapters",
]
