"""How fast rules and searches run on this machine, on one core; and rules on many, or on a GPU."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from palamedes.core.devices import Device
from palamedes.core.game import Evaluation
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Engine, Limits
from palamedes.search.mcts.engine import MonteCarlo
from palamedes.search.perft import DEEPEST, perft
from palamedes.search.playouts import CAP, playouts, random_plies

FEWEST = 1000  # nodes; the time of a smaller search is mostly its preparation


@dataclass(frozen=True)
class Speed:
    """Rates per second, without compilation; None if the game is decided at once."""

    playouts: float
    moves: float  # made in these playouts
    leaves: float  # of perft at `depth`
    depth: int
    nodes: float | None  # of alpha-beta
    simulations: float | None  # of Monte Carlo tree search, each with a random game


def measure_speed(position: Position, evaluation: Evaluation, seconds: float) -> Speed:
    """Measure for about `seconds`: a quarter each for playouts, perft, alpha-beta and MCTS.

    Alpha-beta uses the evaluation; Monte Carlo tree search plays random games instead.
    """
    games, plies, play_took = _measure_playouts(position, seconds / 4)
    depth, leaves, perft_took = _measure_perft(position, seconds / 4)
    return Speed(
        playouts=games / play_took,
        moves=plies / play_took,
        leaves=leaves / perft_took,
        depth=depth,
        nodes=_measure_search(partial(AlphaBeta, evaluation), position, seconds / 4),
        simulations=_measure_search(MonteCarlo, position, seconds / 4),
    )


def measure_device(position: Position, device: Device, seconds: float) -> float:
    """The moves of random games that a device makes in a second."""
    arguments = position.state, 0, CAP
    device.run(random_plies, arguments, 1, grain=1)  # compiles
    games = 1024
    while True:
        before = perf_counter()
        plies = device.run(random_plies, arguments, games, grain=1).total
        took = perf_counter() - before
        if took > seconds:
            return plies / took
        games *= 2


def _measure_playouts(position: Position, seconds: float) -> tuple[int, int, float]:
    """Random games, twice as many each time until they take this long; games, plies, seconds."""
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
    """The first depth that takes this long: depth, leaves, seconds."""
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


def _measure_search(
    new_engine: Callable[[], Engine], position: Position, seconds: float
) -> float | None:
    """The nodes per second of a fresh search; the best of several if one ends sooner.

    None if it has too few nodes to tell.
    """
    match = Match(position, position.game.history)
    new_engine().analyse(match, Limits(nodes=1))  # compiles
    ends = perf_counter() + seconds
    searches = []
    while (left := ends - perf_counter()) > 0:
        searches.append(new_engine().analyse(match, Limits(seconds=left)))
    if max(search.nodes for search in searches) < FEWEST:
        return None
    return max(search.rate for search in searches)
