"""The same source, interpreted and compiled, says the same."""

import os
import subprocess
import sys
from pathlib import Path

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
