"""An unexpected error anywhere in a live game costs one event, never the game."""

import json
from unittest.mock import Mock

import pytest

from palamedes.players import Choice
from palamedes.players.desk import Desk
from palamedes.ui.session import clock as session_clock
from palamedes.ui.session.clock import SessionClock
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live import connection, live_game
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import StoreError
from web import another_visitor, client_of, live, new_game, scene_when, two_people, wait_until

pytestmark = pytest.mark.xdist_group("web")
ONE_SCREEN = {"first": {"who": "me"}, "second": {"who": "me"}}
SORRY = "Something went wrong on the server. Try again."


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setattr(live_game, "RETRY", 0.01)
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


@pytest.fixture
def played(client):
    """A live game of two people at one screen."""
    game_id = new_game(client, **ONE_SCREEN)
    return service(client, GameServer).live_games[game_id]


def failing_once(function):
    """A function that raises an unexpected error the first time, and then works."""
    errors = [ZeroDivisionError("secret")]

    def wrapped(*arguments):
        if errors:
            raise errors.pop()
        return function(*arguments)

    return wrapped


def move(socket, text):
    socket.send_json({"type": "move", "move": text})


def error_of(socket):
    while (message := socket.receive_json())["type"] != "error":
        pass
    return message["message"]


def check_recovery(client, played, socket, caplog, moves):
    """The error was told and logged; the next moves are played, shown and saved."""
    assert error_of(socket) == SORRY
    assert "ZeroDivisionError: secret" in caplog.text
    assert played.stored.id in caplog.text
    for text in moves:
        move(socket, text)
        scene_when(socket, lambda scene, text=text: scene["moves"][-1:] == [text])
    made = [
        turn.move for turn in service(client, GameServer).store.load(played.stored.id).match.turns
    ]
    assert made[-len(moves) :] == moves


def test_an_error_in_an_event(client, played, caplog):
    with live(client, played.stored.id) as socket:
        client.portal.call(played.session._events.post, lambda: 1 / 0)
        client.portal.call(played.session.touch, "c3")  # waits behind it
        assert error_of(socket) == SORRY
        scene_when(socket, lambda scene: scene["moves"] == ["c3"])
        client.portal.call(played.session._events.post, failing_once(lambda: None))
        check_recovery(client, played, socket, caplog, ["d4", "a1"])


def test_an_error_in_the_scene(client, played, caplog, monkeypatch):
    with live(client, played.stored.id) as socket:
        scene_when(socket, lambda scene: True)
        monkeypatch.setattr(played.session, "scene", failing_once(played.session.scene))
        move(socket, "c3")
        check_recovery(client, played, socket, caplog, ["d4", "a1"])


def test_an_error_in_the_scene_when_somebody_comes(client, played, caplog, monkeypatch):
    monkeypatch.setattr(played.session, "scene", failing_once(played.session.scene))
    with live(client, played.stored.id) as socket:
        check_recovery(client, played, socket, caplog, ["c3", "d4"])


def test_an_error_while_saving(client, played, caplog, monkeypatch):
    store = service(client, GameServer).store
    monkeypatch.setattr(store, "write", failing_once(store.write))
    with live(client, played.stored.id) as socket:
        move(socket, "c3")
        messages = [socket.receive_json()]
        while messages[-1]["type"] != "error":
            messages.append(socket.receive_json())
        assert not any(each.get("moves") for each in messages)  # not shown before it is saved
        assert messages[-1]["message"] == SORRY
        scene_when(socket, lambda scene: scene["moves"] == ["c3"])  # saved by the next try
        assert "ZeroDivisionError" in caplog.text
        move(socket, "d4")
        scene_when(socket, lambda scene: scene["moves"] == ["c3", "d4"])
    assert len(store.load(played.stored.id).match.turns) == 2


def test_an_error_while_one_visitor_is_shown_the_game(client, played, caplog, monkeypatch):
    watcher, show = another_visitor(client), connection.GameConnection.show

    def show_or_fail(self, texts, is_for_all):
        if self.visitor == "" and texts.scene.plies == 1:
            raise ZeroDivisionError("secret")
        show(self, texts, is_for_all)

    monkeypatch.setattr(connection.GameConnection, "show", show_or_fail)
    with live(watcher, played.stored.id) as eve, live(client, played.stored.id) as ann:
        move(ann, "c3")
        scene_when(ann, lambda scene: scene["moves"] == ["c3"])
        assert error_of(eve) == SORRY
        assert "ZeroDivisionError: secret" in caplog.text
        move(ann, "d4")
        for socket in (ann, eve):
            scene_when(socket, lambda scene: scene["moves"] == ["c3", "d4"])


def test_an_error_while_a_message_is_sent_to_one_visitor(client, caplog, monkeypatch):
    game_id, friend = two_people(client), another_visitor(client)
    send = connection.GameConnection.send_text

    def send_or_fail(self, text, *ply):
        if self.visitor == "" and json.loads(text)["type"] == "company":
            raise ZeroDivisionError("secret")
        send(self, text, *ply)

    with live(another_visitor(client), game_id) as eve, live(client, game_id) as ann:
        monkeypatch.setattr(connection.GameConnection, "send_text", send_or_fail)
        assert friend.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 200
        for socket in (ann, eve):
            scene_when(socket, lambda scene: not scene["free"])
        assert "ZeroDivisionError: secret" in caplog.text
        move(ann, "c3")
        for socket in (ann, eve):
            scene_when(socket, lambda scene: scene["moves"] == ["c3"])


def test_an_error_in_a_request(client, played, caplog, monkeypatch):
    monkeypatch.setattr(connection, "perform", failing_once(connection.perform))
    with live(client, played.stored.id) as socket:
        move(socket, "c3")
        check_recovery(client, played, socket, caplog, ["c3", "d4"])


def test_an_error_of_an_engine(client, caplog, monkeypatch):
    player = Mock(report=None)
    player.choose = failing_once(lambda match, allowance: Choice(match.position.codes[0]))
    monkeypatch.setattr(Desk, "player", lambda *_wanted: player)
    game_id = new_game(client, first={"who": "me"}, second={"who": "engine"})
    played = service(client, GameServer).live_games[game_id]
    with live(client, game_id) as socket:
        move(socket, "c3")
        assert error_of(socket) == SORRY
        scene_when(socket, lambda scene: scene["plies"] == 2)  # it thinks again
        assert "ZeroDivisionError: secret" in caplog.text
        move(socket, "d4")
        scene_when(socket, lambda scene: scene["plies"] == 4)
    assert played.session.match.result is None


def test_an_error_that_lasts_does_not_stop_the_server(client, played, monkeypatch):
    has_run_out, tries = SessionClock.has_run_out, []

    def fail(self, match):
        tries.append(match)
        raise ZeroDivisionError("secret")

    with live(client, played.stored.id) as socket:
        monkeypatch.setattr(SessionClock, "has_run_out", fail)
        client.portal.call(played.session.touch, "c3")
        wait_until(lambda: len(tries) > 2)
        assert client.get("/health").json() == {"status": "ok"}
        monkeypatch.setattr(SessionClock, "has_run_out", has_run_out)
        scene_when(socket, lambda scene: scene["moves"] == ["c3"])
        move(socket, "d4")
        scene_when(socket, lambda scene: scene["moves"] == ["c3", "d4"])


def test_an_error_at_the_end_of_a_game(client, played, caplog):
    ended = []

    async def note(stored):
        ended.append(stored.id)

    async def fail(_stored):
        raise ZeroDivisionError("secret")

    for listener in (fail, note):
        service(client, GameServer).on_end(listener)
    with live(client, played.stored.id) as socket:
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])
    assert ended == [played.stored.id]
    assert "ZeroDivisionError: secret" in caplog.text


def test_a_game_is_closed_only_after_it_is_saved(client, played, monkeypatch):
    server = service(client, GameServer)
    monkeypatch.setattr(server.store, "write", failing_once(server.store.write))

    async def move_and_close():
        played.act(lambda session: session.move("c3"))
        await server.close_idle()

    client.portal.call(move_and_close)
    assert [turn.move for turn in server.store.load(played.stored.id).match.turns] == ["c3"]


def test_time_until_a_move_is_saved_costs_the_opponent_nothing(client, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(session_clock, "monotonic", lambda: now[0])
    monkeypatch.setattr(live_game, "monotonic", lambda: now[0])
    game_id = new_game(client, **ONE_SCREEN, clock={"total": 60})
    played = service(client, GameServer).live_games[game_id]
    save = played._resources.save

    async def late(changes):
        now[0] += 50.0
        await save(changes)

    async def failing(changes):
        now[0] += 50.0
        monkeypatch.setattr(played._resources, "save", late)
        raise StoreError("full")

    monkeypatch.setattr(played._resources, "save", failing)
    with live(client, game_id) as socket:
        move(socket, "c3")
        scene = scene_when(socket, lambda scene: scene["plies"] == 1)
    assert (scene["clocks"], scene["result"]) == ([60.0, 60.0], None)


def test_a_move_that_was_held_up_is_not_made_later(client, played):
    with live(client, played.stored.id) as socket:
        for ply, text in enumerate(["c3", "d4"]):
            socket.send_json({"type": "move", "move": text, "ply": ply})
            scene_when(socket, lambda scene, ply=ply: scene["plies"] == ply + 1)
        socket.send_json({"type": "move", "move": "a1", "ply": 0})
        assert "too late" in error_of(socket)
