"""A server that ends and starts again: games, their clocks and new passwords outlive it."""

import os
import signal
import subprocess
import sys
from unittest.mock import Mock

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from palamedes.ui.session import Session
from palamedes.ui.web.features.accounts.passwords import check_password
from palamedes.ui.web.features.accounts.reset import new_password
from palamedes.ui.web.features.accounts.service import Accounts
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live import closed_clocks
from palamedes.ui.web.live.closed_clocks import ClosedClock, ClosedClocks
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server.run import _Server
from palamedes.ui.web.store.clocks import ClockStore, StoredClock
from people import PASSWORD, log_in, people_at, person, sign_up
from test_web_store import url as url
from waiting import PATIENCE, wait_until
from web import another_visitor, client_of, free_port, live, new_game, scene_when, wait_for_port

pytestmark = pytest.mark.xdist_group("store")

ME = {"who": "me"}


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path / 'games.db'}"


def game_with_clock(client, **clock):
    """A game in which the second player has spent 20 seconds on the first move."""
    game_id = new_game(client, first=ME, second=ME, clock={"total": 60, **clock})
    with live(client, game_id) as socket:
        socket.send_json({"type": "move", "move": "c3"})
        scene_when(socket, lambda scene: scene["plies"] == 1)
    live_of(client, game_id).session._clock.reset(20.0)
    return game_id


def live_of(client, game_id):
    return service(client, GameServer).live_games[game_id]


def scene_of(client, game_id):
    with live(client, game_id) as socket:
        return scene_when(socket, lambda scene: True)


# Clocks


def test_a_clock_goes_on_after_a_restart(database):
    with client_of(database) as client:
        game_id = game_with_clock(client)
    with client_of(database) as client:
        first, second = scene_of(client, game_id)["clocks"]
        assert first > 59
        assert 35 < second <= 40
        assert ClockStore(service(client, GameServer).store.engine).take() == []  # once only


def test_a_clock_of_a_closed_game_goes_on_too(database):
    with client_of(database) as client:
        game_id = game_with_clock(client)
        client.portal.call(service(client, GameServer).close_idle)
        assert game_id not in service(client, GameServer).live_games
    for _restart in range(2):  # the second time nobody has opened it
        with client_of(database):
            pass
    with client_of(database) as client:
        assert 35 < scene_of(client, game_id)["clocks"][1] <= 40


def test_a_pause_outlives_a_restart(database):
    with client_of(database) as client:
        game_id = game_with_clock(client)
        with live(client, game_id) as socket:
            socket.send_json({"type": "pause"})
            scene_when(socket, lambda scene: scene["paused"])
    with client_of(database) as client:
        scene = scene_of(client, game_id)
        assert scene["paused"]
        assert 35 < scene["clocks"][1] <= 40


def test_time_that_is_up_after_a_restart_ends_the_game(database, monkeypatch):
    monkeypatch.setattr(closed_clocks, "TO_COME_BACK", -50.0)  # as if that time had passed
    with client_of(database) as client:
        game_id = game_with_clock(client)
    with client_of(database) as client:
        server = service(client, GameServer)
        client.portal.call(server.end_run_out)
        wait_until(lambda: server.store.load(game_id).match.result is not None)
        assert server.store.load(game_id).match.result == (0, "timeout")


def test_an_engine_thinks_again_from_the_beginning(database, monkeypatch):
    with client_of(database) as client:
        game = live_of(client, game_with_clock(client))
        assert game.clock.spent >= 20
        monkeypatch.setattr(Session, "is_thinking", property(lambda _session: True))
        assert game.clock is None


def test_a_damaged_database_does_not_keep_the_server_from_its_end(database, monkeypatch, caplog):
    with client_of(database) as client:
        game_with_clock(client)
        with service(client, GameServer).store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE closed_clocks")
    assert "the clocks of the games" in caplog.text


def test_clocks_wait_for_players_to_come_back(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(closed_clocks, "monotonic", lambda: now[0])
    clocks = ClosedClocks()
    clocks.restore([StoredClock("running", 20.0, 5.0), StoredClock("paused", 7.0, None)])
    now[0] += closed_clocks.TO_COME_BACK
    assert clocks.to_store(now[0]) == [
        StoredClock("paused", 7.0, None),
        StoredClock("running", 20.0, 5.0),
    ]
    assert clocks.run_out() == []
    now[0] += 5.0
    assert clocks.run_out() == ["running"]
    assert clocks.to_store(now[0] - 2.0)[1] == StoredClock("running", 23.0, 2.0)
    assert clocks.take("paused") == ClosedClock(7.0, None, 1000.0 + closed_clocks.TO_COME_BACK)


# The process


def process_of(folder, port):
    command = [sys.executable, "-m", "palamedes", "serve", "--no-warm", "--port", str(port)]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, env={**os.environ, "PALAMEDES_DATA": str(folder)}, **pipes)
    wait_for_port(port)
    return process


def test_a_server_that_is_told_to_end_says_so_and_ends_soon(tmp_path):
    port = free_port()
    with process_of(tmp_path, port) as process:
        with connect(f"ws://127.0.0.1:{port}/api/analysis", legacy=True) as socket:
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosedError) as closed:
                socket.recv(PATIENCE)
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, "")
    assert closed.value.rcvd.code == 1012


@pytest.mark.parametrize("told", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_signals_end_the_server_and_nothing_else(told):
    server, before = _Server(uvicorn.Config(None), Mock(), Mock()), signal.getsignal(told)
    with server.capture_signals():
        signal.raise_signal(told)
    assert server.should_exit
    assert signal.getsignal(told) is before


def test_a_server_started_by_nohup_stays():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server = _Server(uvicorn.Config(None), Mock(), Mock())
        with server.capture_signals():
            signal.raise_signal(signal.SIGHUP)
        assert not server.should_exit
    finally:
        signal.signal(signal.SIGHUP, before)


# New passwords


@pytest.fixture
def people(url):
    """A visitor of a server, on SQLite and on PostgreSQL."""
    with people_at(url) as client:
        yield client
        with service(client, GameServer).store.engine.begin() as connection:
            for table in ("account_resets", "bot_tokens", "logins", "accounts"):
                connection.exec_driver_sql(f"DELETE FROM {table}")


def reset(run, url, *arguments):
    return run("account", "reset", *arguments, "--database", url)


def test_a_forgotten_password_is_replaced_while_the_server_runs(people, url, run):
    elsewhere, bob = person(people, "Zoë"), person(people, "Bob")
    code, out, _error = reset(run, url, " ZOË")
    first, second = out.splitlines()
    words, _colon, password = first.rpartition(": ")
    assert (code, words, second) == (0, "New password for Zoë", "1 login ended")
    people.portal.call(service(people, Accounts).notice_resets)
    assert elsewhere.get("/api/you").json()["name"] is None
    assert bob.get("/api/you").json()["name"] == "Bob"
    assert log_in(elsewhere, "Zoë").status_code == 401
    assert log_in(elsewhere, "Zoë", password).status_code == 200


def test_a_login_after_the_reset_stays(people, url, run):
    before, after = sign_up(people, "Ada"), another_visitor(people)
    password = reset(run, url, "Ada")[1].splitlines()[0].rpartition(": ")[2]
    assert log_in(after, "Ada", password).status_code == 200
    accounts = service(people, Accounts)
    people.portal.call(accounts.notice_resets)
    assert before.get("/api/you").json()["name"] is None
    assert after.get("/api/you").json()["name"] == "Ada"
    assert accounts.resets.waiting() == {}


def test_a_password_can_be_given(people, url, run, monkeypatch, tmp_path):
    sign_up(people, "Ada")
    for typed, code, told in (
        ("a horse that is correct", 0, "1 login ended\n"),
        ("short", 2, "8 to 200 characters"),
        ("password1", 2, "too easy to guess"),
        ("", 2, "8 to 200 characters"),
    ):
        (tmp_path / "typed").write_text(f"{typed}\n")
        with (tmp_path / "typed").open() as stdin, monkeypatch.context() as patch:
            patch.setattr("sys.stdin", stdin)
            ended, out, error = reset(run, url, "Ada", "--password-stdin")
        assert (ended, told in (error if code else out)) == (code, True)
        assert typed == "" or typed not in out + error
    assert log_in(people, "Ada", "a horse that is correct").status_code == 200


def test_the_tokens_of_a_bot_account_end_too(people, url, run):
    sign_up(people, "Robot")
    assert people.post("/api/you/bot", json={"sure": True}).status_code == 200
    answer = people.post("/api/you/tokens", json={"label": "mine"})
    token = answer.json()["token"]
    bot = another_visitor(people)
    bot.headers["authorization"] = f"Bearer {token}"
    assert bot.get("/api/you").json()["bot"]
    assert reset(run, url, "robot")[1].splitlines()[1:] == ["1 login ended", "1 bot token ended"]
    people.portal.call(service(people, Accounts).notice_resets)
    assert bot.get("/api/you").status_code == 401


def test_an_account_that_is_not_there_is_said(people, url, run, tmp_path):
    sign_up(people, "Ada")
    code, out, error = reset(run, url, "Eve")
    assert (code, out, error) == (2, "", "palamedes: there is no account named Eve\n")
    code, _out, error = reset(run, f"sqlite:///{tmp_path / 'none.db'}", "Ada")
    assert (code, "file not found" in error, error.count("\n")) == (2, True, 1)
    assert log_in(people, "Ada", PASSWORD).status_code == 200


def test_random_passwords_are_good_enough():
    passwords = {new_password() for _time in range(200)}
    assert len(passwords) == 200
    for password in passwords:
        check_password(password, "Ada")
