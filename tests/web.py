"""What the tests of the web app share: databases, a server in this process, players."""

import os
import subprocess
import sys
from contextlib import contextmanager

from starlette.testclient import TestClient

import balanced
from palamedes.ui.web.http.limits import VisitorLimits
from palamedes.ui.web.http.services import service
from palamedes.ui.web.server.app import Config, make_app
from ports import free_port as free_port
from ports import wait_for_port as wait_for_port
from postgresql import PostgreSQL
from waiting import PATIENCE as PATIENCE
from waiting import wait_until as wait_until


@contextmanager
def client_of(database, **headers):
    """A browser of its own at a server of its own; the server ends with it."""
    config = Config(balanced.database(database), requests_a_second=100_000, names=("testserver",))
    with TestClient(make_app(config), headers=headers) as client:
        if balanced.IS_WANTED:
            with TestClient(make_app(config)) as second:
                balanced.balance(client, second)
                yield client
        else:
            yield client


def limits_of(client):
    """What one address may do at the server of a client."""
    return service(client, VisitorLimits)


def another_visitor(client, address="testclient"):
    """Somebody else at the same server, in the same event loop."""
    other = TestClient(client.app, headers=client.headers, client=(address, 50000))
    other.portal = client.portal
    if balanced.IS_WANTED:
        balanced.balance_like(other, client, address)
    return other


def new_game(client, game="teeko", **wish):
    answer = client.post("/api/games", json={"game": game, **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def two_people(client, game="teeko", **wish):
    return new_game(client, game, first={"who": "me"}, second={"who": "friend"}, **wish)


@contextmanager
def live(client, game_id):
    """A connection to a game: after the greeting."""
    with client.websocket_connect(f"/api/games/{game_id}/live") as socket:
        assert socket.receive_json()["type"] == "hello"
        yield socket


def scene_when(socket, condition):
    """The first scene in which something is so."""
    for _message in range(1000):
        message = socket.receive_json()
        if message["type"] == "scene" and condition(message):
            return message
    raise AssertionError("it never came")


@contextmanager
def postgresql(folder):
    """The URL of a real PostgreSQL that lives in a folder and only for us."""
    database = PostgreSQL(folder, free_port())
    database.create()
    database.start()
    try:
        yield database.url
    finally:
        database.stop()


@contextmanager
def server(folder, port, *options):
    """A server of its own, as a process: its address and the process."""
    command = [sys.executable, "-m", "palamedes", "serve", "--no-warm", "--port", str(port)]
    command += ["--solve", "none"]  # so that nothing changes while a test looks
    command += ["--games-a-minute", "10000", "--requests-a-second", "10000"]  # many tests share it
    command += options
    environment = {**os.environ, "PALAMEDES_DATA": str(folder)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for_port(port)
        yield address, process
    finally:
        process.kill()
        process.wait()
