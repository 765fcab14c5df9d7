"""The same source, interpreted and compiled, says the same."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from palamedes.games.morris import rules as morris

WALK = Path(__file__).parent / "walk.py"


def _walk(**environment):
    told = subprocess.run(
        [sys.executable, WALK],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()


def test_interpreted_rules_equal_compiled_ones():
    interpreted = _walk(NUMBA_DISABLE_JIT="1")
    compiled = _walk()
    assert len(interpreted) > 1000
    for one, other in zip(interpreted, compiled, strict=True):
        assert one == other


def test_an_interpreted_rule_calls_no_native_one(monkeypatch):
    """Step 63 of morris, from b4 to c4, is the sign of a word in native code only."""
    for rule in (morris.MorrisState.moves, morris.write):
        monkeypatch.setattr(rule, "_is_native", False, raising=False)
        monkeypatch.setattr(rule, "_calls", 1, raising=False)
    monkeypatch.setattr(morris.steps, "_is_native", True, raising=False)
    state = morris.MorrisState(me=1 << 15 | 0b10101, other=0b10101 << 8, hand=0)
    out = np.zeros(256, np.int64)
    count = state.moves(out)
    assert 15 << 10 | 23 << 5 | morris.NOBODY in out[:count].tolist()
