"""The ladder of a game: steps from `step1`, a beginner who knows the rules, up to `master`.

The steps of each game are measured, as are its levels: `tools/calibrate.py` lets them play each
other and writes the file that this module reads. Ratings are on the Elo scale of Glicko, and the
level `medium` of every game has 1500.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.glicko import Glicko
from palamedes.core.language import _

MEASURED = Path(__file__).parent / "data" / "ladder.json"
TOP = "master"  # the level that the last step of every ladder is
STEP = re.compile(r"step([1-9][0-9]?)")

# The steps of a game that was never measured.
USUAL_STEPS = (
    "alphabeta:depth=1,blur=0.4,sight=0",
    "alphabeta:depth=1,blur=0.2,sight=0",
    "alphabeta:depth=2,blur=0.3",
    "alphabeta:depth=2,blur=0.15",
    "alphabeta:depth=2,blur=0.08",
    "alphabeta:depth=3,blur=0.06",
    "alphabeta:depth=4,blur=0.04",
    "alphabeta:nodes=2000,hash=1,blur=0.03",
    "alphabeta:nodes=20000,hash=1,blur=0.02",
    TOP,
)


class LadderStep(NamedTuple):
    """A step of a ladder; without a rating if it was not measured for this game."""

    number: int
    spec: str
    rating: Glicko | None = None

    @property
    def name(self) -> str:
        return f"step{self.number}"


def ladder(game: Game) -> tuple[LadderStep, ...]:
    """The steps of a game, the weakest first. Variants that were not measured have its usual ones.

    A small game has fewer than ten.
    """
    measured = level_ratings().get(game.id, {})
    specs = _specs(game.id) or _specs(game.name) or USUAL_STEPS
    return tuple(
        LadderStep(number, spec, measured.get(f"step{number}"))
        for number, spec in enumerate(specs, start=1)
    )


def is_step(name: str) -> bool:
    """Whether a name is that of a step, of any game."""
    return STEP.fullmatch(name) is not None


def find_step(game: Game, name: str) -> LadderStep:
    """The step with this name; PalamedesError if the ladder of the game is not that long."""
    found = STEP.fullmatch(name)
    steps = ladder(game)
    if found is None or int(found[1]) > len(steps):
        raise PalamedesError(
            _("{game} has no {name!r}: its steps are step1 to step{last}").format(
                game=game.id, last=len(steps), name=name[:40]
            )
        )
    return steps[int(found[1]) - 1]


@cache
def level_ratings() -> Mapping[str, Mapping[str, Glicko]]:
    """The ratings of all levels and steps, by game id; games that were not measured are missing."""
    return {
        game: {
            level: Glicko(known["rating"], known["deviation"])
            for level, known in measured["levels"].items()
        }
        for game, measured in _measured().items()
    }


def level_rating(game: str, level: str) -> Glicko | None:
    """The rating of a level or step in a game, by its id; None if it was not measured."""
    return level_ratings().get(game, {}).get(level)


def _specs(game_id: str) -> tuple[str, ...]:
    levels = _measured().get(game_id, {"levels": {}})["levels"]
    return tuple(known["spec"] for known in levels.values() if "spec" in known)


@cache
def _measured() -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return document
