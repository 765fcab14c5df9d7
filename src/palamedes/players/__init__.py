"""Those who choose moves: levels, engines, chance."""

from palamedes.players.external import is_program
from palamedes.players.player import FREE, Allowance, Choice, Player, PlayerError
from palamedes.players.spec import (
    best_engine,
    default_evaluation,
    evaluation_of,
    make_engine,
    make_player,
    needs_tables,
)

__all__ = [
    "FREE",
    "Allowance",
    "Choice",
    "Player",
    "PlayerError",
    "best_engine",
    "default_evaluation",
    "evaluation_of",
    "is_program",
    "make_engine",
    "make_player",
    "needs_tables",
]
