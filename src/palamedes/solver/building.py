"""Building tables for whoever needs them: at once where it takes seconds, and only if they fit."""

from functools import lru_cache

from palamedes.core.game import Game
from palamedes.core.layers import Layer, Layers
from palamedes.solver.tablebase import Progress, Tablebase, choose_layers

QUICK = 1 << 24  # positions that are solved in seconds
FORWARDS = 200  # times longer that a position takes in a game without `unmoves`


def takes_seconds(game: Game) -> bool:
    """Whether the usual tables that are missing take so little time that nobody need be asked."""
    if game.layers is None:
        return False
    return sum(_work(game.layers, group) for group in Tablebase(game).missing_usual) <= QUICK


@lru_cache(maxsize=64)  # numbering the positions takes a moment
def _work(layers: Layers, group: tuple[Layer, ...]) -> int:
    positions = sum(int(layers.space(layer).size()) for layer in group)
    return positions if hasattr(layers.example, "unmoves") else FORWARDS * positions


def build_at_first_need(game: Game, threads: int, progress: Progress) -> None:
    """Build the usual tables that are missing if that takes seconds; else leave it to `solve`."""
    if takes_seconds(game):
        build_tables(game, None, threads, progress)


def build_tables(game: Game, men: str | None, threads: int, progress: Progress) -> None:
    """Build the tables that are missing, of up to `men` on each side or the usual ones.

    Raises PalamedesError if there is too little memory, or they cannot be written; those that are
    done by then are kept.
    """
    tables = Tablebase(game)
    wanted = choose_layers(tables, men, every=False)
    tables.build(wanted, threads, progress)
