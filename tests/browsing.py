"""Fixtures of the tests in a browser: one Chromium for all that follow each other."""

from contextlib import ExitStack

import pytest

from browser import Surfer, browser_at_work, serving

_opened = ExitStack()
_browsers = []  # the one that is open


@pytest.fixture
def browser():
    if _browsers and not _browsers[0].is_connected():  # it has crashed
        _close()
    if not _browsers:
        _browsers.append(_opened.enter_context(browser_at_work()))
    return _browsers[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """Close the browser before tests without one: its event loop keeps them from running theirs."""
    if _browsers and "browser" not in getattr(nextitem, "fixturenames", ()):
        _close()


def _close():
    _browsers.clear()
    _opened.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """A server for all tests; a module that makes accounts has its own, for they keep names."""
    with serving(tmp_path_factory.mktemp("web")) as (address, _process):
        yield address


@pytest.fixture
def surfer(browser, address):
    """A browser in which nothing goes wrong, and from which nothing goes elsewhere."""
    surfer = Surfer(browser, address)
    yield surfer
    surfer.close()
    own = (f"{address}/", f"{address.replace('http', 'ws')}/", "blob:", "data:")
    assert [url for url in surfer.requests if not url.startswith(own)] == []
    assert surfer.errors == []


@pytest.fixture
def page(surfer):
    return surfer.visitor()
