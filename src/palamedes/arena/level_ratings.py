"""Ratings of the levels, measured in tournaments between the levels of a game."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from palamedes.arena.glicko import Glicko

MEASURED = Path(__file__).parent / "data" / "level_ratings.json"


@cache
def level_ratings() -> Mapping[str, Mapping[str, Glicko]]:
    """The ratings of all levels, by game id; games that were not measured are missing."""
    document = json.loads(MEASURED.read_text(encoding="utf-8"))
    return {
        game: {
            level: Glicko(measured["rating"], measured["deviation"])
            for level, measured in levels.items()
        }
        for game, levels in document.items()
    }


def level_rating(game: str, level: str) -> Glicko | None:
    """The rating of a level in a game, by its id; None if it was not measured."""
    return level_ratings().get(game, {}).get(level)
