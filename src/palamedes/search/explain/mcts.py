"""Monte Carlo tree search as in textbooks: UCT with random playouts."""

from dataclasses import dataclass
from math import log, sqrt
from random import Random

from palamedes.core.position import Position
from palamedes.core.rules import LOSS, WIN
from palamedes.search.explain.grow import GrowingTree
from palamedes.search.explain.tree import Node
from palamedes.search.playouts import CAP, random_game

EXPLORATION = sqrt(2)  # the constant of UCB1, for points from 0 to 1


@dataclass
class _NodePosition:
    """The position of a node, and the moves that were not tried there yet."""

    position: Position
    untried: list[int]


def mcts(tree: GrowingTree, position: Position, simulations: int) -> list[tuple[int, float]]:
    """Make `simulations` simulations: select, expand, play out, propagate back.

    Returns the node where each playout started, and its points for the player at the root.
    """
    random = Random(tree.seed)
    places = [_NodePosition(position, tree.order_moves(position))]  # by the number of the node
    playouts = []
    for _simulation in range(simulations):
        tree.check_time()
        path = _select(tree, places)
        leaf = path[-1].number
        points = _play_out(places[leaf].position, tree.player, random)
        for node in path:
            node.visits += 1
            node.points += points
        playouts.append((leaf, points))
    _mark_leaves(tree)
    return playouts


def _select(tree: GrowingTree, places: list[_NodePosition]) -> list[Node]:
    """The nodes from the root to the next playout: down by UCB1, then one untried move."""
    path = [tree.root]
    while not places[path[-1].number].untried:
        node = path[-1]
        if node.kind == "finished":
            return path
        path.append(max(node.children, key=lambda child: _ucb1(node, child)))
    return [*path, _expand(tree, path[-1], places)]


def _expand(tree: GrowingTree, node: Node, places: list[_NodePosition]) -> Node:
    """The node after the next untried move."""
    place = places[node.number]
    child, after = tree.visit(node, place.position, place.untried.pop(0))
    places.append(_NodePosition(after, tree.order_moves(after)))
    if after.result is not None:
        tree.judge(child, after)
    return child


def _ucb1(parent: Node, child: Node) -> float:
    """How promising a child is for the player to move: its points, and more if seldom tried."""
    share = child.points / child.visits
    wanted = share if parent.kind == "max" else 1 - share
    return wanted + EXPLORATION * sqrt(log(parent.visits) / child.visits)


def _play_out(position: Position, player: int, random: Random) -> float:
    """The points of a player in a random playout; one that takes too long is a draw."""
    outcome, plies, _noise = random_game(position.state, random.getrandbits(62), CAP)
    if outcome not in (WIN, LOSS):
        return 0.5
    last = (position.turn + plies) % 2
    return 1.0 if (last == player) == (outcome == WIN) else 0.0


def _mark_leaves(tree: GrowingTree) -> None:
    for node in tree.nodes:
        if not node.children and node.kind != "finished":
            node.kind = "leaf"
