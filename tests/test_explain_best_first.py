"""Best-first search explained: it looks further only where things look best."""

from itertools import pairwise

import pytest

from explaining import after, evaluation_of, samples
from palamedes.search.explain import explain

pytestmark = pytest.mark.families


def test_one_expansion_is_the_best_first_of_the_course(game):
    """Every move judged, the best one taken: a minimax of depth one."""
    for position, _depth in samples(game, 2):
        first = explain(position, "bestfirst", evaluation=evaluation_of(game))
        plain = explain(position, "minimax", 1, evaluation_of(game))
        assert first.best_moves == plain.best_moves
        assert [node.value for node in first.nodes] == [node.value for node in plain.nodes]


@pytest.mark.families
def test_best_first_looks_further_where_it_looks_best(game):
    for position, _depth in samples(game, 2):
        trees = [
            explain(position, "bestfirst", evaluation=evaluation_of(game), expansions=count)
            for count in range(1, 9)
        ]
        for before, after_it in pairwise(trees):
            end = before.best_line[-1].number
            assert (before.nodes[end].kind == "finished") == (before.nodes == after_it.nodes)
            assert after_it.nodes[end].children or before.nodes[end].kind == "finished"
        for node in trees[-1].nodes[1:]:
            assert node.estimate is not None
            if node.children:
                best = max if node.kind == "max" else min
                assert node.value == best(child.value for child in node.children)
            else:
                assert node.value == node.estimate


def test_best_first_ends_where_the_best_line_does():
    position = after("morpion", "a1 b1 a2 b2")
    tree = explain(position, "bestfirst", evaluation=evaluation_of(position.game), expansions=50)
    assert tree.best_moves == ("a3",)
    assert tree.counts.nodes == 6
