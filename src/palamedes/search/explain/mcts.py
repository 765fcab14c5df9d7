"""Monte Carlo tree search, as in the books: UCT with random playouts."""

from dataclasses import dataclass
from math import log, sqrt
from random import Random

from palamedes.core.position import Position
from palamedes.core.rules import LOSS, WIN
from palamedes.search.explain.grow import Growth
from palamedes.search.explain.tree import Node
from palamedes.search.playouts import CAP, random_game

EXPLORATION = sqrt(2)  # the constant of UCB1, for points from 0 to 1


@dataclass
class _NodeState:
    """What the search knows of a node besides its numbers."""

    position: Position
    untried: list[int]


def mcts(growth: Growth, position: Position, simulations: int) -> list[tuple[int, float]]:
    """Simulate so many times: select, expand, play out, propagate back.

    Returns from which node each playout started, and its points for the player at the root.
    """
    random = Random(growth.seed)
    places = [_NodeState(position, growth.order_moves(position))]  # by the number of the node
    playouts = []
    for _simulation in range(simulations):
        growth.check_time()
        path = _select(growth, places)
        leaf = path[-1].number
        points = _play_out(places[leaf].position, growth.player, random)
        for node in path:
            node.visits += 1
            node.points += points
        playouts.append((leaf, points))
    _mark_leaves(growth)
    return playouts


def _select(growth: Growth, places: list[_NodeState]) -> list[Node]:
    """The nodes from the root to the next playout: by UCB1 down to a move not tried yet."""
    path = [growth.root]
    while not places[path[-1].number].untried:
        node = path[-1]
        if node.kind == "finished":
            return path
        path.append(max(node.children, key=lambda child: _ucb1(node, child)))
    return [*path, _expand(growth, path[-1], places)]


def _expand(growth: Growth, node: Node, places: list[_NodeState]) -> Node:
    """The node after the next untried move."""
    place = places[node.number]
    child, after = growth.visit(node, place.position, place.untried.pop(0))
    places.append(_NodeState(after, growth.order_moves(after)))
    if after.result is not None:
        growth.judge(child, after)
    return child


def _ucb1(parent: Node, child: Node) -> float:
    """How much the player to move wants a child: its share of points, and more if seldom tried."""
    share = child.points / child.visits
    wanted = share if parent.kind == "max" else 1 - share
    return wanted + EXPLORATION * sqrt(log(parent.visits) / child.visits)


def _play_out(position: Position, player: int, random: Random) -> float:
    """The points of a player in a game played on at random; one that takes too long is a draw."""
    outcome, plies, _noise = random_game(position.state, random.getrandbits(62), CAP)
    if outcome not in (WIN, LOSS):
        return 0.5
    last = (position.turn + plies) % 2
    return 1.0 if (last == player) == (outcome == WIN) else 0.0


def _mark_leaves(growth: Growth) -> None:
    for node in growth.nodes:
        if not node.children and node.kind != "finished":
            node.kind = "leaf"
