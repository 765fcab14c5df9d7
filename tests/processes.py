"""The processes that tests start: known by their environment, and none of them outlives the run."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from waiting import wait_until

RUN, WORKER = "PALAMEDES_TEST_RUN", "PYTEST_XDIST_WORKER"  # everything started here inherits them
PARTING = 10.0  # seconds for what was told to end
PYTHONS_OWN = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")  # end with us

os.environ.setdefault(RUN, f"{os.getpid()} since {time.time_ns()}")  # numbers are used again

_left: list[str] = []


def running(words: str) -> list[int]:
    """The processes with some words on their command line that tests of this worker started."""
    return [
        pid
        for pid, line, environment in _of_this_run()
        if words in line and environment.get(WORKER) == os.environ.get(WORKER)
    ]


def ends(words: str) -> bool:
    """Whether all such processes end; one that was killed may take a moment."""
    return wait_until(lambda: not running(words), what=f"{words} still runs")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """When all workers have ended, end what tests have left; the run fails by that."""
    if not os.environ[RUN].startswith(f"{os.getpid()} "):
        return  # a worker, or pytest started by a test
    with suppress(AssertionError):
        wait_until(lambda: not list(_of_this_run()), PARTING)
    for pid, line, environment in _of_this_run():
        test = environment.get("PYTEST_CURRENT_TEST", "a test").partition(" ")[0]
        _left.append(f"{test} left process {pid}: {line[:150]}")
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    if _left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _left:
        terminalreporter.write_line(line, red=True)


def _of_this_run() -> Iterator[tuple[int, str, dict[str, str]]]:
    """Number, command line and environment of what was started by this run and still runs."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may have ended meanwhile, or belong to somebody else
            environment = dict(_pairs(folder / "environ"))
            line = " ".join(_words(folder / "cmdline"))
            is_known = int(folder.name) == os.getpid() or any(map(line.count, PYTHONS_OWN))
            if environment.get(RUN) == os.environ[RUN] and not is_known:
                yield int(folder.name), line, environment


def _pairs(path: Path) -> Iterator[list[str]]:
    return (word.split("=", 1) for word in _words(path) if "=" in word)


def _words(path: Path) -> list[str]:
    return path.read_bytes().decode(errors="replace").split("\0")
