"""The web app in trouble: a database that cannot write, engines that many ask at once."""

from contextlib import ExitStack
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection
from threading import Event, Thread
from unittest.mock import AsyncMock, Mock
from urllib.parse import quote, urlsplit

import pytest
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocket

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.players.desk import Desk
from palamedes.ui.web.features.analysis import connection as analysis_connection
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live import live_game
from palamedes.ui.web.live.engine_queue import (
    AT_ONCE,
    Client,
    EngineQueue,
    QueuedPlayer,
    Ticket,
)
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server.run import _listen, addresses_of
from palamedes.ui.web.store import StoreError
from palamedes.ui.web.store.tournaments import TournamentStore
from palamedes.ui.web.store.transactions import store_errors
from web import (
    PATIENCE,
    another_visitor,
    client_of,
    free_port,
    live,
    new_game,
    scene_when,
    two_people,
    wait_until,
)

pytestmark = pytest.mark.xdist_group("web")


@pytest.fixture
def client(tmp_path):
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def send(socket, kind, **more):
    socket.send_json({"type": kind, **more})


def test_a_move_that_cannot_be_kept_is_not_shown_until_it_is(client, monkeypatch):
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    server = service(client, GameServer)
    write, failures = server.store.write, [StoreError("disk full"), StoreError("disk full")]

    def failing(*arguments):
        if failures:
            raise failures.pop()
        write(*arguments)

    monkeypatch.setattr(live_game, "RETRY", 0.01)
    monkeypatch.setattr(server.store, "write", failing)
    with live(client, game_id) as socket:
        send(socket, "move", move="c3")
        heard = [socket.receive_json() for _ in range(2)]
        while heard[-1].get("moves") != ["c3"]:
            heard.append(socket.receive_json())
    complaint = {"type": "error", "message": "disk full"}
    assert heard.count(complaint) == 2
    assert [each for each in heard if each != complaint and each["moves"]] == heard[-1:]


def test_a_move_that_cannot_be_kept_is_not_in_the_record(client, monkeypatch):
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    server = service(client, GameServer)
    with live(client, game_id) as socket, monkeypatch.context() as patch:
        patch.setattr(server.store, "write", Mock(side_effect=StoreError("disk full")))
        send(socket, "move", move="c3")
        assert error_in(socket) == "disk full"
        assert client.get(f"/api/games/{game_id}").json()["record"]["moves"] == []


def test_a_result_that_comes_while_a_move_is_written_is_kept_too(client, monkeypatch):
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    server, is_writing, may_write = service(client, GameServer), Event(), Event()
    write = server.store.write

    def slow(news):
        is_writing.set()
        may_write.wait(PATIENCE)
        write(news)

    monkeypatch.setattr(server.store, "write", slow)
    with live(client, game_id) as socket:
        send(socket, "move", move="c3")
        is_writing.wait(PATIENCE)
        send(socket, "resign")
        wait_until(lambda: server.live_games[game_id].stored.match.result is not None)
        may_write.set()
        scene_when(socket, lambda scene: scene["result"])
    assert server.store.load(game_id).match.result.reason == "resignation"


def test_engines_play_each_other_only_while_somebody_looks(client):
    engine = {"who": "engine", "level": "easy"}
    game_id = new_game(client, "awale", first=engine, second=engine)
    assert not service(client, GameServer).live_games[game_id].session.is_thinking
    with live(client, game_id) as socket:
        scene_when(socket, lambda scene: scene["plies"] >= 2)
    game = service(client, GameServer).live_games[game_id]
    wait_until(lambda: not game.session.is_thinking)
    assert game.is_idle


def test_a_room_that_is_closed_keeps_what_waits(client):
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    server = service(client, GameServer)
    game = server.live_games[game_id]

    async def move_and_tidy():
        game.act(lambda session: session.move("c3"))
        await server.close_idle()

    client.portal.call(move_and_tidy)
    assert game_id not in server.live_games
    assert [turn.move for turn in server.store.load(game_id).match.turns] == ["c3"]


@pytest.mark.usefixtures("no_books")
def test_the_end_comes_soon_with_many_in_line(tmp_path):
    engine = {"who": "engine", "level": "master"}
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        pool = service(client, GameServer).resources.engines
        for _game in range(12):
            new_game(client, "ultimate", first=engine, second={"who": "me"})
        wait_until(lambda: pool.waiting >= 8)
    assert pool.waiting == 0


def test_who_is_told_to_stop_in_line_is_quick_afterwards(monkeypatch):
    chooser, pool = Mock(), EngineQueue(1)
    monkeypatch.setattr(Desk, "player", lambda *_wanted: chooser)
    game = find_game("nim")
    player = QueuedPlayer(pool, game, "master", Client)
    with pool.desk(Ticket(Client())):
        thinking = Thread(target=player.choose, args=[Match.of(game)])
        thinking.start()
        wait_until(lambda: pool.waiting == 1)
        player.stop()
        chooser.choose.assert_not_called()
    thinking.join(PATIENCE)
    assert chooser.choose.call_args.args[1] == AT_ONCE
    assert (pool.busy, pool.waiting) == (0, 0)


def test_health_tells_of_trouble(client, monkeypatch):
    assert client.get("/health").json() == {"status": "ok"}
    store = service(client, GameServer).store
    monkeypatch.setattr(store, "check", Mock(side_effect=StoreError("disk full")))
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["detail"]) == (503, "disk full")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--database", "nonsense"], "a database is given by a URL such as"),
        (["--database", "sqlite:////nowhere/games.db"], "/nowhere: folder not found"),
        (["--database", "sqlite:///{file}"], "not a database"),
        (["--database", "postgres://nobody@127.0.0.1:1/none"], "the database: "),
        (["--host", ""], "--host needs an address"),
        (["--host", "192.0.2.1"], "192.0.2.1, port"),
    ],
)
def test_a_server_that_cannot_start_says_why(run, tmp_path, arguments, complaint):
    (tmp_path / "file").write_bytes(b"this is no database, whatever it is called" * 100)
    words = [word.format(file=tmp_path / "file") for word in arguments]
    code, _out, error = run("serve", "--port", free_port(), *words)
    assert (code, error.count("\n")) == (2, 1)
    assert complaint in error


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::1", "::"])
def test_every_address_that_is_told_answers(host):
    port = free_port()
    try:
        listening = _listen(host, port)
    except PalamedesError:
        pytest.skip("this machine has no such addresses")
    with listening:
        for address in addresses_of(host, port):
            place = urlsplit(address)
            create_connection((place.hostname, place.port), PATIENCE).close()


def test_a_database_that_is_locked_is_said(client, monkeypatch):
    monkeypatch.setattr(
        service(client, GameServer).store, "add", Mock(side_effect=StoreError("locked"))
    )
    answer = client.post("/api/games", json={"game": "teeko"})
    assert (answer.status_code, answer.json()) == (503, {"detail": "locked"})


def test_visitors_are_not_told_where_the_database_is(caplog):
    reason = Exception('connection to server at "10.1.2.3", port 5432 failed: refused')
    with pytest.raises(StoreError) as told, store_errors():
        raise OperationalError("SELECT 1", {}, reason)
    assert str(told.value) == "The database is not available right now."
    assert "10.1.2.3" in caplog.text  # but the operator is


@pytest.mark.parametrize(
    ("table", "way", "body"),
    [
        ("accounts", "/api/logins", {"name": "Maria", "password": "a-long-secret"}),
        ("puzzle_tries", "/api/puzzles/teeko", None),
        ("contests", "/api/contests", None),
        ("moves", "/api/explorer?game=teeko&position={start}", None),
    ],
)
def test_every_part_says_that_its_tables_cannot_be_read(client, table, way, body):
    with service(client, GameServer).store.engine.begin() as connection:
        connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO elsewhere")
    way = way.format(start=quote(Position.start(find_game("teeko")).text))
    answer = client.get(way) if body is None else client.post(way, json=body)
    assert (answer.status_code, "not available right now" in answer.text) == (503, True), (
        answer.text
    )


def test_games_do_not_wait_for_those_who_analyse(client, monkeypatch):
    monkeypatch.setattr(analysis_connection, "ANALYSIS_SECONDS", 600.0)
    studies = service(client, GameServer).resources.analysis_engines
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(client.websocket_connect("/api/analysis"))
            for _ in range(studies.desks + 1)
        ]
        for socket in sockets:
            send(socket, "analyse", game="ultimate")
        wait_until(lambda: studies.waiting == 1)
        game_id = new_game(
            client, "nim", first={"who": "engine", "level": "easy"}, second={"who": "me"}
        )
        with live(client, game_id) as socket:
            scene_when(socket, lambda scene: scene["plies"] == 1)
        assert studies.busy
        send(sockets[-1], "position", game="nim")  # who waits may ask for something else
        while sockets[-1].receive_json()["type"] != "position":
            pass


@pytest.mark.parametrize("kind", ["ping", "position", "values"])
def test_a_visitor_who_goes_before_the_answer_is_no_error(client, monkeypatch, caplog, kind):
    closed = RuntimeError('Cannot call "send" once a close message has been sent.')
    sent = AsyncMock(side_effect=closed)
    with client.websocket_connect("/api/analysis") as socket:
        monkeypatch.setattr(WebSocket, "send_text", sent)
        send(socket, kind, game="nim")
        wait_until(lambda: sent.called)
    assert not caplog.records


def test_a_tournament_game_stays_one_while_the_database_is_away(client, monkeypatch):
    wish = {"game": "teeko", "system": "swiss"}
    tournament = f"/api/contests/{client.post('/api/contests/people', json=wish).json()['id']}"
    for visitor in (client, another_visitor(client)):
        visitor.post(f"{tournament}/entrants", json={"name": "Ann"})
    client.post(f"{tournament}/start")
    away = Mock(side_effect=StoreError("away"))
    with monkeypatch.context() as patch:
        patch.setattr(TournamentStore, "of_game", away)
        with live(client, client.get(tournament).json()["board"]) as socket:
            for kind in ("claim", "rematch", "pause"):
                send(socket, kind)
                assert error_in(socket) == "Not possible in a tournament game."


def error_in(socket):
    while (message := socket.receive_json())["type"] != "error":
        pass
    return message["message"]


def test_nobody_agrees_to_his_own_offer(client):
    game_id = new_game(client, "ultimate", first={"who": "me"}, second={"who": "engine"})
    with live(client, game_id) as socket:
        send(socket, "draw")
        send(socket, "answer", agrees=True)
        while "no request" not in (message := socket.receive_json()).get("message", ""):
            assert message.get("result") is None


def test_an_answer_counts_only_for_what_was_asked(client):
    game_id = two_people(client)
    other = another_visitor(client)
    assert other.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 200
    with live(client, game_id) as one, live(other, game_id) as two:
        send(one, "draw")
        scene_when(two, lambda scene: scene["offer"])
        two.send_json({"type": "answer", "kind": "undo", "agrees": True})
        while (message := two.receive_json())["type"] != "error":
            assert message.get("result") is None
        assert "no longer valid" in message["message"]


def test_a_second_rematch_leads_to_the_first(client):
    game_id = new_game(client, "nim", first={"who": "me"}, second={"who": "me"})
    with live(client, game_id) as socket:
        send(socket, "resign")
        found = []
        for _click in range(2):
            send(socket, "rematch")
            while (message := socket.receive_json())["type"] != "rematch":
                pass
            found.append(message["id"])
    assert found[0] == found[1]


def test_nobody_sits_down_when_the_game_is_over(client):
    game_id = two_people(client)
    with live(client, game_id) as socket:
        send(socket, "resign")
        scene_when(socket, lambda scene: scene["result"])
    answer = another_visitor(client).post(f"/api/games/{game_id}/seats/1", json={})
    assert (answer.status_code, answer.json()["detail"]) == (409, "The game is over.")


def test_files_of_pages_are_checked_and_nothing_else_is_given_away(client):
    first = client.get("/static/js/home.js")
    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/js/home.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in ("js/none.js", "js", "", "../server/app.py", "%2e%2e/server/app.py", "/etc/passwd"):
        assert client.get(f"/static/{path}").status_code == 404, path
    assert client.post("/static/js/home.js").status_code == 405


def test_answers_do_not_wait_to_be_acknowledged():
    with _listen("127.0.0.1", free_port()) as listening:
        assert listening.getsockopt(IPPROTO_TCP, TCP_NODELAY)
