"""Behind a proxy: whom it is trusted about, a path of its own, and headers that make no sense."""

import asyncio
import re

import pytest
from starlette.testclient import TestClient

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.proxies import Proxies, ProxyMiddleware
from palamedes.ui.web.server import run as run_module
from palamedes.ui.web.server.app import Config, make_app
from palamedes.ui.web.server.pages import PAGES, STATIC
from web import scene_when

pytestmark = pytest.mark.xdist_group("web")
NETWORK = "172.16.0.0/12"


def seen_by_the_app(headers, host="172.17.0.2", proxies=(NETWORK,), scheme="http"):
    """The client and the scheme, as the application sees a request with some headers."""
    seen = []

    async def app(scope, _receive, _send):
        seen.append((scope["client"][0], scope["scheme"]))

    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    scope = {"type": "http", "client": (host, 5), "scheme": scheme, "headers": raw, "path": "/"}
    asyncio.run(ProxyMiddleware(app, Proxies(proxies))(scope, None, None))
    return seen[0]


@pytest.mark.parametrize(
    ("told", "visitor"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("[2001:db8::1]:80", "2001:db8::1"),
        ("6.6.6.6, 192.0.2.1, 172.18.0.9", "192.0.2.1"),  # the first can be forged
        ("172.18.0.9", "172.18.0.9"),
        ("6.6.6.6, nonsense", "172.17.0.2"),
        ("nonsense, 172.18.0.9", "172.18.0.9"),
        ("unknown", "172.17.0.2"),
        ("", "172.17.0.2"),
        (",,,", "172.17.0.2"),
        ("1:2:3:zz", "172.17.0.2"),
        ("[", "172.17.0.2"),
        ("9" * 9000, "172.17.0.2"),
        ("\xff", "172.17.0.2"),
    ],
)
def test_a_trusted_proxy_tells_who_asks(told, visitor):
    assert seen_by_the_app([("x-forwarded-for", told)]) == (visitor, "http")


@pytest.mark.parametrize(
    ("told", "scheme"),
    [("https", "https"), ("HTTPS, http", "https"), ("ftp", "http"), ("", "http")],
)
def test_a_trusted_proxy_tells_whether_the_connection_is_secure(told, scheme):
    assert seen_by_the_app([("x-forwarded-proto", told)]) == ("172.17.0.2", scheme)


def test_addresses_of_both_kinds_can_be_trusted():
    told = [("x-forwarded-for", "192.0.2.1")]
    for host, proxies in (("::ffff:172.17.0.2", [NETWORK]), ("fd00::7", ["fd00::/8", "10.0.0.1"])):
        assert seen_by_the_app(told, host, proxies)[0] == "192.0.2.1"
    with pytest.raises(PalamedesError, match="--proxy: my-proxy is not"):
        Proxies(["my-proxy"])


def test_others_are_not_trusted_and_the_operator_is_told_once(caplog):
    told = [("x-forwarded-for", "192.0.2.1"), ("x-forwarded-proto", "https")]
    assert seen_by_the_app(told, "203.0.113.9") == ("203.0.113.9", "http")
    assert "--proxy 203.0.113.9" in caplog.text
    caplog.clear()
    assert seen_by_the_app(told, "203.0.113.9", proxies=()) == ("203.0.113.9", "http")
    assert len(caplog.records) == 1


WRONG_HEADERS = [
    {"x-forwarded-for": "1:2:3:zz"},
    {"x-forwarded-for": "[::1", "x-forwarded-proto": "\x80"},
    {"x-forwarded-for": "::1%0"},
    {"x-forwarded-host": "[evil", "x-forwarded-port": "9" * 5000},
    {"forwarded": 'for="[;;'},
    {"host": "[evil"},
    {"host": "[v1.x]"},
    {"host": "a:99999999"},
    {"host": "\xff"},
    {"host": ""},
    {"content-length": "9" * 5000},
    {"cookie": "palamedes=\xff; language=\x00"},
    {"origin": "http://[", "accept-language": "\xe9" * 500},
]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A browser behind a proxy at this machine, which shows the server under a path."""
    database = f"sqlite:///{tmp_path_factory.mktemp('proxies') / 'games.db'}"
    names, proxies = ("school.example", "testserver"), ("127.0.0.1",)
    app = make_app(Config(database, proxies=proxies, root_path="/games/", names=names))
    with TestClient(app, "https://school.example", client=("127.0.0.1", 5)) as client:
        yield client


@pytest.mark.parametrize("headers", WRONG_HEADERS)
def test_wrong_headers_are_no_error_of_ours(client, headers):
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    for path in ("/api/you", "/", "/nowhere"):
        assert client.get(path, headers=raw).status_code < 500
    assert client.post("/api/games", json={"game": "nim"}, headers=raw).status_code < 500


# A path of its own


@pytest.mark.parametrize("kept", ["/games", ""])
def test_pages_and_all_they_need_are_found_under_a_path(client, kept):
    found = set()
    for path in PAGES:
        named = path.format(game_id="none", game="nim", tournament_id="none", name="none")
        page = client.get(kept + named)
        assert page.status_code == 200
        assert 'data-prefix="/games"' in page.text
        found.update(re.findall(r'(?:href|src)="(/[^"]*)"', page.text))
    found.update(icon["src"] for icon in client.get("/games/manifest.webmanifest").json()["icons"])
    for address in found:
        assert address.startswith("/games/"), address
        assert client.get(address[len("/games") :] if not kept else address).status_code == 200
    assert client.get(f"{kept}/nowhere", headers={"accept": "text/html"}).status_code == 404


def test_redirects_cookies_and_descriptions_know_the_path(client):
    manifest = client.get("/games/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["scope"]) == ("/games/", "/games/")
    assert client.get("/games").url.path == "/games/"
    assert client.get("/you/").url.path == "/games/you"
    assert client.get("/openapi.json").json()["servers"] == [{"url": "/games"}]
    client.cookies.clear()
    told = {"x-forwarded-proto": "https"}
    cookie = client.post("/games/api/games", json={"game": "nim"}, headers=told)
    assert "path=/games/;" in cookie.headers["set-cookie"].lower()
    assert "secure" in cookie.headers["set-cookie"].lower()


@pytest.mark.parametrize("kept", ["/games", ""])
def test_a_game_is_played_under_a_path(client, kept):
    client.cookies.clear()
    sides = {"first": {"who": "me"}, "second": {"who": "me"}}
    answer = client.post(f"{kept}/api/games", json={"game": "teeko", **sides})
    token = answer.headers["set-cookie"].partition(";")[0]
    path = f"{kept}/api/games/{answer.json()['id']}/live"
    with client.websocket_connect(path, headers={"cookie": token}) as socket:
        socket.send_json({"type": "move", "move": "c3"})
        scene_when(socket, lambda scene: scene["plies"] == 1)


@pytest.mark.parametrize("path", ["/a b", "/../x", "/learn/x", "/api", "/é", "/a?b"])
def test_a_path_that_cannot_be_one_is_refused(path):
    with pytest.raises(PalamedesError, match="--root-path"):
        make_app(Config(root_path=path))


WITHOUT_PREFIX = [
    r"location\.(?:assign|replace)\((?!addressOf\()",
    r"(?<!#)\bfetch\((?!addressOf\()",
    r'setAttribute\("href", (?!addressOf\()',
    r'location\.pathname\.split\("/"\)\[',
    r"location\.href =|path=/;",
    r'State\(null, "", (?!addressOf\(|linkTo\(|`[$?])',
]


def test_scripts_name_no_address_without_its_prefix():
    for path in (STATIC / "js").rglob("*.js"):
        for pattern in WITHOUT_PREFIX if path.name != "addresses.js" else ():
            assert not re.search(pattern, path.read_text()), (path.name, pattern)


# The command line


@pytest.mark.parametrize(
    ("words", "proxies", "path"),
    [
        (["--proxy"], ("127.0.0.0/8", "::1"), ""),
        (["--proxy", "--port", "8001"], ("127.0.0.0/8", "::1"), ""),
        (
            ["--proxy", "10.0.0.1", "--proxy=10.0.0.2,fd00::/8"],
            ("10.0.0.1", "10.0.0.2", "fd00::/8"),
            "",
        ),
        (["--root-path", "/games"], (), "/games"),
    ],
)
def test_the_command_line_names_proxies_and_a_path(run, monkeypatch, words, proxies, path):
    served = []
    monkeypatch.setattr(run_module, "serve", lambda *arguments: served.append(arguments[2]))
    assert run("serve", *words)[0] == 0
    assert (served[0].proxies, served[0].root_path) == (proxies, path)
