"""Nim: the theory against looking at every game to its end."""

import pytest

import palamedes
from palamedes.core.rules import ONGOING, WIN
from palamedes.games.nim.evaluate import NimTheory


@pytest.mark.parametrize("name", ["nim:3,4,5", "nim:3,4,5,misere", "nim:1,1,2,misere", "nim:4,4"])
def test_the_theory_is_right_about_every_position(name):
    known = {}

    def wins(position):
        if position.state not in known:
            known[position.state] = (
                position.state.outcome() == WIN
                if position.result
                else any(not wins(position.play(code)) for code in position.codes)
            )
        return known[position.state]

    start = palamedes.start(name)
    wins(start)
    for state, won in known.items():
        if state.outcome() == ONGOING:
            assert (NimTheory().score(state, -1) > 0) == won, state
    assert len(known) > 10
