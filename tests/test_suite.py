"""The suite itself: a test that hangs fails by its name, and what tests leave running is ended."""

import os
import re
import subprocess
import sys
from pathlib import Path

from processes import RUN

HOOKS = """
import processes
from processes import pytest_sessionfinish, pytest_terminal_summary
from time_limit import pytest_runtest_call, pytest_runtest_teardown

processes.PARTING = 0.1
"""
SUBJECT = """
import subprocess, threading
import pytest

left = []

@pytest.mark.seconds(0.3)
def test_that_hangs():
    threading.Event().wait()

@pytest.mark.seconds(0.3)
def test_that_hangs_at_its_end(request):
    request.addfinalizer(threading.Event().wait)

def test_that_leaves_a_program_running():
    left.append(subprocess.Popen(["sleep", "4711"], start_new_session=True))

def test_that_comes_after_them():
    pass
"""


def test_a_bad_test_is_named_and_the_others_run(tmp_path):
    (tmp_path / "test_subject.py").write_text(SUBJECT)
    (tmp_path / "conftest.py").write_text(HOOKS)
    ours = ("PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", RUN)
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", os.devnull, "-p", "no:cacheprovider", tmp_path],
        env={**environment, "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert re.search("1 failed, 3 passed, .*1 error", done.stdout)
    for name in ("test_that_hangs", "test_that_hangs_at_its_end"):
        assert f"test_subject.py::{name} took more than 0.3 s" in done.stdout
    assert "test_that_leaves_a_program_running left process" in done.stdout
