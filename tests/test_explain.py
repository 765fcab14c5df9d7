"""Explained searches: the values of the books, cuts that change nothing, counts that agree."""

import json
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palamedes
from explaining import (
    NothingExplained,
    after,
    evaluation_of,
    explained,
    path_to,
    samples,
    true_values,
)
from palamedes import PalamedesError
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.search.alphabeta.kernel import minimax as reference_minimax
from palamedes.search.explain import ALGORITHMS, DEEPEST, ORDERS, explain, to_document
from palamedes.search.explain.tree import INFINITY
from palamedes.search.perft import perft
from palamedes.search.score import WON
from palamedes.ui.tree import tree_text

pytestmark = pytest.mark.families

# The worked example of the seed


@pytest.mark.parametrize(
    ("moves", "values"),
    [
        ("", {1: "b2", -1: "a1 c1 a3 c3", -2: "b1 a2 c2 b3"}),
        ("b2 b3", {1: "a1 c1 a3 c3", 0: "b1 a2 c2"}),
        ("b2 b3 a1 c3", {1: "a3", 2 - WON: "b1 c1 a2 c2"}),
    ],
)
def test_minimax_shows_the_worked_example(moves, values):
    tree = explained(after("morpion", moves))
    expected = {move: value for value, found in values.items() for move in found.split()}
    assert {child.move: child.value for child in tree.root.children} == expected
    assert tree.value == 1
    assert set(tree.best_moves) == set(values[1].split())
    assert tree.best_move == tree.best_moves[0]


def test_the_worked_example_can_be_read_in_the_text():
    text = tree_text(explained(after("morpion")), unicode=False).plain
    for line in ("|> b2  min 1", "|- a1  min -1", "|- b1  min -2", "`- c3  min -1"):
        assert line in text.splitlines()
    text = tree_text(explained(after("morpion", "b2 b3 a1 c3"))).plain
    assert "├─ b1  min loss in 2 plies" in text
    assert "└► a3  min 1" in text
    assert "best line: a3 c1, value 1" in text


# Values


@pytest.mark.parametrize(
    ("name", "evaluation"),
    [
        ("awale", "formula"),
        ("morpion", "cubes"),
        ("morris", "expert"),
        ("nim", "theory"),
        ("teeko", "original"),
        ("ultimate", "ultime"),
    ],
)
def test_minimax_agrees_with_the_compiled_search(name, evaluation):
    game = palamedes.find_game(name)
    weights, counters = game.evaluations[evaluation], np.zeros(4, np.int64)
    for position, depth in samples(game, 3):
        tree = explain(position, "minimax", depth, weights)
        for node in tree.nodes:
            state = Position.parse(game, node.position).state
            rest = (depth - node.ply, node.ply, weights, counters, np.zeros(1, np.int64))
            score = reference_minimax(state, node.code, *rest)
            assert node.value == (score if node.turn == position.turn else -score)


@pytest.mark.families
def test_alphabeta_agrees_with_minimax_in_every_order(game):
    evaluation = evaluation_of(game)
    for position, depth in samples(game, 3):
        for order in ORDERS:
            plain = explain(position, "minimax", depth, evaluation, order)
            pruned = explain(position, "alphabeta", depth, evaluation, order)
            assert pruned.value == plain.value
            assert pruned.best_move == plain.best_move
            assert set(pruned.best_moves) <= set(plain.best_moves)
            assert [node.move for node in pruned.best_line] == [
                node.move for node in plain.best_line
            ]
            assert pruned.counts.nodes <= plain.counts.nodes


@settings(max_examples=30, deadline=None)
@given(
    family=st.sampled_from(GAMES),
    plies=st.integers(0, 30),
    seed=st.integers(0, 2**32),
    order=st.sampled_from(ORDERS),
)
def test_values_of_minimax_and_alphabeta_agree_anywhere(family, plies, seed, order):
    game = family.make(family.variants[0])
    weights = evaluation_of(game)
    position, random = Position.start(game), Random(seed)
    for _ply in range(plies):
        after_it = position.play(random.choice(position.codes))
        position = after_it if after_it.codes else position
    depth = 3 if 1 + perft(position, 2) < 150 else 2
    plain = explain(position, "minimax", depth, weights, order, seed=seed)
    pruned = explain(position, "alphabeta", depth, weights, order, seed=seed)
    assert pruned.value == plain.value
    assert pruned.best_move == plain.best_move
    assert pruned.counts.nodes <= plain.counts.nodes


@pytest.mark.families
def test_no_order_changes_the_best_moves(game):
    for position, depth in samples(game, 2):
        trees = [
            explain(position, "minimax", depth, evaluation_of(game), order) for order in ORDERS
        ]
        assert len({tree.value for tree in trees}) == 1
        assert len({frozenset(tree.best_moves) for tree in trees}) == 1


def test_orders_are_what_they_say():
    position = after("teeko", "c3 d4")
    trees = {
        order: explained(position, depth=1, evaluation="original", order=order) for order in ORDERS
    }
    values = {order: [child.value for child in tree.root.children] for order, tree in trees.items()}
    moves = {order: [child.move for child in tree.root.children] for order, tree in trees.items()}
    assert moves["given"] == list(position.moves)
    assert values["good"] == sorted(values["given"], reverse=True)
    assert values["bad"] == sorted(values["given"])
    assert sorted(moves["random"]) == sorted(moves["given"]) != moves["random"]
    again = explained(position, "alphabeta", 1, "original", order="random")
    other = explained(position, depth=1, evaluation="original", order="random", seed=1)
    assert [child.move for child in again.root.children] == moves["random"]
    assert [child.move for child in other.root.children] != moves["random"]


def test_a_won_game_is_the_first_of_the_good_order_and_the_last_of_the_bad():
    position = after("morpion", "a1 b1 a2 b2")
    for order, place in (("good", 0), ("bad", -1)):
        tree = explained(position, depth=1, order=order)
        assert tree.root.children[place].move == "a3"
        assert tree.root.children[place].kind == "finished"
        assert tree.value == WON - 1


# Cuts


@pytest.mark.families
def test_every_cut_is_justified(game):
    """Whatever a branch that was cut is worth, the value of the root stays."""
    for position, depth in samples(game, 3):
        tree = explain(position, "alphabeta", depth, evaluation_of(game), "bad")
        cut = [node for node in tree.nodes if node.kind == "cut"]
        assert all(node.beta <= node.alpha and node.reason for node in cut)
        values = true_values(position, depth, evaluation_of(game), "bad")
        worths = {node.number: values[path_to(tree, node)] for node in cut}
        random = Random(0)
        noise = {number: random.randint(-INFINITY, INFINITY) for number in worths}
        extremes = [dict.fromkeys(worths, worth) for worth in (-INFINITY, INFINITY)]
        for each in (worths, noise, *extremes):
            assert _refold(tree.root, each) == tree.value


def _refold(node, cut):
    """The value of a node by plain minimax over the tree, cut branches being worth what is said."""
    if not node.children:
        return cut.get(node.number, node.value)
    best = max if node.kind == "max" else min
    return best(_refold(child, cut) for child in node.children)


@pytest.mark.families
def test_bounds_hold(game):
    for position, depth in samples(game, 3):
        _check_bounds(position, depth, evaluation_of(game), "given")


def test_bounds_hold_in_deeper_trees():
    """From depth 4 on also nodes of which nothing was cut have only a bound."""
    open_lines = palamedes.find_game("morpion").evaluations["open"]
    assert _check_bounds(after("morpion"), 4, open_lines, "good") == {"", "<="}
    assert _check_bounds(after("morpion", "b2 a1"), 5, open_lines, "bad") == {"", "<=", ">="}
    assert _check_bounds(after("nim:3,3"), 6, NothingExplained(), "random") == {"", ">="}


def _check_bounds(position, depth, evaluation, order):
    """Compare with the whole tree; returns the bounds of nodes of which nothing was cut."""
    tree = explain(position, "alphabeta", depth, evaluation, order)
    values = true_values(position, depth, evaluation, order)
    assert tree.root.bound == ""
    for node in tree.nodes:
        if node.kind != "cut":
            true = values[path_to(tree, node)]
            holds = {"": true == node.value, "<=": true <= node.value, ">=": true >= node.value}
            assert holds[node.bound]
            assert node.alpha < node.beta
    return {node.bound for node in tree.nodes if node.visited == node.children}


def test_reasons_say_who_has_what():
    tree = explained(after("morpion"), "alphabeta", 3)
    reasons = {(tree.nodes[node.parent].kind, node.reason) for node in tree.nodes if node.reason}
    assert ("min", "beta 1 <= alpha 1: max already has 1 by a1") in reasons
    assert ("max", "alpha 4 >= beta 3: min already has 3 by a1") in reasons
    for node in tree.nodes:
        assert bool(node.reason) == (node.kind == "cut")


# Counts


@pytest.mark.families
def test_minimax_visits_everything(game):
    for position, depth in samples(game, 2):
        tree = explain(position, "minimax", depth, evaluation_of(game))
        assert tree.counts.nodes == sum(perft(position, ply) for ply in range(depth + 1))
        assert tree.counts.leaves + tree.counts.finished >= perft(position, depth)
        assert tree.counts.cut == 0


@pytest.mark.families
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_counts_are_consistent(game, algorithm):
    for position, depth in samples(game, 2):
        tree = explain(position, algorithm, depth, evaluation_of(game), simulations=60)
        counts, root = tree.counts, tree.root
        kinds = [node.kind for node in tree.nodes]
        inner = kinds.count("max") + kinds.count("min")
        assert counts.nodes == inner + counts.leaves + counts.finished == root.below + 1
        assert len(tree.nodes) == counts.nodes + counts.cut
        for number, node in enumerate(tree.nodes):
            assert node.number == number
            assert node.below == sum(child.below + 1 for child in node.visited)
            assert node.turn == (position.turn + node.ply) % 2
            assert all(child.parent == number and child.number > number for child in node.children)
            if node.kind in ("max", "min"):
                assert (node.kind == "max") == (node.turn == root.turn)
                legal = Position.parse(game, node.position).moves
                moves = [child.move for child in node.children]
                assert set(moves) <= set(legal)
                assert len(moves) == len(set(moves))
                assert algorithm == "mcts" or len(moves) == len(legal)
            else:
                assert not node.children
            assert (node.kind == "cut") == (node.position == "")


@pytest.mark.families
def test_good_order_saves_leaves(game):
    leaves = {"good": 0, "bad": 0}
    for position, depth in samples(game, 6):
        for order in leaves:
            counts = explain(position, "alphabeta", depth, evaluation_of(game), order).counts
            leaves[order] += counts.leaves + counts.finished
    assert leaves["good"] <= leaves["bad"]


# MCTS


@pytest.mark.families
def test_every_playout_is_counted_on_its_way_up(game):
    for position, _depth in samples(game, 2):
        tree = explain(position, "mcts", simulations=150, seed=3)
        assert len(tree.playouts) == 150 == tree.root.visits
        visits, points = [0] * len(tree.nodes), [0.0] * len(tree.nodes)
        for start, won in tree.playouts:
            number = start
            while number is not None:
                visits[number] += 1
                points[number] += won
                number = tree.nodes[number].parent
        assert [node.visits for node in tree.nodes] == visits
        assert [node.points for node in tree.nodes] == points
        assert all(0 <= node.mean <= 1 for node in tree.nodes)
        assert tree.root.best.visits == max(child.visits for child in tree.root.children)
        assert tree.value == tree.root.mean


def test_finished_games_bring_their_points():
    tree = explain(after("morpion", "a1 b1 a2 b2"), "mcts", simulations=400)
    finished = [node for node in tree.nodes if node.kind == "finished"]
    assert {node.mean for node in finished} == {0.0, 1.0}
    for node in finished:
        assert node.mean == (1.0 if node.value > 0 else 0.0)
        assert abs(node.value) == WON - node.ply


def test_mcts_finds_the_win_and_repeats_itself():
    position = after("morpion", "a1 b1 a2 b2")
    trees = [explain(position, "mcts", simulations=300, seed=seed) for seed in (1, 1, 2)]
    assert all(tree.best_moves == ("a3",) for tree in trees)
    one, same, other = map(to_document, trees)
    assert one == same
    assert one["playouts"] != other["playouts"]


def test_mcts_lets_both_players_look_for_their_best():
    tree = explain(after("morpion", "a1 b1 c3 b2"), "mcts", simulations=3000)
    assert tree.best_move == "b3"  # parries
    for child in tree.root.children:
        if child.move != "b3":
            assert child.best.move == "b3"  # punishes
            assert child.best.kind == "finished"


def test_mcts_needs_an_evaluation_only_to_order_moves():
    position = after("teeko")
    assert explain(position, "mcts", simulations=5).settings.evaluation == ""
    tree = explained(position, "mcts", evaluation="original", order="good", simulations=5)
    assert tree.settings.evaluation == "original"
    with pytest.raises(PalamedesError, match="evaluation"):
        explain(position, "mcts", order="good")


# Documents


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_document_survives_json_and_holds_the_tree(algorithm):
    position = after("morpion", "b2 b3")
    tree = explained(position, algorithm, 3, simulations=50)
    document = json.loads(json.dumps(to_document(tree), allow_nan=False))
    assert document == to_document(tree)
    assert (document["format"], document["version"]) == ("palamedes-tree", 1)
    assert document["game"] == "morpion"
    assert document["best_moves"] == list(tree.best_moves)
    assert document["best_line"] == [node.number for node in tree.best_line]
    assert document["counts"]["nodes"] == tree.counts.nodes
    assert len(document["nodes"]) == len(tree.nodes)
    for node, entry in zip(tree.nodes, document["nodes"], strict=True):
        assert (entry["parent"], entry["move"], entry["kind"]) == (
            node.parent,
            node.move,
            node.kind,
        )
        assert (entry["value"], entry["visits"]) == (node.value, node.visits)
        assert entry["player"] in (1, 2)
        assert entry["alpha"] is None or abs(entry["alpha"]) < WON


def test_infinite_windows_are_null_in_a_document():
    entry = to_document(explained(after("morpion"), "alphabeta"))["nodes"][0]
    assert (entry["alpha"], entry["beta"]) == (None, None)


# Limits


@pytest.mark.parametrize("depth", [-1, 0, DEEPEST + 1])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_depths_out_of_reason_are_refused(algorithm, depth):
    with pytest.raises(PalamedesError, match=r"^the depth must be from 1 to 20$"):
        explained(after("morpion"), algorithm, depth)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"algorithm": "minimax", "depth": 20}, "at least 517,978 nodes; the limit is 200,000"),
        ({"algorithm": "minimax", "depth": 2, "limit": 81}, "at least 82 nodes"),
        ({"algorithm": "alphabeta", "depth": 20, "limit": 500}, "limit of 500 nodes; .* 586"),
        ({"algorithm": "mcts", "simulations": 200_000}, "simulations .* 1 to 199,999, not 200,000"),
        ({"algorithm": "mcts", "simulations": 0}, "from 1 to 199,999"),
        ({"algorithm": "bestfirst", "expansions": 0}, "from 1 to 199,999"),
        ({"algorithm": "bestfirst", "expansions": 20, "limit": 50}, "limit of 50 nodes"),
        (
            {"algorithm": "minimax", "depth": 5, "seconds": 0.0},
            "took too long: stopped after 0 seconds",
        ),
        ({"algorithm": "mcts", "seconds": 0.0}, "took too long: stopped after 0 seconds"),
        ({"algorithm": "magic"}, "unknown value 'magic'; choose from bestfirst, minimax, .*"),
        ({"algorithm": "minimax", "order": "x" * 999}, "choose from given, good, bad, random"),
        ({"algorithm": "minimax", "evaluation": None}, "needs an evaluation"),
    ],
)
def test_what_cannot_be_explained_is_refused_in_one_line(options, complaint):
    position = after("morpion")
    options = {"evaluation": position.game.evaluations["open"], **options}
    with pytest.raises(PalamedesError, match=complaint) as error:
        explain(position, **options)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 160


def test_a_tree_of_just_the_limit_is_built():
    position = after("morpion")
    assert explained(position, limit=82).counts.nodes == 82
    pruned = explained(position, "alphabeta")
    assert len(explained(position, "alphabeta", limit=len(pruned.nodes)).nodes) == len(pruned.nodes)
    with pytest.raises(PalamedesError, match="the full tree has at least 82"):
        explained(position, "alphabeta", limit=len(pruned.nodes) - 1)


def test_a_finished_game_is_refused():
    with pytest.raises(PalamedesError, match="the game is over"):
        explained(after("morpion", "a1 b1 a2 b2 a3"))
