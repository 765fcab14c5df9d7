"""Search trees for people: folded text, and SVG."""

import json
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import palamedes
from explaining import NothingExplained, after, evaluation_of, explained, samples
from palamedes.core.position import Position
from palamedes.search.explain import ALGORITHMS, explain, to_document
from palamedes.ui.tree import tree_svg, tree_text

pytestmark = pytest.mark.families
SVG = "{http://www.w3.org/2000/svg}"

# Text


def _text(tree, **options):
    return tree_text(tree, **options).plain.splitlines()


def test_folded_moves_say_how_many_and_what_they_are_worth():
    tree = explained(after("morpion"))
    assert "│  └─ … 5 more moves, values 0 to 1" in _text(tree)
    pruned = explained(after("morpion"), "alphabeta", 3)
    assert any("more moves, at most 3" in line for line in _text(pruned, most_children=6))
    assert any("more moves, at least 1" in line for line in _text(pruned))
    assert any("nodes below" in line for line in _text(pruned, deepest=2))


def test_an_unfolded_text_has_every_node():
    tree = explained(after("morpion"), "alphabeta")
    lines = _text(tree, width=200, most_children=None, deepest=None)
    head = 5
    groups = sum(any(child.kind == "cut" for child in node.children) for node in tree.nodes)
    assert len(lines) == head + tree.counts.nodes + groups
    assert sum("✂" in line for line in lines) == groups


def test_cuts_are_explained_in_the_text():
    lines = _text(explained(after("morpion"), "alphabeta"), width=120)
    assert "│  └─ ✂ c1 a2 b2 c2 a3 b3 c3: beta -1 <= alpha -1: max already has -1 by a1" in lines
    assert "├─ b1  min ≤ -1  [-1, ∞]" in lines


@pytest.mark.families
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_texts_keep_to_their_columns_and_to_a_readable_length(game, algorithm):
    for position, depth in samples(game, 2):
        tree = explain(position, algorithm, depth, evaluation_of(game))
        for unicode in (True, False):
            lines = _text(tree, width=80, unicode=unicode)
            assert max(map(len, lines)) <= 80
            assert len(lines) < 350
            assert unicode or all(line.isascii() for line in lines)
            arrow = "► " if unicode else "> "
            assert sum(arrow in line for line in lines[5:]) == len(tree.best_line) - 1


def test_a_deep_tree_in_a_narrow_terminal_is_printed_all_the_same():
    tree = explain(after("nim:3,4"), "alphabeta", 7, NothingExplained())
    for width in (1, 20, 40):
        assert _text(tree, width=width, most_children=None)


# SVG


def _drawn(svg):
    """The document, and the numbers of its nodes and of its cut branches."""
    root = ElementTree.fromstring(svg)
    nodes = [int(g.get("data-number")) for g in root.iter(f"{SVG}g") if g.get("class") == "node"]
    groups = [g.get("data-numbers") for g in root.iter(f"{SVG}g") if g.get("class") == "cut"]
    return root, nodes, [int(number) for group in groups for number in group.split()]


@pytest.mark.families
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_unfolded_drawing_has_every_node(game, algorithm):
    for position, depth in samples(game, 1):
        tree = explain(position, algorithm, depth, evaluation_of(game))
        _root, nodes, cut = _drawn(tree_svg(tree, widest=None))
        visited = [node.number for node in tree.nodes if node.kind != "cut"]
        assert sorted(nodes) == visited
        assert sorted(cut) == [node.number for node in tree.nodes if node.kind == "cut"]


@pytest.mark.families
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_drawings_are_self_contained_and_of_a_sensible_size(game, algorithm):
    for position, depth in samples(game, 2):
        tree = explain(position, algorithm, depth, evaluation_of(game))
        svg = tree_svg(tree)
        root, nodes, _cut = _drawn(svg)
        assert {node.number for node in tree.best_line} <= set(nodes)
        assert 300 < float(root.get("width")) < 2000
        assert 200 < float(root.get("height")) < 2500
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            "svg", "title", "style", "rect", "line", "text", "g"
        }  # fmt: skip
        assert svg.count("http") == 1  # the name of the format
        assert "url(" not in svg
        assert "href" not in svg


def test_boxes_do_not_overlap():
    for algorithm in ALGORITHMS:
        tree = explained(after("morpion"), algorithm, 3, simulations=150)
        for widest in (None, 1350):
            _check_boxes(tree_svg(tree, widest))


def _check_boxes(svg):
    root, _nodes, _cut = _drawn(svg)
    rows = {}
    for group in root.iter(f"{SVG}g"):
        for box in group.iter(f"{SVG}rect"):
            left = float(box.get("x"))
            rows.setdefault(box.get("y"), []).append((left, left + float(box.get("width"))))
    for row in rows.values():
        row.sort()
        assert all(one[1] < next_one[0] for one, next_one in pairwise(row))
        assert row[0][0] > 0
        assert row[-1][1] < float(root.get("width"))


HOSTILE = "</text><script>alert(1)</script>&\"'\x00\x1b[31m\ud800\ufffe\n{x}"


def test_hostile_names_are_harmless():
    game = palamedes.find_game("morpion")

    class HostileView(type(game.view)):
        def position_text(self, state, turn):
            return HOSTILE + super().position_text(state, turn)

        def move_text(self, state, move, turn):
            return HOSTILE + super().move_text(state, move, turn)

    view = HostileView(type(game.start))
    position = Position.start(replace(game, variant=HOSTILE, view=view))
    for algorithm in ALGORITHMS:
        tree = explain(
            position,
            algorithm,
            2,
            game.evaluations["open"],
            "good",
            simulations=40,
            evaluation_name=HOSTILE * 50,
        )
        for widest in (None, 1350):
            root, _nodes, _cut = _drawn(tree_svg(tree, widest))
            assert not list(root.iter(f"{SVG}script"))
            assert "<script>" in "".join(root.itertext())
        text = tree_text(tree).plain
        assert all(character.isprintable() for character in text.replace("\n", ""))
        json.dumps(to_document(tree))
