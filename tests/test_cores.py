"""The cores that everything counts on by default."""

import os
import subprocess
import sys

import pytest

from palamedes.core.cores import usable_cores

SHOW = "from palamedes.core.cores import usable_cores; print(usable_cores())"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes are not confined here")
def test_only_the_cores_count_that_the_process_may_use():
    assert usable_cores() == len(os.sched_getaffinity(0))
    core = str(min(os.sched_getaffinity(0)))
    confined = f"import os; os.sched_setaffinity(0, {{{core}}}); {SHOW}"
    assert subprocess.run([sys.executable, "-c", confined], capture_output=True).stdout == b"1\n"
