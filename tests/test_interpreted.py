"""The same source, interpreted and compiled, says the same."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from palamedes.core import kernel
from palamedes.games.morris import rules as morris

WALK = Path(__file__).parent / "walk.py"


GAMES = ("morpion", "teeko", "ultimate", "morris", "awale", "nim:misere")  # one of each family


def _walk(**environment):
    told = subprocess.run(
        [sys.executable, WALK, *GAMES],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.splitlines()


def test_interpreted_rules_equal_compiled_ones():
    interpreted = _walk(NUMBA_DISABLE_JIT="1")
    compiled = _walk()
    assert len(interpreted) > 500
    for one, other in zip(interpreted, compiled, strict=True):
        assert one == other


def test_an_interpreted_rule_calls_no_native_one(monkeypatch):
    """Step 63 of morris, from b4 to c4, is the sign of a word in native code only."""
    monkeypatch.setattr(kernel, "PATIENCE", 0)
    men, empty = 1 << 15 | 0b10101, ~(1 << 15 | 0b10101 | 0b10101 << 8) & 0xFFFFFF
    assert morris.steps(men, empty) < 0, "native"
    monkeypatch.setattr(kernel, "PATIENCE", 2000)
    moves = morris.MorrisState.moves
    monkeypatch.setattr(moves, "_kernel", None)
    monkeypatch.setattr(moves, "_calls", 1)
    out = np.zeros(256, np.int64)
    count = moves(morris.MorrisState(me=men, other=0b10101 << 8, hand=0), out)
    assert 15 << 10 | 23 << 5 | morris.NOBODY in out[:count].tolist()
