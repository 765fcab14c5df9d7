"""The web app is not to be trusted with anything by anybody: what comes from the network."""

import json
import random
import re
import socket as socket_module
import string

import pytest
from starlette.websockets import WebSocketDisconnect

from palamedes.ui.web.http.limits import ConnectionLimit, RateLimit
from palamedes.ui.web.http.security import LARGEST_BODY
from palamedes.ui.web.server.app import make_app
from web import client_of, limits_of, live, new_game, scene_when, wait_until

pytestmark = pytest.mark.xdist_group("web")
ONE_SCREEN = {"first": {"who": "me"}, "second": {"who": "me"}}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('safety') / 'games.db'}") as client:
        limits_of(client).new_games = RateLimit(1e9, 1e9)
        yield client


WRONG_LETTERS = ["\\ud800", "\\u0000"]  # half a letter and none, as JSON can write them


def bodies_of_wrong_letters():
    """For every route that takes a body: one with a wrong letter wherever a text can be."""
    description = make_app().openapi()
    models = description["components"]["schemas"]
    for path, ways in description["paths"].items():
        if "post" in ways and "requestBody" in ways["post"]:
            content = ways["post"]["requestBody"]["content"]["application/json"]["schema"]
            model = models[content["$ref"].rpartition("/")[2]] if "$ref" in content else content
            fields = model.get("properties", {})
            for letter in WRONG_LETTERS:
                text = letter + "a" * 12
                often = {"integer": 1, "number": 1.0, "boolean": True, "array": [text]}
                often["object"] = {}
                body = {name: often.get(field.get("type"), text) for name, field in fields.items()}
                written = json.dumps(body).replace("\\\\", "\\")
                yield pytest.param(path, written, id=f"{path} {letter}")


@pytest.mark.parametrize(("path", "body"), list(bodies_of_wrong_letters()))
def test_wrong_letters_are_refused_everywhere(client, path, body):
    path = re.sub(r"\{(\w+)\}", "1", path)
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text


# Headers, origins, sizes, rates


def test_every_answer_has_the_headers(client):
    for path in ("/", "/api/catalogue", "/api/games/none", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_cookie_cannot_be_read_by_scripts(client):
    client.cookies.clear()
    answer = client.post("/api/games", json={"game": "teeko"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    token = answer.cookies.get("palamedes") or client.cookies["palamedes"]
    assert len(token) >= 40
    assert token not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/%00",
        "/api/catalogue/nim%00",
        "/api/games/%00",
        "/api/explorer?game=teeko&position=%00",
        "/api/laboratory/position?game=nim&moves=%00",
        "/api/learned/position?game=morris&position=%00",
        "/api/you/games?game=%00",
    ],
)
def test_letters_that_no_text_has_are_refused_in_addresses(client, path):
    answer = client.get(path)
    assert answer.status_code == 422
    assert answer.json() == {"detail": "The text contains invisible characters."}


def test_the_address_does_not_choose_the_status(client):
    assert client.get("/?status=700").status_code == 200


BODIES = [
    b'{"game": "\\ud800"}',
    b'{"game": "teeko", "first": {"name": "\\udfff"}}',
    b'{"game": "teeko", "position": "\\ud800"}',
    b'{"game": "teeko", "first": {"name": "a\\u0000b"}}',
    b'{"game": "teeko", "first": {"name": "a\\u202eb"}}',
    b'{"game": "teeko", "clock": {"total": NaN}}',
    b'{"game": "teeko", "clock": {"total": 1e999}}',
    b'{"game": "teeko", "clock": {"total": true}}',
    b'{"game": "teeko", "clock": {"total": "300"}}',
    b'{"game": "teeko", "second": {"who": "engine", "handicap": false}}',
    b'{"game": "teeko", "rated": 0}',
    b'{"game": NaN, "\\ud800": Infinity}',
    b"\xff\xfe",
    b"[" * 9000,
]


@pytest.mark.parametrize("body", BODIES)
def test_bodies_that_make_no_sense_are_refused(client, body):
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.json()["detail"]


INVALID = [
    ("games", b"", "body is missing."),
    ("games", b"{", "The message is not valid JSON."),
    ("games", b"[]", "body must be an object."),
    ("games", b"{}", "The name of the game is missing."),
    ("games", b'{"game": 7}', "The name of the game must be text."),
    ("games", b'{"game": ""}', "The name of the game must not be empty."),
    (
        "games",
        b'{"game": "%s"}' % (b"x" * 81),
        "The name of the game must have at most 80 characters.",
    ),
    ("games", b'{"game": "\\ud800"}', "The text contains invisible characters."),
    ("games", b'{"game": "nim", "colour": "red"}', "colour is not allowed here."),
    ("games", b'{"game": "nim", "\\ud800": "red"}', "The text contains invisible characters."),
    (
        "games",
        '{"game": "nim", "couleur préférée": 1}'.encode(),
        "couleur préférée is not allowed here.",
    ),
    ("games", b'{"game": "nim", "rated": "perhaps"}', "rated must be true or false."),
    ("games", b'{"game": "nim", "clock": 5}', "clock must be an object."),
    ("games", b'{"game": "nim", "clock": {"total": "soon"}}', "clock.total must be a number."),
    ("games", b'{"game": "nim", "clock": {"total": NaN}}', "clock.total must be a number."),
    ("games", b'{"game": "nim", "clock": {"total": 0}}', "clock.total must be at least 1."),
    ("games", b'{"game": "nim", "first": {"handicap": 2}}', "first.handicap must be at most 0.9."),
    (
        "games",
        b'{"game": "nim", "first": {"who": "cat"}}',
        "first.who must be one of: me, friend, engine.",
    ),
    ("games/!/seats/0", b"{}", "game_id is not valid."),
    ("games/abcdefgh/seats/x", b"{}", "player must be a whole number."),
    ("games/abcdefgh/seats/2", b"{}", "player must be at most 1."),
    ("puzzles/teeko/0123456789ab/answers", b'{"moves": "a1"}', "moves must be a list."),
    ("puzzles/teeko/0123456789ab/answers", b'{"moves": []}', "moves must not be empty."),
    (
        "puzzles/teeko/0123456789ab/answers",
        b'{"moves": ["a","b","c","d","e","f","g","h","i"]}',
        "moves must have at most 8 entries.",
    ),
    (
        "contests/engines",
        b'{"game": "nim", "players": ["easy"]}',
        "players must have at least 2 entries.",
    ),
    (
        "contests/abcdefgh/results",
        b'{"round": 1, "board": 0, "points": 0.3}',
        "points must be a multiple of 0.5.",
    ),
]


@pytest.mark.parametrize(("path", "body", "sentence"), INVALID)
def test_an_invalid_request_is_answered_by_one_sentence(client, path, body, sentence):
    headers = {"content-type": "application/json"}
    answer = client.post(f"/api/{path}", content=body, headers=headers)
    assert (answer.status_code, answer.json()) == (422, {"detail": sentence})


def test_a_query_that_is_too_large_is_answered_by_one_sentence(client):
    answer = client.get("/api/laboratory/tree?game=nim&simulations=120000")
    sentence = "simulations must be less than 120000."
    assert (answer.status_code, answer.json()) == (422, {"detail": sentence})


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil"}, {"origin": "http://[evil"}, {"sec-fetch-site": "cross-site"}],
)
def test_other_sites_cannot_act_for_a_visitor(client, headers):
    answer = client.post("/api/games", json={"game": "teeko"}, headers=headers)
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/api/games/{}/live", "/api/analysis"])
def test_other_sites_cannot_open_connections(client, path):
    game_id = new_game(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(path.format(game_id), headers={"origin": "http://evil"}) as socket,
    ):
        socket.receive_json()


def test_a_page_whose_name_points_here_is_not_ours(client):
    hosts = {"host": "evil.example", "origin": "http://evil.example"}
    assert client.get("/api/catalogue", headers=hosts).status_code == 421
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/analysis", headers=hosts) as socket,
    ):
        socket.receive_json()
    for host in ("127.0.0.1:8000", "[::1]:8000", "localhost", socket_module.gethostname()):
        assert client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["a{b.evil.com", "a}b.evil.com", 'a"b.evil.com', "evil.com:", "evil.com:99999999", ""]
)
def test_a_host_that_cannot_be_parsed_is_not_ours(client, host):
    hosts = {"host": host, "origin": f"http://{host}"}
    assert client.post("/api/games", json={"game": "nim"}, headers=hosts).status_code == 421


def test_one_address_has_only_so_many_connections(client):
    before, limits_of(client).connections = limits_of(client).connections, ConnectionLimit(1)
    try:
        with client.websocket_connect("/api/analysis") as first:
            with client.websocket_connect("/api/analysis") as second:
                assert second.receive()["code"] == 4429
            first.send_json({"type": "position", "game": "nim"})
            assert first.receive_json()["type"] == "position"
        wait_until(lambda: limits_of(client).connections.size == 0)
    finally:
        limits_of(client).connections = before


def test_long_matches_count_for_more(client):
    before, limits_of(client).questions = limits_of(client).questions, RateLimit(10, 0)
    question = {"type": "position", "game": "teeko"}
    try:
        with client.websocket_connect("/api/analysis") as socket:
            for moves in (["a1"], ["a1", "b1"]):
                socket.send_json({**question, "moves": moves})
                assert socket.receive_json()["type"] == "position"
            socket.send_json({**question, "moves": ["c1"] * 500})  # refused before it is replayed
            assert "Too many" in socket.receive_json()["message"]
    finally:
        limits_of(client).questions = before


def test_large_bodies_are_refused(client):
    body = b'{"game": "' + b"x" * LARGEST_BODY + b'"}'
    headers = {"content-type": "application/json"}
    assert client.post("/api/games", content=body, headers=headers).status_code == 413
    stream = (body[start : start + 1000] for start in range(0, len(body), 1000))
    assert client.post("/api/games", content=stream, headers=headers).status_code in (400, 413, 422)


def test_who_asks_for_too_much_has_to_wait():
    rate = RateLimit(burst=2, per_second=0, keys=2)
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    assert rate.allows("b")
    assert rate.allows("c")
    assert rate.allows("a")  # forgotten: only so many are remembered


def test_too_many_new_games_are_refused(client):
    before, limits_of(client).new_games = limits_of(client).new_games, RateLimit(1, 0)
    try:
        answers = [client.post("/api/games", json={"game": "nim"}) for _ in range(2)]
    finally:
        limits_of(client).new_games = before
    assert [answer.status_code for answer in answers] == [201, 429]


def test_rematches_count_as_new_games(client):
    game_id = new_game(client, **ONE_SCREEN)
    before, limits_of(client).new_games = limits_of(client).new_games, RateLimit(0, 0)
    try:
        with live(client, game_id) as socket:
            socket.send_json({"type": "resign"})
            scene_when(socket, lambda scene: scene["result"])
            socket.send_json({"type": "rematch"})
            while (message := socket.receive_json())["type"] != "error":
                pass
        assert "Too many" in message["message"]
    finally:
        limits_of(client).new_games = before


# Messages

MESSAGES = [
    "",
    "{",
    "[]",
    "null",
    "1e999",
    '"touch"',
    "[" * 5000,
    '{"type": 5}',
    '{"type": "unknown"}',
    '{"type": "touch"}',
    '{"type": "touch", "spot": null}',
    '{"type": "touch", "spot": "\\u0000"}',
    '{"type": "touch", "spot": "' + "x" * 5000 + '"}',
    '{"type": "move", "move": []}',
    '{"type": "move", "move": "__proto__"}',
    '{"type": "answer", "agrees": true}',
    '{"type": "answer"}',
    '{"type": "touch", "spot": "\\ud800"}',
    b"touch",
    "x" * 30_000,
]


def test_messages_that_make_no_sense_are_answered(client):
    game_id = new_game(client, **ONE_SCREEN)
    for text in MESSAGES:
        with live(client, game_id) as socket:
            scene_when(socket, lambda scene: True)
            (socket.send_bytes if isinstance(text, bytes) else socket.send_text)(text)
            socket.send_json({"type": "let go"})
            while True:
                message = socket.receive_json()
                if message["type"] == "error" or message.get("message"):
                    break
            assert message["message"]
            assert len(message["message"]) < 200
    assert client.get(f"/api/games/{game_id}").json()["record"]["moves"] == []


ANALYSES = [
    {},
    {"game": 5},
    {"game": "chess"},
    {"game": "teeko", "start": 5},
    {"game": "teeko", "start": "x" * 10_000},
    {"game": "teeko", "moves": "a1"},
    {"game": "teeko", "moves": ["z9"]},
    {"game": "teeko", "moves": [None]},
    {"game": "teeko", "moves": ["a1"] * 5000},
    {"game": "nim:" + "9," * 200},
]


@pytest.mark.parametrize("kind", ["position", "analyse", "values", "review"])
def test_questions_that_make_no_sense_are_answered(client, kind):
    with client.websocket_connect("/api/analysis") as socket:
        for number, question in enumerate(ANALYSES):
            socket.send_json({"type": kind, "id": number, **question})
            answer = socket.receive_json()
            assert answer["type"] == "error", question
            assert answer.get("id", number) == number


def test_a_flood_is_cut_off(client):
    game_id = new_game(client)
    with live(client, game_id) as socket:
        for _message in range(100):
            socket.send_json({"type": "let go"})
        with pytest.raises(WebSocketDisconnect) as ended:
            scene_when(socket, lambda scene: False)
    assert ended.value.code == 4429


def test_random_messages_do_no_harm(client):
    chance = random.Random(7)
    game_id = new_game(client, **ONE_SCREEN)
    kinds = ["touch", "move", "let go", "undo", "resign", "draw", "answer", "hint", "pause", "zz"]
    for _visit in range(8):
        with live(client, game_id) as socket:
            for _message in range(25):
                word = "".join(chance.choices(string.printable, k=chance.randrange(6)))
                spot = chance.choice([word, "a1", "c3", 5, None, {}])
                kind = chance.choice([*kinds, word])
                socket.send_json({"type": kind, "spot": spot, "move": spot, "agrees": spot})
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get(f"/api/games/{game_id}").status_code == 200
