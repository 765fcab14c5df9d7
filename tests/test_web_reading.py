"""Reading never stops writing, and whatever costs time is limited by address."""

import asyncio
import re
from threading import Event, Thread, current_thread
from unittest.mock import Mock

import pytest
from fastapi import HTTPException, Request

from palamedes.core.match import Match
from palamedes.ui.web.features.accounts import export_and_delete
from palamedes.ui.web.features.laboratory import routes as laboratory_routes
from palamedes.ui.web.features.tournaments import routes as tournament_routes
from palamedes.ui.web.http import disconnects, limits, request_limit
from palamedes.ui.web.http.limits import RateLimit, VisitorLimits
from palamedes.ui.web.http.request_limit import RequestLimitMiddleware
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server.app import make_app
from palamedes.ui.web.store import stored_game
from waiting import wait_until
from web import PATIENCE, another_visitor, client_of, limits_of, live, new_game, scene_when
from web import wait_until as wait

pytestmark = pytest.mark.xdist_group("web")

VALUES = {"game": "teeko", "name": "teeko", "number": "1", "player": "0"}  # of path parameters
READING = [
    "/api/catalogue",
    "/api/catalogue/teeko",
    "/api/mine",
    "/api/you",
    "/api/you/games",
    "/api/you/ratings",
    "/api/you/statistics",
    "/api/ranking",
    "/api/contests",
    "/api/contests/abcdefgh",
    "/api/puzzles",
    "/api/puzzles/teeko",
    "/api/lessons",
    "/api/lessons/teeko",
    "/api/guides/teeko",
    "/api/campaign",
    "/api/games/abcdefgh",
    "/api/games/abcdefgh/ratings",
    "/api/laboratory/position?game=teeko",
    "/api/learned",
    "/api/learned/position?game=morris",
    "/api/showcase",
    "/api/words",
]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('reading') / 'games.db'}") as client:
        client.post("/api/accounts", json={"name": "Reader", "password": "correct horse"})
        yield client


def test_a_move_is_saved_while_others_read(client, monkeypatch):
    server, may_read, answers = service(client, GameServer), Event(), []
    games_of = server.store.games_of

    def slow(owner):
        may_read.wait(PATIENCE)
        return games_of(owner)

    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    monkeypatch.setattr(server.store, "games_of", slow)
    readers = [
        Thread(target=lambda: answers.append(another_visitor(client).get("/api/mine")))
        for _ in range(8)
    ]
    with live(client, game_id) as socket:
        for reader in readers:
            reader.start()
        wait(lambda: server.reading_threads.waiting == 7)  # others keep the second thread
        socket.send_json({"type": "move", "move": "c3"})
        scene_when(socket, lambda scene: scene["plies"] == 1)
        assert not answers
        may_read.set()
        for reader in readers:
            reader.join(PATIENCE)
    assert [answer.status_code for answer in answers] == [200] * 8


def test_your_games_are_listed_without_replaying_them(client, monkeypatch):
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    moves = ["a1", "b2", "c3", "d4", "e5"]
    with live(client, game_id) as socket:
        for number, move in enumerate(moves, start=1):
            socket.send_json({"type": "move", "move": move})
            scene = scene_when(socket, lambda scene, n=number: scene["plies"] == n)
    client.portal.call(service(client, GameServer).close_idle)
    play, played = Match.play, []
    monkeypatch.setattr(Match, "play", lambda *made: played.append(made) or play(*made))
    found = next(each for each in client.get("/api/mine").json() if each["id"] == game_id)
    assert (found["plies"], found["your_turn"]) == (5, True)
    assert found["board"]["pieces"] == scene["board"]["pieces"]
    assert len([made for made in played if made[1] == "e5"]) == 1
    assert not [made for made in played if made[1] == "b2"]


@pytest.mark.parametrize("path", READING)
def test_who_has_read_too_long_has_to_wait(client, monkeypatch, path):
    monkeypatch.setattr(limits_of(client), "reading", limit := RateLimit(burst=5, per_second=0))
    assert client.get(path).status_code in (200, 404)
    assert 0 < limit._left("testclient") < 5
    limit.charge("testclient", 5)
    answer = client.get(path)
    assert (answer.status_code, "Too many requests" in answer.json()["detail"]) == (429, True)


@pytest.fixture
def busy_reader(client):
    """The reading threads, of which this address uses all it may have until `set` is called."""
    threads, held = service(client, GameServer).reading_threads, Event()
    busy = client.portal.start_task_soon(threads.run, "testclient", held.wait)
    yield held
    held.set()
    busy.result(PATIENCE)


def test_who_queues_with_an_empty_account_is_refused_when_the_turn_comes(
    client, busy_reader, monkeypatch
):
    monkeypatch.setattr(limits_of(client), "reading", limit := RateLimit(burst=5, per_second=0))
    threads, answers = service(client, GameServer).reading_threads, []
    reader = Thread(target=lambda: answers.append(client.get("/api/mine")))
    reader.start()
    wait(lambda: threads.waiting == 1)
    limit.charge("testclient", 100)
    assert limit._left("testclient") == -5  # and no more
    busy_reader.set()
    reader.join(PATIENCE)
    assert [answer.status_code for answer in answers] == [429]


def test_who_hangs_up_is_not_read_for(client, busy_reader, monkeypatch):
    async def receive():
        return {"type": "http.disconnect"}

    async def ask():
        with pytest.raises(HTTPException):
            await server.reading(Request(scope, receive), read)

    monkeypatch.setattr(disconnects, "CHECK_INTERVAL", 0.01)
    server, read = service(client, GameServer), Mock()
    scope = {"type": "http", "app": client.app, "client": ("testclient", 1), "headers": []}
    client.portal.call(ask)
    wait_until(lambda: not server.reading_threads.waiting)
    busy_reader.set()
    read.assert_not_called()


def test_a_game_has_an_end(client, monkeypatch):
    monkeypatch.setattr(stored_game, "MOST_PLIES", 2)
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    with live(client, game_id) as socket:
        for number, move in enumerate(["a1", "b2"], start=1):
            socket.send_json({"type": "move", "move": move})
            scene = scene_when(socket, lambda scene, n=number: scene["plies"] == n)
    assert scene["result"]["text"] == "Draw: move limit reached."


def test_no_route_is_without_a_limit(client, monkeypatch):
    monkeypatch.setattr(request_limit, "PAUSE", 0.0)
    for limit in ("requests", "files"):
        monkeypatch.setattr(limits_of(client), limit, RateLimit(burst=0, per_second=0))
    for path, methods in client.app.openapi()["paths"].items():
        filled = re.sub(r"\{(\w+)\}", lambda found: VALUES.get(found[1], "abcdefgh"), path)
        for method in methods:
            assert client.request(method.upper(), filled, json={}).status_code == 429, path
    for path in ("/health", "/", "/static/js/home.js", "/there/is/no/such/page"):
        assert client.get(path).status_code == 429


def test_a_class_may_open_a_page_at_once_but_nobody_asks_without_end(monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 1e6)  # no time passes
    found = make_app().state.services.find(VisitorLimits)
    for limit, count in ((found.requests, 300), (found.files, 1200)):
        assert [limit.allows("school") for _request in range(count + 2)][-3:] == [
            True,
            False,
            False,
        ]


def test_refusals_come_the_later_the_more_wait(client, monkeypatch):
    pauses = []

    async def sleep(seconds):
        pauses.append(seconds)
        await asyncio.sleep(0)

    async def pause(*addresses):
        await asyncio.gather(*map(limit._pause, addresses))

    monkeypatch.setattr(request_limit, "asyncio", Mock(sleep=sleep))
    limit = RequestLimitMiddleware(Mock(), limits_of(client))
    asyncio.run(pause(*["a"] * 60, "b"))
    asyncio.run(pause("a"))
    assert pauses[:2] == pytest.approx([0.1, 0.2])
    assert (pauses[59], pauses[60:]) == (request_limit.LONGEST_PAUSE, pytest.approx([0.1, 0.1]))


def test_an_export_is_sent_to_its_end_by_and_by(client, monkeypatch):
    for _game in range(2):
        new_game(client, first={"who": "me"}, second={"who": "me"})
    monkeypatch.setattr(export_and_delete, "BUSY_PAUSE", 0.01)
    monkeypatch.setattr(limits_of(client), "reading", RateLimit(burst=0.001, per_second=0.1))
    found = client.post("/api/you/export").json()["games"]
    assert len(found) >= 2
    assert all(each["record"] for each in found)


def test_evaluations_and_entrants_are_looked_up_in_threads_that_addresses_share(
    client, monkeypatch
):
    threads = []

    def note(*_arguments):
        threads.append(current_thread().name.partition("_")[0])
        return []

    monkeypatch.setattr(laboratory_routes, "evaluation_names", note)
    monkeypatch.setattr(tournament_routes, "parse_allowed_entrants", note)
    client.get("/api/laboratory/evaluations/nim")
    client.post("/api/contests/engines", json={"game": "nim", "players": ["easy", "hard"]})
    assert threads == ["reading", "questions"]
