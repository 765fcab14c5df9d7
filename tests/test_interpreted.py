"""The same source, interpreted and compiled, says the same."""

import os
import subprocess
import sys
from pathlib import Path

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
