"""How fast the rules run here: random play and perft, on one core."""

from dataclasses import dataclass
from time import perf_counter

from palamedes.core.position import Position
from palamedes.search.perft import DEEPEST, perft
from palamedes.search.playouts import playouts


@dataclass(frozen=True)
class Speed:
    """Rates per second, compilation left out."""

    playouts: float
    moves: float  # made in these playouts
    leaves: float  # of perft at `depth`
    depth: int


def measure_speed(position: Position, seconds: float) -> Speed:
    """Measure for a few times `seconds`: ever more games, ever deeper, until it is long enough."""
    games, plies, play_took = _measure_playouts(position, seconds / 4)
    depth, leaves, perft_took = _measure_perft(position, seconds / 4)
    return Speed(games / play_took, plies / play_took, leaves / perft_took, depth)


def _measure_playouts(position: Position, seconds: float) -> tuple[int, int, float]:
    """As many random games as keep the machine busy long enough, their plies and their time."""
    playouts(position, games=1)  # compiles
    games = 64
    while True:
        before = perf_counter()
        plies = playouts(position, games).plies
        took = perf_counter() - before
        if took > seconds:
            return games, plies, took
        games *= 2


def _measure_perft(position: Position, seconds: float) -> tuple[int, int, float]:
    """The first depth that keeps the machine busy long enough, its leaves and its time."""
    perft(position, depth=1)  # compiles
    measured = (0, 1, seconds)
    for depth in range(1, DEEPEST + 1):
        before = perf_counter()
        leaves = perft(position, depth)
        took = perf_counter() - before
        if leaves == 0:  # every game is over by now
            break
        measured = depth, leaves, took
        if took > seconds:
            break
    return measured
