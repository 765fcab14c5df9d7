"""Morpion: the bitboard test of a win against its twin, the magic squares of the original."""

from itertools import combinations

import pytest

import palamedes
from palamedes.core.grid import square_names
from palamedes.core.rules import LOSS, ONGOING
from reference.morpion import MAGIC_SUMS, lines, magic_sum, magic_win


@pytest.mark.parametrize("size", [3, 4, 5])
def test_magic_squares_agree_with_lines(size):
    state = type(palamedes.start(f"morpion:{size}").state)
    names = square_names(size)
    magic = 0
    for squares in combinations(range(size * size), size):
        word = sum(1 << square for square in squares)
        won = state(0, word).outcome() == LOSS
        cells = [names[square] for square in squares]
        assert magic_win(cells, size) == won
        magic += magic_sum(cells, size) == MAGIC_SUMS[size]
    lines = 2 * size + 2
    assert (magic == lines) == (size == 3), "for larger boards the sum alone is not enough"


@pytest.mark.parametrize("variant", ["3", "4", "5", "6", "4,beginner", "5,beginner", "6,beginner"])
def test_every_line_wins_and_nothing_less(variant):
    """Random games on large boards hardly ever end: here is every end, and every near miss."""
    position = palamedes.start(f"morpion:{variant}")
    state, size = type(position.state), position.state.SIZE
    needed = size - 1 if "beginner" in variant else size
    names = square_names(size)
    for line in lines(size):
        for squares in combinations(sorted(line), needed):
            won = sum(1 << names.index(name) for name in squares)
            assert state(0, won).outcome() == LOSS
            for square in squares:
                assert state(0, won & ~(1 << names.index(square))).outcome() == ONGOING


def test_points_of_a_stopped_game():
    """Each piece is worth the winning lines through its square: centre 4, corner 3, edge 2."""
    state = palamedes.parse("morpion", "X2/1O1/2X O").state
    assert state.lead() == 4 - 3 - 3
