"""Computes the ratings of the levels from the journals of their tournaments.

python tools/rate_levels.py

The ratings are those of arena/elo.py, on the Elo scale, which Glicko uses too. Games only show
differences, so one rating is a choice: `medium`, the level offered to newcomers, is 1500, the
rating that Glicko gives to a new player. Deviations are relative to the average of the tournament;
the shift to 1500 adds nothing to them.
"""

import json
from pathlib import Path
from typing import Any

from palamedes.arena.elo import CONFIDENCE
from palamedes.arena.journal import read_journal
from palamedes.arena.standings import standings
from palamedes.core.files import write_atomically
from palamedes.games import GAMES

ROOT = Path(__file__).parent.parent
JOURNALS = ROOT / "benchmarks" / "levels"
RATINGS = ROOT / "src" / "palamedes" / "arena" / "data" / "level_ratings.json"
ANCHOR, MIDDLE = "medium", 1500.0

Ratings = dict[str, dict[str, float]]  # by level: rating and deviation


def rated(journal: Path) -> tuple[str, Ratings]:
    """The game of a journal and the ratings of its levels, in the order of the plan."""
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
    """The ratings of all games that have a journal, in the order of GAMES."""
    families = [family.name for family in GAMES]
    found = dict(map(rated, JOURNALS.glob("*.jsonl")))
    return dict(sorted(found.items(), key=lambda item: _place(families, item[0])))


def _place(families: list[str], game: str) -> tuple[int, str]:
    return families.index(game.partition(":")[0]), game


def as_text(ratings: dict[str, Any]) -> str:
    """The text of the JSON file, with one line per level."""
    games = [
        f"{json.dumps(game)}: {{\n"
        + ",\n".join(f"  {json.dumps(level)}: {json.dumps(each)}" for level, each in levels.items())
        + "\n}"
        for game, levels in ratings.items()
    ]
    return "{\n" + ",\n".join(games) + "\n}\n"


if __name__ == "__main__":
    write_atomically(RATINGS, as_text(all_ratings()).encode())
