"""A search tree while it grows: what all algorithms share."""

from collections.abc import Iterable
from math import inf
from random import Random
from time import thread_time

from palamedes.core.game import Evaluation
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.core.rules import NO_MOVE
from palamedes.search.explain.tree import (
    Algorithm,
    Bound,
    ExplainSettings,
    Kind,
    Node,
    Order,
    Tree,
    value_text,
)
from palamedes.search.score import final_score

GUIDED = ("good", "bad")  # the orders that ask the evaluation


class TooLargeError(Exception):
    """The tree would exceed its limit of nodes."""


class TooLongError(Exception):
    """The search took longer than it may."""


class GrowingTree:
    """The nodes so far; algorithms visit, judge and cut nodes with its methods."""

    def __init__(
        self,
        position: Position,
        evaluation: Evaluation | None,
        order: Order,
        seed: int,
        limit: int,
        seconds: float = inf,
    ) -> None:
        self.game = position.game
        self.player = position.turn  # who maximises
        self.evaluation = evaluation
        self.order = order
        self.seed = seed
        self.limit = limit
        self.ends = thread_time() + seconds  # CPU time: a busy machine makes no difference
        self.root = Node(0, None, 0, NO_MOVE, "", position.text, position.turn, "max")
        self.nodes = [self.root]

    def visit(self, parent: Node, position: Position, code: int) -> tuple[Node, Position]:
        """The node and the position after a move."""
        after = position.play(code)
        kind: Kind = "max" if after.turn == self.player else "min"
        return self._add(parent, code, position.move_text(code), after.text, kind), after

    def judge(self, node: Node, position: Position) -> int:
        """Give a node where the search ends its value: the result of the game, or an estimate."""
        node.kind = "leaf" if position.result is None else "finished"
        score = self._score(position, node.code, node.ply)
        node.value = score if position.turn == self.player else -score
        return node.value

    def cut(
        self, node: Node, position: Position, codes: Iterable[int], alpha: int, beta: int
    ) -> None:
        """Add the moves that are cut off as nodes, with the reason."""
        reason = self._reason(node, alpha, beta)
        for code in codes:
            child = self._add(node, code, position.move_text(code), "", "cut")
            child.alpha, child.beta, child.reason = alpha, beta, reason

    def _reason(self, node: Node, alpha: int, beta: int) -> str:
        """Why the moves left at a node are not searched: the other player has something better."""
        low, high = value_text(alpha), value_text(beta)
        if node.kind == "max":
            player, secured, bounds = "min", beta, f"alpha {low} >= beta {high}"
        else:
            player, secured, bounds = "max", alpha, f"beta {high} <= alpha {low}"
        return _("{bounds}: {player} already has {value} by {move}").format(
            bounds=bounds,
            player=player,
            value=value_text(secured),
            move=self._move_with(node, player, secured),
        )

    def _move_with(self, node: Node, player: str, value: int) -> str:
        """The move nearest above a node by which a player has secured a value."""
        while node.parent is not None:
            node = self.nodes[node.parent]
            for child in node.children:
                if node.kind == player and child.kind != "cut" and child.value == value:
                    return child.move
        return ""

    def order_moves(self, position: Position) -> list[int]:
        """The legal moves in the order to search them. Equal ones stay in the order given."""
        codes = list(position.codes)
        if self.order == "random":
            Random(f"{self.seed} {position.text}").shuffle(codes)
        elif self.order in GUIDED:
            codes.sort(key=lambda code: self._promise(position, code), reverse=self.order == "good")
        return codes

    def finished(
        self,
        algorithm: Algorithm,
        settings: ExplainSettings,
        playouts: Iterable[tuple[int, float]] = (),
    ) -> Tree:
        """The finished tree, with what follows from the nodes below filled in, last node first."""
        for node in reversed(self.nodes):
            node.below = sum(child.below + 1 for child in node.visited)
            if algorithm == "alphabeta":
                node.bound = _bound(node)
        return Tree(self.game.id, algorithm, settings, tuple(self.nodes), tuple(playouts))

    def check_time(self) -> None:
        """TooLongError if the time is up."""
        if thread_time() > self.ends:
            raise TooLongError

    def _add(self, parent: Node, code: int, move: str, position: str, kind: Kind) -> Node:
        if len(self.nodes) >= self.limit:
            raise TooLargeError
        self.check_time()
        node = Node(
            number=len(self.nodes),
            parent=parent.number,
            ply=parent.ply + 1,
            code=code,
            move=move,
            position=position,
            turn=1 - parent.turn,
            kind=kind,
        )
        parent.children.append(node)
        self.nodes.append(node)
        return node

    def _promise(self, position: Position, code: int) -> int:
        """The static score of a move for the player who makes it."""
        return -self._score(position.play(code), code, ply=1)

    def _score(self, position: Position, last: int, ply: int) -> int:
        """The result of a game that is over, or an estimate, for the side to move."""
        if position.result is not None or self.evaluation is None:  # MCTS needs only the former
            return int(final_score(position.state.outcome(), ply))
        return int(self.evaluation.score(position.state, last))


def _bound(node: Node) -> Bound:
    """The bound of a node's value, given those of its children."""
    if not node.children:
        return ""
    if len(node.visited) < len(node.children):
        return ">=" if node.kind == "max" else "<="
    bounds = {child.bound for child in node.visited if child.value == node.value}
    return "" if "" in bounds else bounds.pop()
