"""Keys tell positions apart: no collision over 300,000 different positions of each game."""

import numpy as np
import pytest
from numba import njit

from palamedes.core.bits import mix
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import move_list
from palamedes.search.playouts import random_index

WANTED = 300_000
TRIES = 2  # walks of WANTED positions
# Games that have hardly so many positions in all.
SMALL = ("morpion", "nim", "tictactoe")


@njit
def _collect(start, seed, states, keys):
    """Fill the arrays with the positions of random games, one after the other."""
    moves = move_list()
    state, noise = start, seed
    for row in range(len(keys)):
        for column in range(len(state)):
            states[row, column] = state[column]
        keys[row] = state.key()
        noise = mix(noise, row)
        if state.outcome() != ONGOING or (noise & 127) == 0:
            state = start
        else:
            state = state.play(moves[random_index(noise, state.moves(moves))])


def _differ(one, other):
    """In which rows that follow each other something is different."""
    return (one != other).any(axis=1) if one.ndim > 1 else one != other


def _check(by, values):
    """Wherever two neighbours are equal in order of one thing, they must be in the other."""
    order = np.argsort(by)
    same = by[order][1:] == by[order][:-1]
    return not (same & _differ(values[order][1:], values[order][:-1])).any()


@pytest.mark.families
def test_keys_do_not_collide(game):
    states = np.empty((TRIES * WANTED, len(game.start)), np.int64)
    keys = np.empty(TRIES * WANTED, np.int64)
    _collect(game.start, 1, states, keys)
    assert len(np.unique(keys)) >= WANTED or game.name in SMALL
    assert _check(keys, states), "two positions share a key"
    multipliers = np.random.default_rng(1).integers(1, 1 << 62, len(game.start)) | 1
    prints = (states * multipliers).sum(axis=1)
    prints ^= prints >> 29
    assert _check(prints, states), "the test's own hash collides: choose other multipliers"
    assert _check(prints, keys), "one position has two keys"
