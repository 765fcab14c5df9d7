"""The tree of a growing book: what each position is worth, and which one to look at next.

Every node was searched, or looked up in tables. A value is the best of what its moves are worth,
and a move is worth what the node it leads to is worth, as soon as there is one: so whatever is
found deep in the tree changes what the book thinks at the root.

The next position is the leaf that is cheapest to reach. A move costs what it loses of the expected
points against the best move there, for both sides alike, and every ply costs a little: good lines
are followed deep, bad ones are answered, hopeless ones are left out (T. Lincke, Strategies for the
automatic construction of opening books, 2000).

Positions are nodes up to symmetry, and transpositions meet in one node. A move to a node of another
ply than the next keeps the score of its search: so values never go in circles.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from palamedes.core.game import Game, State
from palamedes.search.opening_book import canonical
from palamedes.search.score import ESTIMATE, chance

PLY = 0.005  # of the point: what a ply costs
OVER = 1 << 64  # instead of the key of a position, which is smaller: the game has ended there


class TreeMove(NamedTuple):
    """A move from a node: its score there, and the key of the position it leads to, or OVER.

    The regret is for moves whose scores are exact: the share of the point that a search thinks they
    lose, which does not know better (expansion.py).
    """

    code: int
    score: int
    key: int
    regret: float = 0.0


class Expansion(NamedTuple):
    """What was found out about a position: its moves, best first, of equivalent ones the first."""

    state: State  # canonical
    ply: int
    is_exact: bool
    moves: tuple[TreeMove, ...]


class Leaf(NamedTuple):
    """A position that is not in the tree yet."""

    state: State  # canonical
    key: int
    ply: int


@dataclass(eq=False)
class BookNode:
    """A position of the tree."""

    key: int
    expansion: Expansion
    value: int = 0  # for the side to move
    cost: float = inf  # of reaching the cheapest leaf below; inf if there is none


class BookTree:
    """The positions that were looked at so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nodes: dict[int, BookNode] = {}  # by canonical key
        # By the keys of their moves
        self._sources: defaultdict[int, list[BookNode]] = defaultdict(list)
        self._busy: set[int] = set()  # leaves that are being looked at
        start, self.root_key = canonical(game.start)
        self._root_leaf = Leaf(start, self.root_key, 0)

    def __len__(self) -> int:
        return len(self.nodes)

    def next_leaf(self) -> Leaf | None:
        """The leaf that is cheapest to reach, which is busy from now on; None if there is none."""
        leaf = self._cheapest_leaf()
        if leaf is not None:
            self._busy.add(leaf.key)
            self._refresh(self._sources[leaf.key])
        return leaf

    def _cheapest_leaf(self) -> Leaf | None:
        node = self.nodes.get(self.root_key)
        if node is None:
            return None if self.root_key in self._busy else self._root_leaf
        while node.cost < inf:
            move = self._cheapest_move(node)
            child = self.child(node, move)
            if child is None:
                state, key = canonical(node.expansion.state.play(move.code))
                return Leaf(state, key, node.expansion.ply + 1)
            node = child
        return None

    def add(self, found: Expansion) -> None:
        """Make a leaf a node, and let all nodes above it know."""
        key = int(found.state.key())
        node = self.nodes[key] = BookNode(key, found)
        self._busy.discard(key)
        for move in found.moves:
            self._sources[move.key].append(node)
        self._update(node)
        self._refresh(self._sources[key])

    def child(self, node: BookNode, move: TreeMove) -> BookNode | None:
        """The node that a move leads to, None if it is not looked at yet."""
        child = self.nodes.get(move.key)
        return child if child and child.expansion.ply == node.expansion.ply + 1 else None

    def moves(self, node: BookNode) -> Iterator[TreeMove]:
        """The moves of a node with what they are worth by now, in the order in which they came."""
        for move in node.expansion.moves:
            child = None if node.expansion.is_exact else self.child(node, move)
            yield move if child is None else move._replace(score=score_before(child.value))

    def loss(self, node: BookNode, move: TreeMove) -> float:
        """What a move gives away of the expected points, as far as a player can see."""
        if node.expansion.is_exact:
            return move.regret
        return chance(node.value, self.game.scale) - chance(move.score, self.game.scale)

    def main_line(self) -> Iterator[BookNode]:
        """The best play as the tree sees it, as far as it goes."""
        node = self.nodes.get(self.root_key)
        while node is not None:
            yield node
            best = max(self.moves(node), key=lambda move: (move.score, -move.regret))
            node = self.child(node, best)

    def distances(self) -> dict[int, float]:
        """What it costs to reach each node from the root, by keys."""
        found = {self.root_key: 0.0}
        for node in sorted(self.nodes.values(), key=lambda node: node.expansion.ply):
            for move in self.moves(node):
                if self.child(node, move) is not None:
                    cost = found[node.key] + PLY + self.loss(node, move)
                    found[move.key] = min(cost, found.get(move.key, inf))
        return found

    def _parents(self, node: BookNode) -> Iterator[BookNode]:
        """The nodes of the ply before with a move to this one."""
        ply = node.expansion.ply - 1
        return (each for each in self._sources[node.key] if each.expansion.ply == ply)

    def _refresh(self, nodes: Iterable[BookNode]) -> None:
        """Work values and costs out anew for these nodes, and above them where they change."""
        while nodes:
            changed = [node for node in nodes if self._update(node)]
            nodes = dict.fromkeys(parent for node in changed for parent in self._parents(node))

    def _update(self, node: BookNode) -> bool:
        """Whether something has changed."""
        before = node.value, node.cost
        node.value = max(move.score for move in self.moves(node))
        node.cost = min(self._cost(node, move) for move in self.moves(node))
        return (node.value, node.cost) != before

    def _cost(self, node: BookNode, move: TreeMove) -> float:
        """The cost of reaching the cheapest leaf by this move."""
        child = self.child(node, move)
        if child is None and not self._is_open(node, move):
            return inf
        below = 0.0 if child is None else child.cost
        return PLY + self.loss(node, move) + below

    def _cheapest_move(self, node: BookNode) -> TreeMove:
        return min(self.moves(node), key=lambda move: self._cost(node, move))

    def _is_open(self, node: BookNode, move: TreeMove) -> bool:
        """Whether it is worth looking at where a move leads to, which is not a node below this one.

        What a search has proven a player's own search finds, too; what tables know it may not.
        """
        is_settled = not node.expansion.is_exact and abs(move.score) >= ESTIMATE
        is_taken = move.key == OVER or move.key in self._busy or move.key in self.nodes
        return not (is_settled or is_taken)


def score_before(score: int) -> int:
    """The score of the move that led to a position with this score, a ply earlier."""
    if abs(score) < ESTIMATE:
        return -score
    return 1 - score if score > 0 else -1 - score
