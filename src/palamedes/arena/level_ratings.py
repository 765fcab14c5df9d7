"""How strong the levels are: fixed ratings, measured in tournaments of levels against levels."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from palamedes.arena.glicko import Glicko

MEASURED = Path(__file__).parent / "data" / "level_ratings.json"


@cache
def level_ratings() -> Mapping[str, Mapping[str, Glicko]]:
    """The ratings of levels by the ids of games; games that were not measured are not there."""
    document = json.loads(MEASURED.read_text(encoding="utf-8"))
    return {
        game: {
            level: Glicko(facts["rating"], facts["deviation"]) for level, facts in levels.items()
        }
        for game, levels in document.items()
    }


def level_rating(game: str, level: str) -> Glicko | None:
    """The rating of a level of a game, by their ids."""
    return level_ratings().get(game, {}).get(level)
