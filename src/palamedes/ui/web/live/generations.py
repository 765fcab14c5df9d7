"""Generations of learned evaluations as opponents, beside the levels.

Only these specs are made from what a visitor asks for: no text of a visitor becomes part of one.
"""

import re

from palamedes.core.game import Game
from palamedes.search.evaluations import LEARNED
from palamedes.search.learned.shipped import shipped_generations

NODES = 5_000  # per move: it answers at once, and what it has learnt matters more than depth
MEGABYTES = 4  # of its transposition table
SPEC = re.compile(rf"alphabeta:eval={LEARNED}-(\d+),nodes=\d+,hash=\d+", re.ASCII)


def level_of_generation(number: int) -> str:
    """The level by which a generation is asked for."""
    return f"{LEARNED}-{number}"


def generation_specs(game: Game) -> dict[str, str]:
    """The specs of the generations that come with Palamedes, by level."""
    levels = [level_of_generation(number) for number in shipped_generations(game)]
    return {level: f"alphabeta:eval={level},nodes={NODES},hash={MEGABYTES}" for level in levels}


def generation_of(spec: str) -> int | None:
    """The generation that a spec names; None for a level."""
    found = SPEC.fullmatch(spec)
    return int(found[1]) if found else None
