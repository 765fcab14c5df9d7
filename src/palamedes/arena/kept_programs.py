"""Programs that stay alive from game to game in a worker process, paused between two games.

Starting a program can take longer than a game. The programs end with the process: their guards
notice (players/external/guard.py).
"""

from palamedes.arena.plan import Entrant
from palamedes.core.game import Game
from palamedes.players import Player, is_program, make_player
from palamedes.players.external import Bounds, KeptPlayer

MOST = 40  # programs alive at a time, in a process: a class with its yardstick


class KeptPrograms:
    """The programs of this process, by game, name, spec and bounds; the last used come last."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, Entrant, Bounds], KeptPlayer] = {}

    def player(self, game: Game, entrant: Entrant, seed: int, bounds: Bounds) -> Player:
        """A player for the next game: one that has played before, if it may and can stay alive."""
        if not (is_program(entrant.spec) and bounds.keep_alive):
            return make_player(game, entrant.spec, seed, bounds)
        key = game.id, entrant, bounds
        player = self._players.pop(key, None) or make_player(game, entrant.spec, seed, bounds)
        assert isinstance(player, KeptPlayer)
        self._players[key] = player
        return player

    def forget_ended(self) -> None:
        """After a game: drop the programs that have ended, and end the oldest of too many."""
        self._players = {key: each for key, each in self._players.items() if each.is_kept}
        for key in list(self._players)[:-MOST]:
            self._players.pop(key).end()

    def end_all(self) -> None:
        for player in self._players.values():
            player.end()
        self._players.clear()


KEPT = KeptPrograms()
