"""Searches to explain: positions with small trees, and the way through them."""

from random import Random
from typing import NamedTuple

import palamedes
from palamedes.core.position import Position
from palamedes.core.rules import compiled
from palamedes.search.explain import explain
from palamedes.search.perft import perft


@compiled
class NothingExplained(NamedTuple):
    """An evaluation that sees no difference."""

    value: int = 0

    def score(self, state, last):
        return self.value


def after(name, moves=""):
    position = palamedes.start(name)
    for move in moves.split():
        position = position.play(move)
    return position


def explained(position, algorithm="minimax", depth=2, evaluation="open", **options):
    return explain(
        position,
        algorithm,
        depth,
        position.game.evaluations[evaluation],
        evaluation_name=evaluation,
        **options,
    )


def samples(game, count, largest=700):
    """Unfinished positions met in random play, each with a depth that keeps its tree small."""
    random = Random(game.id)
    while count:
        position = Position.start(game)
        for _ply in range(random.randrange(40)):
            if position.codes:
                position = position.play(random.choice(position.codes))
        sizes = [sum(perft(position, ply) for ply in range(depth + 1)) for depth in (3, 2)]
        fitting = [depth for depth, size in zip((3, 2), sizes, strict=True) if size <= largest]
        if position.codes and fitting:
            yield position, fitting[0]
            count -= 1


def evaluation_of(game):
    return next(iter(game.evaluations.values()))


def true_values(position, depth, evaluation, order):
    """The value of every position of the whole tree, by the moves that lead to it."""
    return dict(paths(explain(position, "minimax", depth, evaluation, order).root))


def paths(node, path=()):
    yield path, node.value
    for child in node.children:
        yield from paths(child, (*path, child.move))


def path_to(tree, node):
    path = []
    while node.parent is not None:
        path.insert(0, node.move)
        node = tree.nodes[node.parent]
    return tuple(path)
