"""A database that two servers want, that is damaged, deleted or full: nothing is lost unseen."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event, make_url, text
from starlette.websockets import WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import NOT_FOUND, TRY_LATER
from palamedes.ui.web.live import live_game
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import GameStore, OutdatedError, SavedVersion, StoreError, changes_since
from palamedes.ui.web.store import server_lock as locking
from palamedes.ui.web.store.server_lock import lock_database
from test_web_store import moves_of, play, stored_game
from test_web_store import store as store
from test_web_store import url as url
from waiting import wait_until
from web import client_of, free_port, live, new_game, scene_when, two_people

pytestmark = pytest.mark.xdist_group("store")

HOLD = "from palamedes.ui.web.store.server_lock import lock_database as lock; import sys, time; "
HOLD += "held = lock(sys.argv[1]); print('held', flush=True); time.sleep(600)"
LOCK_HOLDER = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def client(database):
    with client_of(database) as client:
        yield client


def file_of(client):
    return Path(make_url(str(service(client, GameServer).store.engine.url)).database)


def change(client, statement, **values):
    with service(client, GameServer).store.engine.begin() as connection:
        connection.execute(text(statement), values)


def spoil(file):
    """Overwrite all pages of a database but the first."""
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\xa5" * (file.stat().st_size - 4096))


# Two servers


def test_a_second_server_of_a_file_is_refused(database, run):
    with client_of(database):
        code, _out, error = run("serve", "--port", free_port(), "--database", database)
    assert (code, error.count("\n")) == (2, 1)
    assert "another server is using this database; stop it first" in error
    assert "several servers can share a PostgreSQL database" in error
    lock_database(database).release()


@pytest.mark.parametrize("path", ["file:{file}?uri=true", "file:{file}?uri=true&nolock=1"])
def test_a_second_server_finds_no_other_way_to_the_file(database, run, path):
    with client_of(database) as client:
        way = f"sqlite:///{path.format(file=file_of(client))}"
        code, _out, error = run("serve", "--port", free_port(), "--database", way)
    assert (code, error.count("\n")) == (2, 1)
    assert "give the path of the file" in error


def lock_is_free(url):
    try:
        lock_database(url).release()
    except PalamedesError:
        return False
    return True


def test_a_killed_server_holds_no_lock(url, monkeypatch):
    monkeypatch.setattr(locking, "PATIENCE", 0.0)
    command = [sys.executable, "-c", HOLD, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(PalamedesError, match="another"):
            lock_database(url)
        process.kill()
    wait_until(lambda: lock_is_free(url))


def test_a_lost_lock_is_taken_again_unless_somebody_else_has_it(postgresql_url, monkeypatch):
    def lose_lock():
        with store.engine.connect() as connection:
            holder = connection.scalar(text(LOCK_HOLDER))
            connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": holder})
            wait_until(lambda: connection.scalar(text(LOCK_HOLDER)) is None)

    monkeypatch.setattr(locking, "PATIENCE", 0.0)
    store = GameStore(postgresql_url, lock_database(postgresql_url))
    lose_lock()
    store.renew_lock()
    with pytest.raises(PalamedesError, match="another server"):
        lock_database(postgresql_url)
    lose_lock()
    other = lock_database(postgresql_url)
    store.renew_lock()
    with pytest.raises(StoreError, match="Another server"):
        store.check()
    other.release()
    wait_until(lambda: store.renew_lock() or store._lock._connection is not None)
    store.check()
    store.close()


def outdated(store, stored, saved):
    with pytest.raises(OutdatedError):
        store.write(changes_since(stored, saved))


def test_two_histories_are_never_mixed(store):
    store.add(stored_game())
    one, other = store.load("game-1"), store.load("game-1")
    play(store, one, "a1", "b1")
    saved = SavedVersion.of(other.match)
    other.match.play("e5")
    outdated(store, other, saved)
    other = store.load("game-1")
    saved, taken_back = SavedVersion.of(other.match), SavedVersion.of(one.match)
    one.match.undo()
    one.match.play("c1")
    store.write(changes_since(one, taken_back))
    other.match.play("e5")
    outdated(store, other, saved)  # as many moves, but not the same
    other = store.load("game-1")
    saved, before = SavedVersion.of(other.match), SavedVersion.of(one.match)
    one.match.end(1, "resignation")
    store.write(changes_since(one, before))
    other.match.play("e5")
    outdated(store, other, saved)
    found = store.load("game-1")
    assert (moves_of(found), found.match.result) == (["a1", "c1"], (1, "resignation"))


def close_code(socket):
    """The code with which a connection ends, before any move is shown."""
    try:
        while True:
            assert not socket.receive_json().get("moves")
    except WebSocketDisconnect as closed:
        return closed.code


def test_a_game_that_went_on_elsewhere_is_opened_anew(client, database):
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    with closing(GameStore(database)) as elsewhere, live(client, game_id) as socket:
        play(elsewhere, elsewhere.load(game_id), "a1")
        socket.send_json({"type": "move", "move": "c3"})
        assert close_code(socket) == TRY_LATER
    with live(client, game_id) as socket:
        scene_when(socket, lambda scene: scene["moves"] == ["a1"])
        socket.send_json({"type": "move", "move": "c3"})
        scene_when(socket, lambda scene: scene["moves"] == ["a1", "c3"])


# Damaged records


@pytest.mark.parametrize(
    "damage",
    ["game = 'chess'", "start = 'nonsense'", "history = '[1'", "reason = 'normal'", "history = 7"],
)
def test_a_game_that_cannot_be_read_is_said(client, damage):
    whole, game_id = two_people(client), two_people(client)
    server = service(client, GameServer)
    client.portal.call(server.close_idle)
    change(client, f"UPDATE games SET {damage} WHERE id = :id", id=game_id)
    answers = [
        client.get(f"/api/games/{game_id}"),
        client.get(f"/api/games/{game_id}/ratings"),
        client.post(f"/api/games/{game_id}/seats/1", json={}),
        client.post(f"/api/you/games/{game_id}/delete"),
    ]
    assert {answer.status_code for answer in answers} == {410}
    assert "damaged" in answers[0].json()["detail"]
    with (
        client.websocket_connect(f"/api/games/{game_id}/live") as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_json()
    assert (closed.value.code, "damaged" in closed.value.reason) == (NOT_FOUND, True)
    assert [each["id"] for each in client.get("/api/mine").json()] == [whole]
    exported = {
        each["id"]: each["record"] for each in client.post("/api/you/export").json()["games"]
    }
    assert (exported[game_id], exported[whole] is None) == (None, False)


def test_a_tournament_that_cannot_be_read_is_said(client):
    made = client.post("/api/contests/people", json={"game": "teeko"}).json()["id"]
    for settings in ("{}", "[", "7"):
        change(client, "UPDATE contests SET settings = :settings", settings=settings)
        answer = client.get(f"/api/contests/{made}")
        assert (answer.status_code, "damaged" in answer.json()["detail"]) == (410, True)
        assert client.post(f"/api/contests/{made}/start").status_code == 410
        assert [each["id"] for each in client.get("/api/contests").json()] == [made]


# Health


def test_health_writes_a_row(store):
    for _beat in range(2):
        store.check()
    with store.engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM heartbeats")) == 1


def refused_everywhere(client, game_id, reason):
    """Nothing is acknowledged: no move, no game, no account."""
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (503, "trouble")
    assert reason in answer.json()["detail"]
    with live(client, game_id) as socket:
        socket.send_json({"type": "move", "move": "c3"})
        while (message := socket.receive_json())["type"] != "error":
            assert not message.get("moves")
        assert reason in message["message"]
    assert client.post("/api/games", json={"game": "teeko"}).status_code == 503


@pytest.mark.parametrize("is_replaced", [False, True])
def test_nothing_is_acknowledged_without_the_file(database, monkeypatch, is_replaced):
    monkeypatch.setattr(live_game, "CLOSE_TIMEOUT", 0.1)  # it cannot be saved
    with client_of(database) as client:
        game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
        assert client.get("/health").json() == {"status": "ok"}
        file = file_of(client)
        if is_replaced:
            shutil.copy(file, f"{file}.copy")
            Path(f"{file}.copy").replace(file)
        else:
            file.unlink()
        refused_everywhere(client, game_id, "deleted or replaced")


@pytest.mark.parametrize(
    ("spoil_it", "reason"),
    [
        (lambda file: os.truncate(file, 0), "deleted or replaced"),
        (lambda file: Path(f"{file}-wal").unlink(), "deleted or replaced"),
        (lambda file: Path(f"{file}-shm").unlink(), "deleted or replaced"),
        (lambda file: Path(f"{file}.lock").unlink(), "Another server"),
    ],
)
def test_nothing_is_acknowledged_in_an_emptied_file_or_without_the_lock(
    database, monkeypatch, spoil_it, reason
):
    monkeypatch.setattr(live_game, "CLOSE_TIMEOUT", 0.1)  # it cannot be saved
    with client_of(database) as client:
        game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
        spoil_it(file_of(client))
        refused_everywhere(client, game_id, reason)


def test_damaged_pages_are_noticed(database):
    with client_of(database) as client:
        game_id, store = new_game(client, first={"who": "me"}), service(client, GameServer).store
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        store.inspect()
        assert client.get("/health").json() == {"status": "ok"}
        file = file_of(client)
        spoil(file)
        store.inspect()
        answer = client.get("/health")
        assert (answer.status_code, "damaged" in answer.json()["detail"]) == (503, True)
        assert client.post("/api/games", json={"game": "teeko"}).status_code == 503
        assert game_id
    with pytest.raises(PalamedesError, match=r"damaged; restore a backup of .*games\.db"):
        GameStore(database)


def test_a_full_disk_is_said(client, caplog):
    store = service(client, GameServer).store
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    assert client.get("/health").json() == {"status": "ok"}

    def fill(connection, _record):
        connection.execute("PRAGMA max_page_count=1")  # never less than there are

    event.listen(store.engine, "connect", fill)
    client.portal.call(service(client, GameServer).on_disk, store.engine.dispose)
    long_name = "x" * 40
    wait_until(
        lambda: (
            (
                client.post("/api/games", json={"game": "teeko", "first": {"name": long_name}})
            ).status_code
            == 503
        )
    )
    assert client.get("/health").status_code == 503
    assert "full" in caplog.text, "the operator reads why"
    event.remove(store.engine, "connect", fill)
    client.portal.call(service(client, GameServer).on_disk, store.engine.dispose)
    assert client.get("/health").json() == {"status": "ok"}
    assert json.loads(client.get(f"/api/games/{game_id}").text)["id"] == game_id
