"""The manual: it builds without a warning, needs nothing from elsewhere, and the app serves it."""

import os
import re
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
import uvicorn
from playwright.sync_api import expect
from starlette.testclient import TestClient

from browser import PROGRAM
from palamedes.games import GAMES
from palamedes.ui.web.http.security import HEADERS
from palamedes.ui.web.server import manual
from palamedes.ui.web.server.app import Config, make_app
from web import client_of, free_port, wait_for_port

ROOT = Path(__file__).parent.parent
MOST_BYTES = 3_000_000
TAG = re.compile(r"<[a-z][^<>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(r'\s([a-z-]+)="([^"]*)"', re.IGNORECASE)
LOADED = ("src", "srcset", "data", "poster", "action", "formaction")

pytest_plugins = ["browsing"]
pytestmark = pytest.mark.xdist_group("manual")
needs_chromium = pytest.mark.skipif(
    PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The manual as `make docs` builds it: every warning fails."""
    folder = tmp_path_factory.mktemp("manual") / "site"
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "build.py", folder], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder


@pytest.fixture
def client(site, tmp_path, monkeypatch):
    monkeypatch.setattr(manual, "FOLDER", site)
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def pages_of(site):
    return {page: page.read_text(encoding="utf-8") for page in sorted(site.rglob("*.html"))}


def attributes(html):
    """All attributes of a page: tag, name and value."""
    for tag in TAG.findall(html):
        for name, value in ATTRIBUTE.findall(tag):
            yield tag[1:].split()[0].rstrip(">").lower(), name.lower(), unescape(value)


def test_the_manual_is_small_and_has_no_sources(site):
    files = [path for path in site.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    endings = {path.suffix for path in files}
    assert endings <= {".html", ".css", ".js", ".svg", ".png", ".jpg", ".txt", ".ipynb"}


def test_pages_load_nothing_from_elsewhere_and_fit_the_policy_of_the_app(site):
    for page, html in pages_of(site).items():
        assert not re.search(r"<script(?![^>]*\ssrc=)", html), page
        assert "<style" not in html, page
        for tag, name, value in attributes(html):
            assert name != "style", (page, value)
            assert not name.startswith("on"), (page, name)
            if name in LOADED or (tag == "link" and name == "href"):
                assert urlsplit(value).netloc == "", (page, value)
    for path in [*site.rglob("*.css"), *site.rglob("*.js")]:
        loaded = re.findall(
            r"(?:url\(|@import|import\(|fetch\()\s*['\"]?(https?:)?//", path.read_text()
        )
        assert loaded == [], path


def test_every_link_leads_to_a_page_and_a_place_in_it(site):
    pages = pages_of(site)
    places = {
        page: {value for _tag, name, value in attributes(html) if name == "id"}
        for page, html in pages.items()
    }
    links = 0
    for page, html in pages.items():
        for _tag, name, value in attributes(html):
            address = urlsplit(value)
            if name not in ("href", "src") or address.scheme or address.netloc:
                continue
            target = (page.parent / unquote(address.path)).resolve() if address.path else page
            assert target.is_relative_to(site), (page, value)
            assert target.is_file(), (page, value)
            if address.fragment and target in places:
                assert unquote(address.fragment) in places[target], (page, value)
            links += 1
    assert links > 1000


def test_every_game_has_a_page_in_both_languages(site):
    for family in GAMES:
        for edition in ("", "fr/"):
            html = (site / f"{edition}games/{family.name}.html").read_text(encoding="utf-8")
            assert html.count('<figure class="board') >= 5
            assert "<h2>Notation" in html
    assert "<h2>Le but" in (site / "fr/games/teeko.html").read_text(encoding="utf-8")


def test_boards_share_a_page_and_a_style_sheet(site):
    """What several pictures show is in their page once, and nothing they refer to is missing."""
    sheet = (site / "_static/boards.css").read_text(encoding="utf-8")
    assert ".board-disc-0{" in sheet
    assert "[data-theme=dark] .board-paper{" in sheet
    for page, html in pages_of(site).items():
        ids = [value for _tag, name, value in attributes(html) if name == "id"]
        assert len(ids) == len(set(ids)), page
        painted = re.findall(r"url\(#([^)]+)\)", html + (sheet if "<figure" in html else ""))
        assert set(painted) <= set(ids), page


def test_the_app_serves_the_manual_in_the_language_of_the_visitor(client):
    for language, address in (("en", "/manual/"), ("fr", "/manual/fr/")):
        headers = {"accept-language": language}
        answer = client.get("/manual", headers=headers, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (307, address)
        page = client.get("/manual", headers=headers)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert f'lang="{language}"' in page.text


def test_files_of_the_manual_are_cached_checked_and_under_the_policy(client):
    for path, kind in (
        ("/manual/search.html", "text/html; charset=utf-8"),
        ("/manual/searchindex.js", "text/javascript; charset=utf-8"),
        ("/manual/_static/manual.css", "text/css; charset=utf-8"),
        ("/manual/_static/palamedes.svg", "image/svg+xml"),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
        again = client.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_nothing_outside_of_the_manual_is_served(client, site):
    (site.parent / "secret.html").write_text("secret")
    for path in (
        "../secret.html",
        "%2e%2e/secret.html",
        "..%2fsecret.html",
        "nowhere.html",
        "games",
    ):
        answer = client.get(f"/manual/{path}")
        assert answer.status_code == 404, path
    assert client.post("/manual/index.html").status_code == 405
    redirect = client.get("/manual/fr", follow_redirects=False)
    assert redirect.headers["location"] == "/manual/fr/"


def test_a_manual_that_is_not_built_is_explained(tmp_path, monkeypatch):
    monkeypatch.setattr(manual, "FOLDER", tmp_path / "manual")
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        answer = client.get("/manual")
        assert answer.status_code == 200
        assert 'data-page="manual"' in answer.text
        assert client.get("/manual/index.html").status_code == 404
        (tmp_path / "manual").mkdir()  # built while the server runs
        (tmp_path / "manual" / "index.html").write_text("built")
        assert client.get("/manual").text == "built"


def test_a_page_that_is_gone_since_is_not_found(tmp_path, monkeypatch):
    page = tmp_path / "manual" / "howto" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("there")
    monkeypatch.setattr(manual, "FOLDER", tmp_path / "manual")
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        assert client.get("/manual/howto/").text == "there"
        page.unlink()  # the folder of the manual itself has not changed
        assert client.get("/manual/howto/").status_code == 404


def test_a_prefix_of_a_proxy_is_kept(site, tmp_path, monkeypatch):
    monkeypatch.setattr(manual, "FOLDER", site)
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", root_path="/games", names=("testserver",))
    with TestClient(make_app(config)) as client:
        answer = client.get("/games/manual", follow_redirects=False)
        assert answer.headers["location"] == "/games/manual/"
        assert client.get("/games/manual/").status_code == 200
        redirect = client.get("/games/manual/fr", follow_redirects=False)
        assert redirect.headers["location"] == "/games/manual/fr/"


def test_the_wheel_has_the_manual(tmp_path):
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    built = tmp_path / "src" / "palamedes" / "ui" / "web" / "manual"
    built.mkdir(parents=True)
    (built / "index.html").write_text("the manual")
    (tmp_path / "src" / "palamedes" / "__init__.py").write_text("")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert "palamedes/ui/web/manual/index.html" in zipfile.ZipFile(wheel).namelist()


@pytest.fixture(scope="module")
def address(site, tmp_path_factory):
    """A server in this process that shows the manual that was built for the tests."""
    database = tmp_path_factory.mktemp("data") / "games.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manual, "FOLDER", site)
        app, port = make_app(Config(f"sqlite:///{database}")), free_port()
        server = uvicorn.Server(uvicorn.Config(app, port=port, ws="none", log_level="warning"))
        thread = Thread(target=server.run)
        thread.start()
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


@needs_chromium
@pytest.mark.parametrize(
    ("edition", "word", "title"),
    [("", "alpha-beta", "The laboratory in class"), ("fr/", "leçon", "Les leçons")],
)
def test_the_manual_is_searched_offline(page, edition, word, title):
    page.goto(f"/manual/{edition}")
    page.locator(".sidebar-search").fill(word)
    page.locator(".sidebar-search").press("Enter")
    page.wait_for_url("**/search.html?q=*")
    page.locator("#search-results a", has_text=title).first.click()
    expect(page.locator("h1")).to_contain_text(title)


@needs_chromium
def test_theme_and_language_are_chosen(page):
    page.goto("/manual/fr/games/teeko.html")
    colour = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.locator(".theme-toggle:visible").first.click()
    dark = page.evaluate(colour)
    assert dark != light
    expect(page.locator("figure.board svg").first).to_be_visible()
    page.locator(".languages a").click()
    page.wait_for_url("**/manual/games/teeko.html")
    assert page.evaluate(colour) == dark
