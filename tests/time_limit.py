"""Every test has an end: one that takes too long fails by its name, and the run goes on.

`faulthandler_timeout` in pyproject.toml is the last resort, for native code that hears no signal:
it ends the worker, which pytest-xdist reports by the name of the test and replaces.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

SECONDS = 600  # much more than a busy machine needs; `@pytest.mark.seconds(900)` gives a test more
AGAIN = 60  # seconds after which the alarm is repeated: a callback may have swallowed it


class OutOfTime(BaseException):
    """Not an Exception: nothing that the test calls takes it for an error of its own."""


@contextmanager
def _limited(item: pytest.Item) -> Iterator[None]:
    mark = item.get_closest_marker("seconds")
    seconds = mark.args[0] if mark else SECONDS

    def stop(*_signal: object) -> None:
        raise OutOfTime(f"{item.nodeid} took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Each phase has the whole limit: the first test of a worker sets up what all others use.


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with _limited(item):
        return (yield)
