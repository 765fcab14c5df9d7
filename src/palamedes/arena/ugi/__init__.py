"""Our engines and bots for other programs, by the universal game interface (UGI)."""

from palamedes.arena.ugi.backends import ANALYSIS, EngineBackend, PlayerBackend, UgiBackend
from palamedes.arena.ugi.server import UgiServer, serve_engine, serve_player

__all__ = [
    "ANALYSIS",
    "EngineBackend",
    "PlayerBackend",
    "UgiBackend",
    "UgiServer",
    "serve_engine",
    "serve_player",
]
