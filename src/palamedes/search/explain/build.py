"""From a position to its search tree: checks the arguments and runs the algorithm."""

from collections.abc import Iterable
from math import inf
from typing import get_args

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Evaluation
from palamedes.core.language import Number, _
from palamedes.core.position import Position
from palamedes.search.explain.bestfirst import best_first
from palamedes.search.explain.grow import (
    GUIDED,
    GrowingTree,
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
    """Search a position and keep the whole tree; PalamedesError if that is impossible.

    MCTS takes `simulations` instead of a depth, and an evaluation only to order moves; best-first
    takes `expansions`. Moves are in the order of the rules (given), best or worst first by their
    static evaluation (good, bad), or random: the same for every algorithm, so that trees can be
    compared.

    Only the position counts: there is no history before it, and no repetition.
    """
    uses_evaluation = algorithm != "mcts" or order in GUIDED
    _check(position, algorithm, order)
    if uses_evaluation and evaluation is None:
        raise PalamedesError(_("this search needs an evaluation"))
    name = evaluation_name or type(evaluation).__name__
    growing = GrowingTree(position, evaluation, order, seed, limit, seconds)
    settings = ExplainSettings(
        depth if algorithm in ("minimax", "alphabeta") else None,
        simulations if algorithm == "mcts" else None,
        expansions if algorithm == "bestfirst" else None,
        position.game.evaluation_name(name) if uses_evaluation else "",
        order,
        seed,
    )
    try:
        playouts = _grow(growing, position, algorithm, settings)
    except TooLongError:
        raise PalamedesError(
            _("the search took too long: stopped after {seconds:g} seconds").format(seconds=seconds)
        ) from None
    return growing.finished(algorithm, settings, playouts)


def _grow(
    growing: GrowingTree, position: Position, algorithm: Algorithm, settings: ExplainSettings
) -> Iterable[tuple[int, float]]:
    """Let the algorithm grow its tree; returns the playouts, which only MCTS makes."""
    if settings.simulations is not None:
        _check_simulations(settings.simulations, growing.limit)
        return mcts(growing, position, settings.simulations)
    if settings.expansions is not None:
        _grow_best_first(growing, position, settings.expansions)
    elif settings.depth is not None:
        _check_depth(settings.depth)
        grow = _grow_minimax if algorithm == "minimax" else _grow_alphabeta
        grow(growing, position, settings.depth)
    return ()


def _grow_best_first(growing: GrowingTree, position: Position, expansions: int) -> None:
    if not 1 <= expansions < growing.limit:
        raise PalamedesError(
            _("the number of expansions must be from 1 to {most:,}").format(
                most=Number(growing.limit - 1)
            )
        )
    try:
        best_first(growing, position, expansions)
    except TooLargeError:
        raise PalamedesError(
            _("{expansions:,} expansions exceed the limit of {limit:,} nodes").format(
                expansions=Number(expansions), limit=Number(growing.limit)
            )
        ) from None


def _grow_minimax(growing: GrowingTree, position: Position, depth: int) -> None:
    size = _size(position, depth, growing.limit)
    if size > growing.limit:
        raise PalamedesError(
            _(
                "minimax to depth {depth} needs at least {size:,} nodes; the limit is {limit:,}"
            ).format(depth=depth, size=Number(size), limit=Number(growing.limit))
        )
    minimax(growing, growing.root, position, depth)


def _grow_alphabeta(growing: GrowingTree, position: Position, depth: int) -> None:
    try:
        alphabeta(growing, growing.root, position, depth, -INFINITY, INFINITY)
    except TooLargeError:
        raise PalamedesError(
            _(
                "alphabeta to depth {depth} exceeds the limit of {limit:,} nodes; the full tree "
                "has at least {size:,}"
            ).format(
                depth=depth,
                size=Number(_size(position, depth, growing.limit)),
                limit=Number(growing.limit),
            )
        ) from None


def _size(position: Position, depth: int, limit: int) -> int:
    """The nodes of the whole tree, counted only up to the first ply that exceeds the limit."""
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
    """A simulation adds at most one node; the root is one, too."""
    if not 1 <= simulations < limit:
        raise PalamedesError(
            _("the number of simulations must be from 1 to {most:,}, not {simulations:,}").format(
                simulations=Number(simulations), most=Number(limit - 1)
            )
        )
