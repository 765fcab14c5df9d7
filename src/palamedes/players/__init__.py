"""Those who choose moves: levels, engines, chance."""

from palamedes.players.player import Choice, Player
from palamedes.players.spec import make_player

__all__ = ["Choice", "Player", "make_player"]
