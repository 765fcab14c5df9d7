"""The same source, interpreted and compiled, says the same."""

import os
import subprocess
import sys
from pathlib import Path

from palamedes.core.kernel import rule

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


@rule
def _low_byte(word):
    return word & 255


@rule
def _low_byte_of_power(exponent):
    return _low_byte((1 << exponent) + 7)


def test_an_interpreted_rule_calls_no_native_one():
    """A word of 64 bits has no sign in Python: a native part of the rules could not read it."""
    assert _low_byte(263) == 7
    _low_byte._is_native = True
    assert _low_byte(263) == 7
    assert _low_byte_of_power(70) == 7
