"""The same source, interpreted and compiled, says the same."""

import os
import subprocess
import sys
from pathlib import Path

from palamedes.core.position import Position
from palamedes.games import find_game

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


def test_an_interpreted_rule_uses_no_native_part(monkeypatch):
    """The step b4-c4 is bit 63: native code has a negative word there, Python a positive one."""
    position = Position.parse(find_game("morris"), "3/X2/3/OX4/3/X2/XOO X 0 0")
    moves = type(position.state).moves
    steps = moves.py_func.__globals__["steps"]
    monkeypatch.setattr(moves, "_is_native", False)
    monkeypatch.setattr(moves, "_calls", 1)  # no look at the disk
    monkeypatch.setattr(steps, "_is_native", True)
    assert "b4-c4" in position.moves
