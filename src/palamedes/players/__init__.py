"""Players: levels, engines, random moves, bots and external programs."""

from palamedes.players.bot import Bot, is_bot, load_bot
from palamedes.players.external import is_program
from palamedes.players.player import AT_ONCE, FREE, Allowance, Choice, Player, PlayerError
from palamedes.players.spec import (
    adaptive_rating,
    best_engine,
    best_engine_spec,
    make_engine,
    make_player,
    needs_tables,
    opens_a_file,
    uses_tables,
    without_book,
)

__all__ = [
    "AT_ONCE",
    "FREE",
    "Allowance",
    "Bot",
    "Choice",
    "Player",
    "PlayerError",
    "adaptive_rating",
    "best_engine",
    "best_engine_spec",
    "is_bot",
    "is_program",
    "load_bot",
    "make_engine",
    "make_player",
    "needs_tables",
    "opens_a_file",
    "uses_tables",
    "without_book",
]
