"""Connect Four: known numbers, the slow twin, the view."""

import random

import pytest
from slow_twin import SlowConnect4

import palamedes
from palamedes.search.analysis import Limits
from palamedes_connect4.engine import Negamax

# The lines of play of each length, as known since long.
COUNTS = (7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572)


def test_the_number_of_lines_of_play():
    for depth, count in enumerate(COUNTS[:7], start=1):
        assert palamedes.perft(palamedes.start("connect4"), depth) == count


@pytest.mark.parametrize("seed", range(10))
def test_the_slow_twin_agrees(seed):
    choose = random.Random(seed)
    position, twin = palamedes.start("connect4"), SlowConnect4()
    while True:
        assert list(position.moves) == twin.moves()
        winner = {None: None, 0: "X", 1: "O"}.get(position.result and position.result.winner)
        assert twin.winner() == (winner or ("draw" if position.result else None))
        assert palamedes.parse("connect4", position.text) == position
        if position.result:
            return
        move = choose.choice(position.moves)
        position, twin = position.play(move), twin.play(move)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("7/7/7/7/3X3/7 O", "hangs in the air"),
        ("7/7/7/7/7/3XX2 O", "number of pieces"),
        ("7/7/7/3X3/3X2O/2XX1OO X", "number of pieces"),
        ("7/7/7/7/OOO4/XXXX3 O", None),
        ("7/7/7/7/OOOO3/XXXX3 X", "already won"),
        ("7/7 X", "must have 6 rows"),
    ],
)
def test_positions_are_checked(text, complaint):
    if complaint is None:
        assert palamedes.parse("connect4", text).result.winner == 0
    else:
        with pytest.raises(palamedes.PalamedesError, match=complaint):
            palamedes.parse("connect4", text)


def test_mirrored_positions_have_mirrored_moves():
    state = palamedes.start("connect4").play("a").play("a").play("c").state
    image = state.image(1)
    assert image.image(1) == state
    for move in range(7):
        assert image.play(state.move_image(move, 1)) == state.play(move).image(1)


def test_negamax_sees_a_win_and_a_threat():
    match = palamedes.new_match("connect4")
    for move in "agbgc":
        match.play(move)
    assert Negamax(2).analyse(match, Limits()).best.move == "d"
    match.play("g")
    best = Negamax(1).analyse(match, Limits()).best
    assert (best.move, best.score) == ("d", 999_999)
