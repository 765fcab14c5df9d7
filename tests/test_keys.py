"""Keys tell positions apart: no collision over a million different positions of each game."""

import numpy as np
from numba import njit

from palamedes.core.bits import mix
from palamedes.core.room import move_list
from palamedes.core.rules import ONGOING
from palamedes.search.playouts import random_index

WANTED = 1_000_000
TRIES = 2  # walks of WANTED positions
# Games that have hardly a million positions in all.
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


def test_keys_do_not_collide(game):
    states = np.empty((TRIES * WANTED, len(game.start)), np.int64)
    keys = np.empty(TRIES * WANTED, np.int64)
    _collect(game.start, 1, states, keys)
    rows = np.unique(np.column_stack([states, keys]), axis=0)
    assert len(rows) >= WANTED or game.name in SMALL
    assert len(np.unique(rows[:, :-1], axis=0)) == len(rows), "one position has two keys"
    assert len(np.unique(rows[:, -1])) == len(rows), "two positions share a key"
