"""Many positions at once: evaluations and random games of arrays of states, at kernel speed."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from palamedes.core.bits import mix
from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.kernel import kernel
from palamedes.core.language import _
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.core.rules import NO_MOVE, ONGOING
from palamedes.core.state_rows import state_at
from palamedes.search.evaluations import default_evaluation_name, evaluation_of
from palamedes.search.playouts import CAP, check_count, random_games
from palamedes.search.score import final_score

WINS, LOSSES, DRAWS = range(3)  # columns of the results of random games
SMALLEST = 64  # positions that are worth a thread


@kernel
def evaluate_rows(evaluation, example, rows, scores):
    """Write the static value of each state, for its side to move; `example` is any of them."""
    for row in range(len(rows)):
        state = state_at(example, rows, row)
        outcome = state.outcome()
        if outcome == ONGOING:
            scores[row] = evaluation.score(state, NO_MOVE)
        else:
            scores[row] = final_score(outcome, 0)


@kernel
def play_rows(example, rows, numbers, games, seed, counts):
    """Write the wins, losses and draws of the side to move in random games from each state."""
    for row in range(len(rows)):
        noise = mix(seed, numbers[row])
        wins, losses, _plies = random_games(state_at(example, rows, row), games, noise, CAP)
        counts[row, WINS], counts[row, LOSSES] = wins, losses
        counts[row, DRAWS] = games - wins - losses


def evaluate_many(
    positions: Sequence[Position], evaluation: str | None = None
) -> NDArray[np.int64]:
    """The static values of many positions of a game, each for its player to move.

    >>> import palamedes
    >>> start = palamedes.start("teeko")
    >>> values = palamedes.evaluate_many([start.play(move) for move in start.moves])
    >>> values.shape, int(values[0]) == palamedes.evaluate(start.play("a1")).estimate
    ((25,), True)

    They are in the units of `Score.estimate`. A finished game has 1,000,000 for a win, -1,000,000
    for a loss and 0 for a draw.
    """
    check_list(positions)
    scores: NDArray[np.int64] = np.zeros(len(positions), np.int64)
    if positions:
        game, rows = _rows(positions)
        found = evaluation_of(game, evaluation or default_evaluation_name(game))
        _in_threads(
            len(rows), lambda part: evaluate_rows(found, game.start, rows[part], scores[part])
        )
    return scores


def playouts_many(
    positions: Sequence[Position], games: int = 100, seed: int = 0
) -> NDArray[np.int64]:
    """How random games from many positions of a game end: a row of three counts for each.

    >>> import palamedes
    >>> start = palamedes.start("ultimate")
    >>> palamedes.playouts_many([start, start.play("e5")], games=1000).sum(axis=1)
    array([1000, 1000])

    The columns are wins of the first player, wins of the second, and draws. The same seed gives the
    same games.
    """
    check_count(games)
    check_list(positions)
    counts: NDArray[np.int64] = np.zeros((len(positions), 3), np.int64)
    if positions:
        game, rows = _rows(positions)
        numbers, noise = np.arange(len(rows)), seed & ((1 << 62) - 1)
        _in_threads(
            len(rows),
            lambda part: play_rows(
                game.start, rows[part], numbers[part], games, noise, counts[part]
            ),
        )
        is_second = np.array([position.turn == 1 for position in positions])
        counts[is_second, :DRAWS] = counts[is_second, LOSSES::-1]
    return counts


def check_list(positions: object) -> None:
    """Raise PalamedesError for what is no list of positions."""
    if isinstance(positions, Position | Match):
        raise PalamedesError(_("a list of positions is needed, not one"))
    if not isinstance(positions, Iterable):
        raise PalamedesError(
            _("a list of positions is needed, not {kind}").format(kind=type(positions).__name__)
        )


def _rows(positions: Sequence[Position]) -> tuple[Game, NDArray[np.int64]]:
    """The states of positions of one game as an array."""
    positions = [position_of(position) for position in positions]
    games = {position.game for position in positions}
    if len(games) > 1:
        names = ", ".join(sorted(game.id for game in games))
        raise PalamedesError(
            _("positions of one game are needed, not of {names}").format(names=names)
        )
    return games.pop(), np.array([position.state for position in positions], np.int64)


def _in_threads(count: int, work: Callable[[slice], None]) -> None:
    """Do the work for all rows, in as many parts as there are cores: kernels need no GIL."""
    parts = max(min(usable_cores(), count // SMALLEST), 1)
    edges = [count * number // parts for number in range(parts + 1)]
    with ThreadPoolExecutor(parts) as pool:
        list(pool.map(work, map(slice, edges, edges[1:])))
