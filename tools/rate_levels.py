"""Makes the ratings of levels from the journals of their tournaments.

python tools/rate_levels.py

Ratings are the arena's own (arena/rating.py): the likeliest from all games of a game, on the scale
of Elo, which is also that of Glicko. Only differences can be measured, so one number is a choice:
`medium` is 1500, where Glicko puts somebody of whom nothing is known, for it is the level that
newcomers are offered. Whoever wins half of the games against it is then an average player. The
deviation is that of a rating about the average of all players of its tournament; the shift to 1500
adds nothing to it.
"""

import json
from pathlib import Path
from typing import Any

from palamedes.arena.journal import read_journal
from palamedes.arena.rating import CONFIDENCE
from palamedes.arena.standings import standings
from palamedes.core.files import write_atomically
from palamedes.games import GAMES

ROOT = Path(__file__).parent.parent
JOURNALS = ROOT / "benchmarks" / "levels"
RATINGS = ROOT / "src" / "palamedes" / "arena" / "data" / "level_ratings.json"
ANCHOR, MIDDLE = "medium", 1500.0

Ratings = dict[str, dict[str, float]]  # by level: rating and deviation


def rated(journal: Path) -> tuple[str, Ratings]:
    """The game of a journal and the ratings of those who played it, in the order of levels."""
    plan, games, _size = read_journal(journal)
    players = sorted(standings(plan, games).players, key=lambda player: player.place)
    known = {each.name: (each.rating or 0.0, (each.error or 0.0) / CONFIDENCE) for each in players}
    shift = MIDDLE - known[ANCHOR][0]
    ratings = {
        level: {"rating": round(rating + shift, 1), "deviation": round(deviation, 1)}
        for level, (rating, deviation) in known.items()
    }
    return plan.game, ratings


def all_ratings() -> dict[str, Ratings]:
    """The ratings of all games that have a journal, in the order in which games are listed."""
    families = [family.name for family in GAMES]
    found = dict(map(rated, JOURNALS.glob("*.jsonl")))
    return dict(sorted(found.items(), key=lambda item: _place(families, item[0])))


def _place(families: list[str], game: str) -> tuple[int, str]:
    return families.index(game.partition(":")[0]), game


def as_text(ratings: dict[str, Any]) -> str:
    """The file: a line for each level."""
    games = [
        f"{json.dumps(game)}: {{\n"
        + ",\n".join(f"  {json.dumps(level)}: {json.dumps(each)}" for level, each in levels.items())
        + "\n}"
        for game, levels in ratings.items()
    ]
    return "{\n" + ",\n".join(games) + "\n}\n"


if __name__ == "__main__":
    write_atomically(RATINGS, as_text(all_ratings()).encode())
