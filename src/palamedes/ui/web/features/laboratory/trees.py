"""Search trees for the laboratory, built and written down in a process of their own."""

import gzip
import json
import os
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from time import process_time
from typing import Any, Literal

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, set_language
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.players import evaluation_of
from palamedes.search.explain import ORDERS, Algorithm, Order, Tree, explain, to_document
from palamedes.search.explain.tree import INFINITY
from palamedes.search.score import ESTIMATE, WON
from palamedes.ui.tree import tree_svg

LARGEST = 120_000  # nodes
SECONDS = 12.0  # for a tree
COMPARISON = 20.0  # seconds for all rows of a comparison
WHOLE = 2000  # nodes of a tree that is drawn without folding

LETTERS = {"max": "x", "min": "n", "leaf": "l", "finished": "f", "cut": "c"}
BOUNDS = {"": "=", "<=": "<", ">=": ">"}

Form = Literal["columns", "document", "sheet", "drawing", "comparison"]


@dataclass(frozen=True)
class TreeRequest:
    """A search to explain: the position, and what `explain` takes."""

    game: str
    position: str
    algorithm: Algorithm
    depth: int
    evaluation: str
    order: Order
    simulations: int
    expansions: int
    seed: int


def answer(wish: TreeRequest, form: Form, language: str) -> bytes:
    """A wish fulfilled, packed by gzip; PalamedesError if it cannot be. Games have precedence."""
    _give_way()
    set_language(language)
    if form == "comparison":
        return _packed(comparison(wish))
    tree = _tree(wish, language)
    if form == "columns":
        return _packed(to_columns(tree))
    if form == "document":
        return _packed(to_document(tree))
    return gzip.compress(_drawn(tree, form).encode(), 5)


def _drawn(tree: Tree, form: Form) -> str:
    if form == "sheet":
        return tree_svg(tree)
    if len(tree.nodes) > WHOLE:
        raise PalamedesError(
            _(
                "A tree of more than {most:,} nodes can only be drawn collapsed, on one page."
            ).format(most=WHOLE)
        )
    return tree_svg(tree, widest=None)


def to_columns(tree: Tree) -> dict[str, Any]:
    """The tree in a column for each property, since the names of a `to_document` weigh most.

    Moves and reasons are numbers in the lists of all of them, kinds a letter each, and an infinite
    alpha or beta one beyond `won`. Positions are left out: the moves lead to them.
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


def comparison(wish: TreeRequest) -> list[dict[str, Any]]:
    """What minimax visits and what alpha-beta does in every order, each by doing it."""
    ends = process_time() + COMPARISON
    rows: list[tuple[Algorithm, Order]] = [("minimax", "given")]
    rows += [("alphabeta", order) for order in ORDERS]
    return [
        {"algorithm": algorithm, "order": order, **_effort(wish, algorithm, order, ends)}
        for algorithm, order in rows
    ]


def _effort(wish: TreeRequest, algorithm: Algorithm, order: Order, ends: float) -> dict[str, Any]:
    try:
        tree = _explain(wish, algorithm, order, min(SECONDS, max(0.0, ends - process_time())))
    except PalamedesError as error:
        return {"problem": str(error)}
    return {"value": tree.value, "best": tree.best_move, **asdict(tree.counts)}


@lru_cache(maxsize=1)
def _tree(wish: TreeRequest, _language: str) -> Tree:
    """The tree looked at last is kept, to be drawn. Its reasons are in one language."""
    return _explain(wish, wish.algorithm, wish.order, SECONDS)


def _explain(wish: TreeRequest, algorithm: Algorithm, order: Order, seconds: float) -> Tree:
    """A search in so many seconds, without those in which the rules are compiled or loaded."""
    _compile(wish.game, wish.evaluation, algorithm)
    game = find_game(wish.game)
    return explain(
        Position.parse(game, wish.position),
        algorithm,
        wish.depth,
        evaluation_of(game, wish.evaluation),
        order,
        wish.simulations,
        wish.seed,
        LARGEST,
        wish.evaluation,
        wish.expansions,
        seconds,
    )


@cache
def _compile(name: str, evaluation: str, algorithm: Algorithm) -> None:
    game = find_game(name)
    start, weights = Position.start(game), evaluation_of(game, evaluation)
    explain(start, algorithm, 1, weights, "good", simulations=1)


def _packed(document: Any) -> bytes:
    return gzip.compress(json.dumps(document, separators=(",", ":")).encode(), 5)


@cache
def _give_way() -> None:
    """Whoever plays a game goes first."""
    if hasattr(os, "nice"):
        os.nice(10)
