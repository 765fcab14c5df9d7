"""Those who choose moves: levels, engines, chance."""

from palamedes.players.player import Choice, Player
from palamedes.players.spec import default_evaluation, evaluation_of, make_engine, make_player

__all__ = ["Choice", "Player", "default_evaluation", "evaluation_of", "make_engine", "make_player"]
