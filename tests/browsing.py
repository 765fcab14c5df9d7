"""Fixtures of the tests in a browser: it is open only while they run."""

import pytest

from browser import Surfer, browser_at_work, serving


@pytest.fixture(scope="module")
def browser():
    with browser_at_work() as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory):
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
