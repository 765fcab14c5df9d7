"""The web app in trouble: a database that cannot write, engines that many ask at once."""

from contextlib import ExitStack
from unittest.mock import Mock

import pytest

from palamedes.ui.web import rooms
from palamedes.ui.web.store import StoreError
from web import another_visitor, client_of, live, new_game, scene_when, two_people, wait_until

pytestmark = pytest.mark.xdist_group("web")


@pytest.fixture
def client(tmp_path):
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def send(socket, kind, **more):
    socket.send_json({"type": kind, **more})


def test_a_move_that_cannot_be_kept_is_not_shown_until_it_is(client, monkeypatch):
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    hall = client.app.state.hall
    write, failures = hall.store.write, [StoreError("disk full"), StoreError("disk full")]

    def failing(*arguments):
        if failures:
            raise failures.pop()
        write(*arguments)

    monkeypatch.setattr(rooms, "RETRY", 0.01)
    monkeypatch.setattr(hall.store, "write", failing)
    with live(client, game_id) as socket:
        socket.receive_json()
        send(socket, "move", move="c3")
        assert [socket.receive_json() for _ in range(2)] == [
            {"type": "error", "message": "disk full"}
        ] * 2
        assert socket.receive_json()["moves"] == ["c3"]


def test_a_database_that_is_locked_is_said(client, monkeypatch):
    monkeypatch.setattr(client.app.state.hall.store, "add", Mock(side_effect=StoreError("locked")))
    answer = client.post("/api/games", json={"game": "teeko"})
    assert (answer.status_code, answer.json()) == (503, {"detail": "locked"})


def test_games_do_not_wait_for_those_who_analyse(client):
    studies = client.app.state.hall.studies
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(client.websocket_connect("/api/analysis"))
            for _ in range(studies.places + 1)
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


def test_nobody_agrees_to_his_own_offer(client):
    game_id = new_game(client, "ultimate", first={"who": "me"}, second={"who": "engine"})
    with live(client, game_id) as socket:
        send(socket, "draw")
        send(socket, "answer", agrees=True)
        while "nobody" not in (message := socket.receive_json()).get("message", ""):
            assert message.get("result") is None


def test_nobody_sits_down_when_the_game_is_over(client):
    game_id = two_people(client)
    with live(client, game_id) as socket:
        send(socket, "resign")
        scene_when(socket, lambda scene: scene["result"])
    answer = another_visitor(client).post(f"/api/games/{game_id}/seats/1", json={})
    assert (answer.status_code, answer.json()["detail"]) == (409, "the game is over")
