"""The list of one's games: filters, and deleting single games."""

import pytest
from starlette.websockets import WebSocketDisconnect

from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from people import people_at, person, play_by_two, rated_by_two, sign_up
from web import another_visitor, live, new_game, scene_when, two_people

pytestmark = pytest.mark.xdist_group("web")
EASY = {"second": {"who": "engine", "level": "easy"}}


@pytest.fixture
def client(tmp_path):
    with people_at(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def delete(client, game_id):
    return client.post(f"/api/you/games/{game_id}/delete")


def listed(client, **fields):
    found = client.get("/api/you/games", params=fields).json()
    assert found["total"] == len(found["games"])
    return [game["id"] for game in found["games"]]


def test_a_game_against_the_computer_is_deleted_for_good(client):
    game_id, other = new_game(client, **EASY), new_game(client, "nim")
    with live(client, game_id) as socket:
        scene_when(socket, lambda scene: True)
    assert delete(client, game_id).json() == {"id": game_id, "deleted": True}
    assert listed(client) == [other]
    assert game_id not in service(client, GameServer).live_games
    assert client.get(f"/api/games/{game_id}").status_code == 404
    assert delete(client, game_id).status_code == 404


def test_a_page_of_a_deleted_game_is_told(client):
    game_id = new_game(client, **EASY)
    with live(client, game_id) as socket:
        scene_when(socket, lambda scene: True)
        delete(client, game_id)
        with pytest.raises(WebSocketDisconnect) as closed:
            scene_when(socket, lambda scene: False)
    assert (closed.value.code, closed.value.reason) == (4404, "This game was deleted.")


def test_only_players_delete_a_game(client):
    game_id = two_people(client)
    for visitor in (another_visitor(client), person(client, "Eve")):
        assert delete(visitor, game_id).status_code == 404
    assert delete(client, "nosuchgame12").status_code in (404, 422)
    assert listed(client) == [game_id]
    assert delete(client, game_id).json()["deleted"]  # nobody has joined


def test_a_game_with_another_person_stays_for_them(client):
    ann, bob = sign_up(client, "Ann"), person(client, "Bob")
    game_id = rated_by_two(ann, bob)
    answer = delete(ann, game_id)
    assert (answer.status_code, answer.json()["detail"]) == (
        409,
        "This game is not over. Finish it or resign first.",
    )
    play_by_two(ann, bob, game_id)
    assert delete(ann, game_id).json() == {"id": game_id, "deleted": False}
    assert listed(ann) == []
    assert ann.get("/api/mine").json() == []
    (kept,) = bob.get("/api/you/games").json()["games"]
    assert kept["names"] == ["Ann", "Bob"]
    assert len(ann.get("/api/you/ratings").json()) == 1
    with live(ann, game_id) as socket:
        assert scene_when(socket, lambda scene: True)["seats"] == []


def test_a_rated_game_against_the_computer_is_no_way_out(client):
    sign_up(client, "Ann")
    game_id = new_game(client, rated=True, **EASY)
    assert delete(client, game_id).status_code == 409
    with live(client, game_id) as socket:
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])
    assert not delete(client, game_id).json()["deleted"]
    assert listed(client) == []


def test_filters_of_the_list(client):
    lost, open_game = new_game(client, **EASY), two_people(client, "nim")
    with live(client, lost) as socket:
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])
    assert listed(client, result="lost") == listed(client, opponent="computer") == [lost]
    assert listed(client, result="unfinished") == listed(client, opponent="person") == [open_game]
    assert listed(client, result="won") == listed(client, opponent="here") == []
    assert listed(client, game="nim", result="unfinished") == [open_game]
    assert client.get("/api/you/games?result=excellent").status_code == 422
