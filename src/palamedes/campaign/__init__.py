"""The campaign: chapters of a story, each with an opponent and challenges. Progress is kept by
whoever shows it.
"""

from palamedes.campaign.challenge import Chapter, Duel, Opponent, Riddles
from palamedes.campaign.chapters import CHAPTERS
from palamedes.campaign.way import chapter_of, find_duel, find_step, is_open, open_chapters

__all__ = [
    "CHAPTERS",
    "Chapter",
    "Duel",
    "Opponent",
    "Riddles",
    "chapter_of",
    "find_duel",
    "find_step",
    "is_open",
    "open_chapters",
]
