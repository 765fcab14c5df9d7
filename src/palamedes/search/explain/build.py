"""From a position to its search tree: checks what is asked, and calls the algorithm."""

from collections.abc import Iterable
from math import inf
from typing import get_args

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.search.explain.bestfirst import best_first
from palamedes.search.explain.grow import (
    GUIDED,
    Evaluation,
    Growth,
    TooLargeError,
    TooLongError,
)
from palamedes.search.explain.mcts import mcts
from palamedes.search.explain.minimax import alphabeta, minimax
from palamedes.search.explain.tree import INFINITY, Algorithm, ExplainSettings, Order, Tree
from palamedes.search.perft import perft

ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)
ORDERS: tuple[Order, ...] = get_args(Order)
DEEPEST = 20
LARGEST = 200_000  # nodes


def explain(
    position: Position,
    algorithm: Algorithm,
    depth: int = 2,
    evaluation: Evaluation | None = None,
    order: Order = "given",
    simulations: int = 200,
    seed: int = 0,
    limit: int = LARGEST,
    evaluation_name: str | None = None,
    expansions: int = 1,
    seconds: float = inf,
) -> Tree:
    """Search a position that is not over and keep the whole tree; PalamedesError if it can't be.

    MCTS takes `simulations` instead of a depth, and an evaluation only to order moves; best-first
    takes `expansions`. The order of moves is the one of the rules (given), best or worst first by
    the static evaluation of the move, or random. It is the same for every algorithm, so that trees
    can be compared.

    A position is searched for itself: what came before it, and so repetition, plays no part.
    """
    uses_evaluation = algorithm != "mcts" or order in GUIDED
    _check(position, algorithm, order)
    if uses_evaluation and evaluation is None:
        raise PalamedesError(_("this search needs an evaluation"))
    name = evaluation_name or type(evaluation).__name__
    growth = Growth(position, evaluation, order, seed, limit, seconds)
    settings = ExplainSettings(
        depth if algorithm in ("minimax", "alphabeta") else None,
        simulations if algorithm == "mcts" else None,
        expansions if algorithm == "bestfirst" else None,
        position.game.evaluation_name(name) if uses_evaluation else "",
        order,
        seed,
    )
    try:
        playouts = _grow(growth, position, algorithm, settings)
    except TooLongError:
        raise PalamedesError(
            _("the search took too long: stopped after {seconds:g} seconds").format(seconds=seconds)
        ) from None
    return growth.tree(algorithm, settings, playouts)


def _grow(
    growth: Growth, position: Position, algorithm: Algorithm, settings: ExplainSettings
) -> Iterable[tuple[int, float]]:
    """Let the algorithm grow its tree; returns the playouts, if it makes any."""
    if settings.simulations is not None:
        _check_simulations(settings.simulations, growth.limit)
        return mcts(growth, position, settings.simulations)
    if settings.expansions is not None:
        _grow_best_first(growth, position, settings.expansions)
    elif settings.depth is not None:
        _check_depth(settings.depth)
        grow = _grow_minimax if algorithm == "minimax" else _grow_alphabeta
        grow(growth, position, settings.depth)
    return ()


def _grow_best_first(growth: Growth, position: Position, expansions: int) -> None:
    if not 1 <= expansions < growth.limit:
        raise PalamedesError(
            _("the number of expansions must be from 1 to {most:,}").format(most=growth.limit - 1)
        )
    try:
        best_first(growth, position, expansions)
    except TooLargeError:
        raise PalamedesError(
            _("{expansions:,} expansions exceed the limit of {limit:,} nodes").format(
                expansions=expansions, limit=growth.limit
            )
        ) from None


def _grow_minimax(growth: Growth, position: Position, depth: int) -> None:
    size = _size(position, depth, growth.limit)
    if size > growth.limit:
        raise PalamedesError(
            _(
                "minimax to depth {depth} needs at least {size:,} nodes; the limit is {limit:,}"
            ).format(depth=depth, size=size, limit=growth.limit)
        )
    minimax(growth, growth.root, position, depth)


def _grow_alphabeta(growth: Growth, position: Position, depth: int) -> None:
    try:
        alphabeta(growth, growth.root, position, depth, -INFINITY, INFINITY)
    except TooLargeError:
        raise PalamedesError(
            _(
                "alphabeta to depth {depth} exceeds the limit of {limit:,} nodes; the full tree "
                "has at least {size:,}"
            ).format(depth=depth, size=_size(position, depth, growth.limit), limit=growth.limit)
        ) from None


def _size(position: Position, depth: int, limit: int) -> int:
    """How many nodes the whole tree has, counted no further than to the first ply over a limit."""
    size = 1
    for ply in range(1, depth + 1):
        if size <= limit:
            size += perft(position, ply)
    return size


def _check(position: Position, algorithm: str, order: str) -> None:
    for word, known in ((algorithm, ALGORITHMS), (order, ORDERS)):
        if word not in known:
            raise PalamedesError(
                _("unknown value {word!r}; choose from {known}").format(
                    word=word[:40], known=", ".join(known)
                )
            )
    if position.result is not None:
        raise PalamedesError(_("the game is over"))


def _check_depth(depth: int) -> None:
    if not 1 <= depth <= DEEPEST:
        raise PalamedesError(_("the depth must be from 1 to {deepest}").format(deepest=DEEPEST))


def _check_simulations(simulations: int, limit: int) -> None:
    """Each simulation adds at most one node to the root."""
    if not 1 <= simulations < limit:
        raise PalamedesError(
            _("the number of simulations must be from 1 to {most:,}, not {simulations:,}").format(
                simulations=simulations, most=limit - 1
            )
        )
