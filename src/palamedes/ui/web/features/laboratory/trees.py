"""Search trees for the laboratory, built and serialised away from the server's process."""

import gzip
import json
import os
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from time import thread_time
from typing import Any, Literal

from palamedes.core.errors import PalamedesError
from palamedes.core.language import Number, _, set_language
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.search.evaluations import evaluation_of
from palamedes.search.explain import ORDERS, Algorithm, Order, Tree, explain, to_document
from palamedes.search.explain.tree import INFINITY
from palamedes.search.score import ESTIMATE, WON
from palamedes.ui.tree import tree_svg

LARGEST = 120_000  # nodes
TREE_SECONDS = 12.0
COMPARISON_SECONDS = 20.0  # for all rows together
LARGEST_UNFOLDED = 2000  # nodes of a tree that can be drawn whole

LETTERS = {"max": "x", "min": "n", "leaf": "l", "finished": "f", "cut": "c"}
BOUNDS = {"": "=", "<=": "<", ">=": ">"}

Form = Literal["columns", "document", "sheet", "drawing", "comparison"]


@dataclass(frozen=True)
class TreeRequest:
    """A search to explain: a position, and the arguments of `explain`."""

    game: str
    position: str
    algorithm: Algorithm
    depth: int
    evaluation: str
    order: Order
    simulations: int
    expansions: int
    seed: int


def build_answer(request: TreeRequest, form: Form, language: str) -> bytes:
    """The answer to a request in some form, compressed by gzip; PalamedesError if it fails."""
    set_language(language)
    if form == "comparison":
        return _compress(comparison(request))
    tree = _tree(request, language)
    if form == "columns":
        return _compress(to_columns(tree))
    if form == "document":
        return _compress(to_document(tree))
    return gzip.compress(_draw(tree, form).encode(), 5)


def build_at_low_priority(request: TreeRequest, form: Form, language: str) -> bytes:
    """The same, in a process that does nothing else."""
    _lower_priority()
    return build_answer(request, form, language)


def _draw(tree: Tree, form: Form) -> str:
    if form == "sheet":
        return tree_svg(tree)
    if len(tree.nodes) > LARGEST_UNFOLDED:
        raise PalamedesError(
            _(
                "A tree of more than {most:,} nodes can only be drawn collapsed, on one page."
            ).format(most=Number(LARGEST_UNFOLDED))
        )
    return tree_svg(tree, widest=None)


def to_columns(tree: Tree) -> dict[str, Any]:
    """The tree as one column per property, which is much smaller than `to_document`.

    Moves and reasons are indices into the lists `moves` and `reasons`, kinds are single letters,
    and an infinite alpha or beta is a number beyond `won`. Positions follow from the moves.
    """
    nodes = tree.nodes
    moves, reasons = {"": 0}, {"": 0}
    return {
        "game": tree.game,
        "algorithm": tree.algorithm,
        "settings": asdict(tree.settings),
        "won": WON,
        "proven": ESTIMATE,
        "infinity": INFINITY,
        "turn": tree.root.turn,
        "counts": asdict(tree.counts),
        "value": tree.value,
        "best_moves": list(tree.best_moves),
        "best_line": [node.number for node in tree.best_line],
        "parent": [node.parent if node.parent is not None else -1 for node in nodes],
        "kind": "".join(LETTERS[node.kind] for node in nodes),
        "move": [moves.setdefault(node.move, len(moves)) for node in nodes],
        "moves": list(moves),
        "value_of": [node.value for node in nodes],
        "bound": "".join(BOUNDS[node.bound] for node in nodes),
        "alpha": [node.alpha for node in nodes] if tree.algorithm == "alphabeta" else [],
        "beta": [node.beta for node in nodes] if tree.algorithm == "alphabeta" else [],
        "reason": [reasons.setdefault(node.reason, len(reasons)) for node in nodes],
        "reasons": list(reasons),
        "estimate": [node.estimate for node in nodes] if tree.algorithm == "bestfirst" else [],
        "playouts": [list(column) for column in zip(*tree.playouts, strict=True)],
    }


def comparison(request: TreeRequest) -> list[dict[str, Any]]:
    """The nodes that minimax and alpha-beta in every move order visit, each by a real search."""
    ends = thread_time() + COMPARISON_SECONDS
    rows: list[tuple[Algorithm, Order]] = [("minimax", "given")]
    rows += [("alphabeta", order) for order in ORDERS]
    return [
        {"algorithm": algorithm, "order": order, **_comparison_row(request, algorithm, order, ends)}
        for algorithm, order in rows
    ]


def _comparison_row(
    request: TreeRequest, algorithm: Algorithm, order: Order, ends: float
) -> dict[str, Any]:
    try:
        tree = _explain(
            request, algorithm, order, min(TREE_SECONDS, max(0.0, ends - thread_time()))
        )
    except PalamedesError as error:
        return {"problem": str(error)}
    return {"value": tree.value, "best": tree.best_move, **asdict(tree.counts)}


@lru_cache(maxsize=1)
def _tree(request: TreeRequest, _language: str) -> Tree:
    """A search tree. The last one is cached, to be drawn; its reasons are in one language."""
    return _explain(request, request.algorithm, request.order, TREE_SECONDS)


def _explain(request: TreeRequest, algorithm: Algorithm, order: Order, seconds: float) -> Tree:
    """A search of at most `seconds`, not counting the time to compile or load the rules."""
    _compile(request.game, request.evaluation, algorithm)
    game = find_game(request.game)
    return explain(
        Position.parse(game, request.position),
        algorithm,
        request.depth,
        evaluation_of(game, request.evaluation),
        order,
        request.simulations,
        request.seed,
        LARGEST,
        request.evaluation,
        request.expansions,
        seconds,
    )


@lru_cache(maxsize=1000)
def _compile(name: str, evaluation: str, algorithm: Algorithm) -> None:
    game = find_game(name)
    start, weights = Position.start(game), evaluation_of(game, evaluation)
    explain(start, algorithm, 1, weights, "good", simulations=1)


def _compress(document: Any) -> bytes:
    return gzip.compress(json.dumps(document, separators=(",", ":")).encode(), 5)


@cache
def _lower_priority() -> None:
    """Let games go first."""
    if hasattr(os, "nice"):
        os.nice(10)
