"""Positions have numbers: dense, the same for images of each other, different for all others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import arrangements, images, on_the_worker_of
from palamedes.core.layers import OUTSIDE
from palamedes.core.position import Position
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import MAX_MOVES
from palamedes.games import find_game

PAIRS = ("morpion", "morpion:4", "morpion:5", "teeko", "morris")
CELLS = {"morpion": 9, "morpion:4": 16, "morpion:5": 25, "teeko": 25, "morris": 24}
NIM = ("nim:3,4,5", "nim:3,4,5,misere")


def _of_each(names):
    return pytest.mark.parametrize("name", [on_the_worker_of(name) for name in names])


@st.composite
def _numbers(draw, layers, among=None):
    """A layer, its space and a number."""
    layer = draw(st.sampled_from(among or layers.every))
    space = layers.space(layer)
    return layer, space, draw(st.integers(0, space.size() - 1))


def _places(space, state):
    out = np.empty(MAX_MOVES, np.int64)
    return out[: space.places(state, out)].tolist()


@_of_each([*PAIRS, *NIM])
def test_numbers_and_states_lead_to_each_other(name):
    layers = find_game(name).layers

    @given(_numbers(layers))
    def check(drawn):
        layer, space, number = drawn
        state = space.state_at(number)
        assert layers.layer_of(state) == layer
        places = _places(space, state)
        assert number in places
        assert space.place(state) in places
        assert len(places) == space.twins(number)
        for other in set(places):
            assert space.state_at(other) in images(state)

    check()


@_of_each(PAIRS)
def test_an_index_has_one_layer_after_the_other(name):
    layers = find_game(name).layers

    @given(st.data())
    def check(data):
        chosen = data.draw(st.lists(st.sampled_from(layers.every), max_size=4, unique=True))
        layer, space, number = data.draw(_numbers(layers))
        state, index = space.state_at(number), layers.index(chosen)
        if layer not in chosen:
            assert index.place(state) == OUTSIDE
            return
        before = chosen[: chosen.index(layer)]
        first = sum(layers.space(each).size() for each in before)
        assert index.place(state) == first + space.place(state)
        assert _places(index, state) == [first + each for each in _places(space, state)]

    check()


@_of_each(PAIRS)
def test_images_have_the_same_numbers(name):
    layers = find_game(name).layers

    @given(_numbers(layers), st.integers(0, find_game(name).start.SYMMETRIES - 1))
    def check(drawn, symmetry):
        _layer, space, number = drawn
        state = space.state_at(number)
        assert set(_places(space, state.image(symmetry))) == set(_places(space, state))

    check()


@_of_each(PAIRS)
def test_a_state_has_no_place_in_other_layers(name):
    layers = find_game(name).layers

    @given(_numbers(layers), st.sampled_from(layers.every))
    def check(drawn, other):
        layer, space, number = drawn
        place = layers.space(other).place(space.state_at(number))
        assert (place == OUTSIDE) == (other != layer)

    check()


def test_men_in_hand_are_in_no_space_of_morris():
    layers, start = find_game("morris").layers, find_game("morris").start
    for men in (layers.every[0], (4, 4)):
        state = layers.space(men).state_at(5)
        assert layers.space(men).place(type(start)(state.me, state.other, 2)) == OUTSIDE


@pytest.mark.parametrize(
    ("name", "men"),
    [
        on_the_worker_of("morpion", (3, 3)),
        on_the_worker_of("morpion", (2, 3)),
        on_the_worker_of("morpion:4", (2, 2)),
        on_the_worker_of("morpion:5", (1, 2)),
        on_the_worker_of("teeko", (2, 1)),
        on_the_worker_of("morris", (2, 1)),
        on_the_worker_of("morris", (1, 2)),
    ],
)
def test_every_class_has_numbers_of_its_own_and_all_numbers_are_used(name, men):
    start, space = find_game(name).start, find_game(name).layers.space(men)
    numbers = {}
    for state in arrangements(start, CELLS[name], men):
        numbers.setdefault(min(images(state)), set()).update(_places(space, state))
    assert sorted(number for used in numbers.values() for number in used) == list(
        range(space.size())
    )


@_of_each(NIM)
def test_heaps_are_numbered_without_gaps(name):
    (layer,) = find_game(name).layers.every
    space = find_game(name).layers.space(layer)
    states = {space.state_at(number) for number in range(space.size())}
    assert len(states) == space.size() == 4 * 5 * 6
    assert space.place(type(find_game(name).start)(4)) == OUTSIDE
    assert space.place(type(find_game(name).start)(1 << 21)) == OUTSIDE


def _unmoves(state):
    out = np.empty(MAX_MOVES, np.int64)
    return [state.unplay(unmove) for unmove in out[: state.unmoves(out)].tolist()]


@_of_each(PAIRS)
def test_from_every_way_back_a_move_leads_here(name):
    game = find_game(name)

    @given(_numbers(game.layers))
    def check(drawn):
        layer, space, number = drawn
        state = space.state_at(number)
        before = _unmoves(state)
        assert len(set(before)) == len(before)
        for each in before:
            assert game.layers.layer_of(each) in game.layers.group(layer)
            if each.outcome() == ONGOING:
                assert state in [each.play(code) for code in Position(game, each).codes]

    check()


@_of_each(PAIRS)
def test_every_move_in_the_group_has_a_way_back(name):
    game = find_game(name)

    @given(_numbers(game.layers))
    def check(drawn):
        layer, space, number = drawn
        state = space.state_at(number)
        out = np.empty(MAX_MOVES, np.int64)
        codes = Position(game, state).codes
        leaving = out[: state.ways_out(out)].tolist() if codes else []
        for code in codes:
            after = state.play(code)
            inside = game.layers.layer_of(after) in game.layers.group(layer)
            assert _unmoves(after).count(state) == inside
            assert leaving.count(code) == (not inside)

    check()
