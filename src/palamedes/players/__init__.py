"""Those who choose moves: levels, engines, chance."""

from palamedes.players.player import Choice, Player
from palamedes.players.spec import (
    best_engine,
    default_evaluation,
    evaluation_of,
    make_engine,
    make_player,
    needs_tables,
)

__all__ = [
    "Choice",
    "Player",
    "best_engine",
    "default_evaluation",
    "evaluation_of",
    "make_engine",
    "make_player",
    "needs_tables",
]
