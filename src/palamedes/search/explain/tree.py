"""A search tree as data: what `explain` builds and every front end shows.

Values are as in textbooks: for the player at the root, who maximises while the other minimises.
search/score.py says what a score means; plies count from the root.
"""

import collections
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal

from palamedes.core.display import Displayed
from palamedes.search.score import ESTIMATE, WON, score_text

FORMAT = "palamedes-tree"
VERSION = 1
INFINITY = WON + 1  # beyond every score

Algorithm = Literal["bestfirst", "minimax", "alphabeta", "mcts"]
Order = Literal["given", "good", "bad", "random"]
Kind = Literal["max", "min", "leaf", "finished", "cut"]
Bound = Literal["", "<=", ">="]


@dataclass(slots=True)
class Node:
    """A position that the search visited, or a branch that it cut off unseen.

    kind: whose turn it is (max, min), or why the search goes no deeper: the depth is reached
        (leaf), the game is over (finished), the branch was cut off (cut).
    value: the score for the player at the root. In MCTS only finished games have one.
    bound: "" if the value is exact; `<=` or `>=` if cuts below make it a bound.
    alpha, beta: the window when alpha-beta entered the node; of a cut node, the one that closed.
    points: the points of the player at the root in the playouts through this node: 1 for a win, a
        half for a draw. The number of playouts is `visits`.
    """

    number: int  # in the order of the search; the root has 0
    parent: int | None
    ply: int
    code: int  # the move as the rules number it, NO_MOVE at the root
    move: str  # the same in notation, "" at the root
    position: str  # as text; "" if cut
    turn: int  # the player to move, 0 or 1
    kind: Kind
    value: int | None = None
    bound: Bound = ""
    alpha: int | None = None
    beta: int | None = None
    reason: str = ""  # why it was cut
    visits: int = 0
    points: float = 0.0
    below: int = 0  # nodes visited below this one
    estimate: int | None = None  # in best-first: the value before the node was expanded
    children: list["Node"] = field(default_factory=list, repr=False)  # in the order of the search

    @property
    def mean(self) -> float | None:
        """The share of points in MCTS, from 0 to 1 for the player at the root."""
        return self.points / self.visits if self.visits else None

    @property
    def visited(self) -> list["Node"]:
        return [child for child in self.children if child.kind != "cut"]

    @property
    def best(self) -> "Node | None":
        """The child that gives this node its value; in MCTS, the one visited most."""
        if self.visits:
            return max(self.visited, key=lambda child: child.visits, default=None)
        return next((child for child in self.visited if child.value == self.value), None)


@dataclass(frozen=True)
class ExplainSettings:
    """The settings of a search: a depth, a number of simulations, or one of expansions."""

    depth: int | None
    simulations: int | None
    expansions: int | None
    evaluation: str  # its name; "" if none was used
    order: Order
    seed: int


@dataclass(frozen=True)
class Counts:
    """The work of a search. Cut branches do not count as nodes: they were not visited."""

    nodes: int
    leaves: int  # evaluated positions; in MCTS, positions without children
    finished: int
    cut: int


@dataclass(frozen=True)
class Tree(Displayed):
    """A finished search with every step it took."""

    game: str
    algorithm: Algorithm
    settings: ExplainSettings
    nodes: tuple[Node, ...]  # in the order of the search, cut branches included
    playouts: tuple[tuple[int, float], ...] = ()  # of MCTS: the node of each, and its points

    def __repr__(self) -> str:
        return f"<{self.algorithm} tree of {self.game} with {self.counts.nodes:,} nodes>"

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @property
    def value(self) -> float | None:
        """The score of the root or, in MCTS, its share of points."""
        return self.root.mean if self.algorithm == "mcts" else self.root.value

    @cached_property
    def best_line(self) -> tuple[Node, ...]:
        """The expected play, from the root on."""
        line = [self.root]
        while (best := line[-1].best) is not None:
            line.append(best)
        return tuple(line)

    @property
    def best_move(self) -> str:
        return self.best_line[1].move

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The moves known to be best, in the order of the search.

        Minimax and best-first know all of them. Alpha-beta knows one, and of the others only that
        they are not better. MCTS prefers one.
        """
        if self.algorithm == "mcts":
            return (self.best_move,)
        children = self.root.visited
        return tuple(c.move for c in children if c.value == self.root.value and not c.bound)

    @cached_property
    def counts(self) -> Counts:
        kinds = collections.Counter(node.kind for node in self.nodes)
        visited = len(self.nodes) - kinds["cut"]
        return Counts(visited, kinds["leaf"], kinds["finished"], kinds["cut"])


def value_text(score: int) -> str:
    """A score as textbooks write it: without a plus sign."""
    return score_text(score).removeprefix("+")


def to_document(tree: Tree) -> dict[str, Any]:
    """The tree as JSON, its nodes in the order of the search.

    Parents and playouts refer to a node by its index in the list. Players are numbered from 1, an
    infinite alpha or beta is null, and a value of at least `proven`, or at most -`proven`, is a win
    or a loss in `won` - |value| plies.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": tree.game,
        "algorithm": tree.algorithm,
        "settings": asdict(tree.settings),
        "won": WON,
        "proven": ESTIMATE,
        "value": tree.value,
        "best_moves": list(tree.best_moves),
        "best_line": [node.number for node in tree.best_line],
        "counts": asdict(tree.counts),
        "nodes": [_node_document(node) for node in tree.nodes],
        "playouts": [list(playout) for playout in tree.playouts],
    }


def _node_document(node: Node) -> dict[str, Any]:
    return {
        "parent": node.parent,
        "move": node.move,
        "position": node.position,
        "player": node.turn + 1,
        "kind": node.kind,
        "value": node.value,
        "bound": node.bound,
        "alpha": _finite(node.alpha),
        "beta": _finite(node.beta),
        "reason": node.reason,
        "below": node.below,
        "estimate": node.estimate,
        "visits": node.visits,
        "mean": node.mean,
    }


def _finite(score: int | None) -> int | None:
    return None if score in (INFINITY, -INFINITY) else score
