"""What nobody can do to a rating, and nobody can do to another's account."""

from threading import Event

import pytest
from starlette.testclient import TestClient

from palamedes.players import FREE, make_player
from palamedes.ui.web.features.accounts.service import Accounts
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live import rated_games
from palamedes.ui.web.live.engine_queue import QueuedPlayer
from palamedes.ui.web.live.game_server import GameServer
from people import PASSWORD, log_in, people_at, person, rated_by_two, sign_up
from waiting import PATIENCE, wait_until
from web import another_visitor, live, new_game, scene_when, two_people

pytestmark = pytest.mark.xdist_group("web")
EASY = {"second": {"who": "engine", "level": "easy"}}
TOO_MANY = "You have 5 unfinished rated games. Finish one of them first."


def specs_of(stored):
    return tuple(side.spec for side in stored.sides)


@pytest.fixture
def client(tmp_path):
    with people_at(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def answer_of(socket):
    """What comes of the wish for another game."""
    while (message := socket.receive_json())["type"] not in ("error", "rematch"):
        pass
    return message.get("message") or message.get("id")


def resign(client, game_id):
    with live(client, game_id) as socket:
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])


def test_a_rematch_counts_as_a_rated_game_that_is_open(client):
    sign_up(client)
    ended = new_game(client, rated=True, **EASY)
    resign(client, ended)
    games = [new_game(client, rated=True, **EASY) for _game in range(5)]
    with live(client, ended) as socket:
        socket.send_json({"type": "rematch"})
        assert answer_of(socket) == TOO_MANY
        resign(client, games[0])
        socket.send_json({"type": "rematch"})
        again = answer_of(socket)
        socket.send_json({"type": "rematch"})
        assert answer_of(socket) == again
    assert service(client, GameServer).live_games[again].stored.rated


def test_nobody_plays_again_with_who_leaves_games_alone(client):
    ann, bob = sign_up(client, "Ann"), person(client, "Bob")
    ended = rated_by_two(ann, bob)
    resign(ann, ended)
    for _game in range(5):
        two_people(bob, rated=True)
    with live(ann, ended) as socket:
        socket.send_json({"type": "rematch"})
        said = answer_of(socket)
        assert said == "Your opponent has too many unfinished rated games."


def test_a_seat_in_a_rated_game_counts_as_one_that_is_open(client):
    ann, bob = sign_up(client, "Ann"), person(client, "Bob")
    for _game in range(5):
        two_people(bob, rated=True)
    game_id = two_people(ann, rated=True)
    answer = bob.post(f"/api/games/{game_id}/seats/1", json={})
    assert (answer.status_code, answer.json()) == (409, {"detail": TOO_MANY})


def test_people_may_agree_to_a_draw_of_a_rated_game(client):
    ann, bob = sign_up(client, "Ann"), person(client, "Bob")
    with live(ann, rated_by_two(ann, bob)) as socket:
        socket.send_json({"type": "draw"})
        scene_when(socket, lambda scene: scene["offer"])


@pytest.mark.parametrize("lot", [0, 1])
def test_the_lot_says_who_begins_against_a_level(client, monkeypatch, lot):
    monkeypatch.setattr(rated_games, "randbelow", lambda number: lot)
    sign_up(client)
    live_games = service(client, GameServer).live_games
    stored = live_games[new_game(client, rated=True, **EASY)].stored
    assert specs_of(stored) == (("human", "easy"), ("easy", "human"))[lot]
    assert stored.names[lot] == "Ada"
    assert live_games[two_people(client, rated=True)].stored.names[0] == "Ada"
    assert specs_of(live_games[new_game(client, **EASY)].stored) == ("human", "easy")


def test_levels_that_need_tables_are_rated_once_these_are_here(client, monkeypatch):
    sign_up(client)
    for is_missing in (True, False):
        monkeypatch.setattr(
            rated_games,
            "needs_tables",
            lambda game, level, gone=is_missing: gone and level == "perfect",
        )
        levels = client.get("/api/you").json()["rated"]["nim"]
        assert ("perfect" not in levels) == is_missing


def test_a_stranger_cannot_lock_anybody_out(client):
    sign_up(client)
    service(client, Accounts).limits.logins_by_name_and_address = RateLimit(2, 0)
    tries = [log_in(another_visitor(client), "Ada", "wrong word").status_code for _ in range(3)]
    assert tries == [401, 401, 429]
    elsewhere = TestClient(client.app, client=("192.0.2.1", 1), headers=client.headers)
    elsewhere.portal = client.portal
    assert log_in(elsewhere).status_code == 200
    wish = {"old": PASSWORD, "new": "another horse"}
    assert client.post("/api/you/password", json=wish).status_code == 200
    farewell = {"password": "another horse"}
    assert client.post("/api/you/delete", json=farewell).status_code == 200


def test_a_name_has_only_so_many_tries_from_everywhere(client):
    sign_up(client)
    service(client, Accounts).limits.logins_by_name = RateLimit(1, 0)
    tries = [log_in(another_visitor(client), "Ada", "wrong word").status_code for _ in range(2)]
    assert tries == [401, 429]


def test_no_rated_opponent_is_weaker_on_a_busy_machine():
    """Their limits are depths and nodes; a second may do for all moves of a second only."""
    for game_id, levels in rated_games.rated_levels().items():
        game = rated_games.rated_games()[game_id]
        for level in levels:
            player = make_player(game, rated_games.rated_spec(game, level))
            if (limits := getattr(player, "_limits", None)) is not None:
                assert limits.depth or limits.nodes, (game_id, level)
                assert (limits.seconds or 86400) >= 86400, (game_id, level)


def test_the_clock_of_a_rated_level_stands_still(client, monkeypatch):
    """Otherwise whoever keeps the server busy could make it lose on time."""
    allowances, may_move, choose = [], Event(), QueuedPlayer.choose

    def wait_and_choose(player, match, allowance):
        allowances.append(allowance)
        may_move.wait(PATIENCE)
        return choose(player, match, allowance)

    monkeypatch.setattr(QueuedPlayer, "choose", wait_and_choose)
    monkeypatch.setattr(rated_games, "randbelow", lambda number: 1)  # the level begins
    sign_up(client)
    game_id = new_game(client, rated=True, clock={"total": 5, "increment": 0}, **EASY)
    session = service(client, GameServer).live_games[game_id].session
    wait_until(lambda: allowances)
    assert (allowances, session.seconds_left) == ([FREE], None)
    may_move.set()
    wait_until(lambda: session.match.turns)
    assert session.seconds_left > 4
