"""Our engines, and bots, for other programs: the universal game interface (UGI)."""

from palamedes.arena.ugi.server import Server, serve_engine, serve_player
from palamedes.arena.ugi.thinkers import ANALYSIS, EngineThinker, PlayerThinker, UgiThinker

__all__ = [
    "ANALYSIS",
    "EngineThinker",
    "PlayerThinker",
    "Server",
    "UgiThinker",
    "serve_engine",
    "serve_player",
]
