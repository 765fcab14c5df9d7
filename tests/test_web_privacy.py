"""Nobody sees or changes what is another's: stolen ids, old cookies, crossed tokens."""

import asyncio
import json
from datetime import timedelta

import pytest
from starlette.websockets import WebSocketDisconnect

from palamedes.ui.web.features.accounts.service import Accounts
from palamedes.ui.web.features.challenges import lobby
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import ActiveLogins, hash_token
from palamedes.ui.web.live.game_server import GameServer
from people import PASSWORD, log_in, people_at, person, rated_by_two, sign_up
from web import another_visitor, live, new_game, scene_when, wait_until

pytestmark = pytest.mark.xdist_group("web")
EASY = {"second": {"who": "engine", "level": "easy"}}
READING = (
    "/api/mine",
    "/api/you",
    "/api/you/games",
    "/api/you/statistics",
    "/api/you/ratings",
    "/api/you/blocks",
    "/api/you/logins",
)
CHANGING = {
    "/api/accounts": {"name": "Eve", "password": PASSWORD},
    "/api/logins": {"name": "Ann", "password": PASSWORD},
    "/api/you/password": {"old": PASSWORD, "new": "another horse"},
    "/api/you/logout": {},
    "/api/you/logins/end": {},
    "/api/you/blocks": {"name": "Ann"},
    "/api/you/export": {},
    "/api/you/delete": {"password": PASSWORD, "sure": True},
}


@pytest.fixture
def client(tmp_path):
    with people_at(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


@pytest.fixture
def ann(client):
    """Somebody with an account and a game, who has blocked another and waits in the lobby."""
    eve = another_visitor(client)
    made = eve.post("/api/challenges", json={"game": "nim:3,4,5", "lobby": True}).json()
    sign_up(client, "Ann")
    client.game_id = new_game(client, rated=True, **EASY)
    client.post("/api/you/blocks", json={"challenge": made["id"]})
    client.post("/api/challenges", json={"game": "teeko", "lobby": True})
    return client


def replay(client, cookies):
    """Somebody who has got hold of a cookie."""
    thief = another_visitor(client)
    thief.cookies.update(cookies)
    return thief


def sees_nothing(visitor):
    found = {path: visitor.get(path) for path in READING}
    assert found["/api/mine"].json() == []
    assert found["/api/you"].json() == {"name": None, "bot": False, "rated": {}}
    assert found["/api/you/games"].json()["total"] == 0
    assert found["/api/you/statistics"].json() == []
    assert found["/api/you/ratings"].json() == []
    assert found["/api/you/blocks"].json() == []
    assert found["/api/you/logins"].status_code == 401
    answer = visitor.post("/api/you/export")
    document = json.loads(answer.text)
    assert document["account"] is None
    of_people = ("blocked", "challenges", "greetings")
    of_play = ("games", "ratings", "tries", "steps", "logins")
    assert all(document[key] == [] for key in (*of_people, *of_play))


def error_of(socket):
    while (message := socket.receive_json())["type"] != "error":
        pass
    return message["message"]


# Others


def test_others_see_nothing_of_somebody(ann):
    sees_nothing(another_visitor(ann))
    bob = person(ann, "Bob")
    for path in ("/api/mine", "/api/you/ratings", "/api/you/statistics"):
        assert bob.get(path).json() == []
    assert len(bob.get("/api/you/logins").json()) == 1
    assert bob.get("/api/you").json()["name"] == "Bob"


def test_an_id_of_a_login_is_of_no_use_to_others(ann):
    bob = person(ann, "Bob")
    (login,) = ann.get("/api/you/logins").json()
    for thief in (bob, another_visitor(ann)):
        answer = thief.post(f"/api/you/logins/{login['id']}/end")
        assert answer.status_code in (401, 404)
    assert ann.get("/api/you").json()["name"] == "Ann"
    assert ann.post("/api/you/logins/0123456789abcdef/end").status_code == 404
    assert ann.post("/api/you/logins/..%2F..%2Fend/end").status_code in (404, 422)


def test_what_is_listed_of_a_login_is_no_key(ann):
    (login,) = ann.get("/api/you/logins").json()
    assert set(login) == {"id", "browser", "created", "here"}
    for value in (login["id"], login["id"] * 3):
        assert replay(ann, {"palamedes": value}).get("/api/you").json()["name"] is None


def test_what_the_server_keeps_of_a_token_is_no_token(ann):
    hashed = hash_token(ann.cookies["palamedes"])
    owner = service(ann, ActiveLogins).visitor(hash_token(ann.cookies["palamedes"])).owner
    for stolen in (hashed, owner):
        sees_nothing(replay(ann, {"palamedes": stolen}))


def test_no_answer_to_others_has_an_owner_or_a_token(ann):
    bob = person(ann, "Bob")
    rated_by_two(ann, bob)
    owner = service(ann, ActiveLogins).visitor(hash_token(ann.cookies["palamedes"])).owner
    of_players = ("/api/challenges", "/api/players/Ann", "/api/players/Ann/games")
    of_games = (f"/api/games/{ann.game_id}", "/api/mine", "/api/you/games")
    for path in (*of_games, "/api/ranking", *of_players):
        text = bob.get(path).text
        assert owner not in text
        assert ann.cookies["palamedes"] not in text
    with bob.websocket_connect(f"/api/games/{ann.game_id}/live") as socket:
        said = json.dumps([socket.receive_json(), socket.receive_json()])
        assert owner not in said
    with ann.websocket_connect("/api/lobby/live"), bob.websocket_connect("/api/lobby/live") as his:
        seen = [his.receive_json()]
        while len(seen[-1].get("people", "")) < 2:
            seen.append(his.receive_json())
        assert seen[-1]["challenges"]
        assert owner not in json.dumps(seen)


def test_a_connection_to_the_lobby_is_nobodys_once_its_login_has_ended(ann, monkeypatch):
    monkeypatch.setattr(lobby, "INTERVAL", 0.1)
    with ann.websocket_connect("/api/lobby/live") as socket:
        while not (seen := socket.receive_json()).get("own"):
            pass
        assert seen["name"] == "Ann"
        ann.post("/api/you/logout")
        while (seen := socket.receive_json()).get("name") != "":
            pass
        assert (seen["own"], seen["challenges"]) == ("", [])


def test_nobody_learns_who_has_blocked_them(ann):
    bob = person(ann, "Bob")
    before = bob.get("/api/players/Ann").json()
    ann.post("/api/you/blocks", json={"name": "Bob"})
    assert bob.get("/api/players/Ann").json() == before
    assert bob.get("/api/you/blocks").json() == []
    (mine,) = ann.get("/api/you/blocks").json()[:1]
    assert bob.post(f"/api/you/blocks/{mine['id']}/end").status_code == 404
    assert "Bob" in [each["name"] for each in ann.get("/api/you/blocks").json()]


# Cookies that were good once


def test_an_old_cookie_is_of_no_use_after_log_out(ann):
    old = dict(ann.cookies)
    ann.post("/api/you/logout")
    sees_nothing(replay(ann, old))
    sees_nothing(ann)
    with live(replay(ann, old), ann.game_id) as socket:
        assert scene_when(socket, lambda scene: True)["seats"] == []


def test_no_old_cookie_is_of_use_after_a_change_of_password(ann):
    elsewhere = another_visitor(ann)
    log_in(elsewhere, "Ann")
    old = [dict(ann.cookies), dict(elsewhere.cookies)]
    wish = {"old": "not this one", "new": "another horse"}
    assert ann.post("/api/you/password", json=wish).status_code == 401
    assert ann.post("/api/you/password", json=wish | {"old": PASSWORD}).status_code == 200
    for cookies in old:
        sees_nothing(replay(ann, cookies))
    assert ann.get("/api/you").json()["name"] == "Ann"
    assert len(ann.get("/api/mine").json()) == 1
    assert log_in(elsewhere, "Ann").status_code == 401
    assert log_in(elsewhere, "Ann", "another horse").status_code == 200


def test_an_old_cookie_is_of_no_use_after_deletion(ann):
    old = dict(ann.cookies)
    assert ann.post("/api/you/delete", json={"password": PASSWORD}).status_code == 200
    for visitor in (replay(ann, old), ann):
        sees_nothing(visitor)
    sign_up(ann, "Ann")
    sees_nothing(replay(ann, old))


def test_an_anonymous_cookie_is_of_no_use_once_there_is_an_account(client):
    new_game(client, **EASY)
    old = dict(client.cookies)
    sign_up(client)
    sees_nothing(replay(client, old))


def test_a_cookie_cannot_be_put_on_somebody_before(client):
    """Session fixation: who has given a visitor a token does not know the one after log-in."""
    victim, fixed = another_visitor(client), "x" * 43
    wish = {"name": "Ann", "password": PASSWORD}
    answer = victim.post("/api/accounts", json=wish, headers={"cookie": f"palamedes={fixed}"})
    assert answer.cookies["palamedes"] != fixed
    assert victim.get("/api/you").json()["name"] == "Ann"
    sees_nothing(replay(client, {"palamedes": fixed}))


def test_a_login_ends_by_itself(ann, monkeypatch):
    for place in ("store.accounts", "features.accounts.service"):
        lifetime = f"palamedes.ui.web.{place}.LOGIN_LIFETIME"
        monkeypatch.setattr(lifetime, timedelta(seconds=1))
    assert log_in(ann, "Ann").status_code == 200
    wait_until(lambda: [name_of(ann) for _each_process in range(2)] == [None, None])
    sees_nothing(ann)
    hashed = hash_token(ann.cookies["palamedes"])
    assert hashed not in service(ann, ActiveLogins)._logins  # and takes no room any more


def name_of(visitor):
    return visitor.get("/api/you").json()["name"]


# Two things at once


def test_a_login_that_comes_while_the_account_is_deleted(ann, monkeypatch):
    ghost, server = another_visitor(ann), service(ann, GameServer)
    close_games = server.close_games

    async def meanwhile(games):
        assert (await asyncio.to_thread(log_in, ghost, "Ann")).status_code == 200
        await close_games(games)

    monkeypatch.setattr(server, "close_games", meanwhile)
    assert ann.post("/api/you/delete", json={"password": PASSWORD}).status_code == 200
    sees_nothing(ghost)
    sign_up(ann, "Bob")
    assert ghost.get("/api/you/logins").status_code == 401


def test_a_login_that_comes_while_the_password_changes(ann, monkeypatch):
    thief, passwords = another_visitor(ann), service(ann, Accounts).passwords
    is_correct = passwords.is_correct

    async def meanwhile(password, hashed, address):
        found = await is_correct(password, hashed, address)
        monkeypatch.undo()
        wish = {"old": PASSWORD, "new": "another horse"}
        answer = await asyncio.to_thread(ann.post, "/api/you/password", json=wish)
        assert answer.status_code == 200
        return found

    monkeypatch.setattr(passwords, "is_correct", meanwhile)
    assert log_in(thief, "Ann").status_code == 401
    sees_nothing(thief)
    assert ann.get("/api/you").json()["name"] == "Ann"


# Games


def test_nobody_moves_in_anothers_game(ann):
    bob = person(ann, "Bob")
    with live(bob, ann.game_id) as socket:
        for kind in ("move", "touch", "resign", "claim", "draw", "undo", "rematch"):
            socket.send_json({"type": kind, "move": "a1", "spot": "a1"})
            assert error_of(socket) == "You are watching this game."
    assert bob.post(f"/api/games/{ann.game_id}/seats/0", json={}).status_code == 409


def test_a_login_that_is_ended_moves_no_more_though_its_connection_is_open(ann):
    elsewhere = another_visitor(ann)
    log_in(elsewhere, "Ann")
    with live(elsewhere, ann.game_id) as socket:
        scene_when(socket, lambda scene: scene["seats"] == [0])
        ann.post("/api/you/logins/end")
        socket.send_json({"type": "move", "move": "a1"})
        assert error_of(socket) == "You are watching this game."
    assert ann.get(f"/api/games/{ann.game_id}").json()["record"]["moves"] == []


def test_a_connection_of_somebody_deleted_moves_no_more(ann):
    bob = person(ann, "Bob")
    shared = rated_by_two(ann, bob)
    with live(ann, shared) as socket:
        scene_when(socket, lambda scene: scene["seats"] == [0])
        ann.post("/api/you/delete", json={"password": PASSWORD})
        socket.send_json({"type": "move", "move": "a1"})
        assert error_of(socket) == "You are watching this game."


# Other sites, and requests that say too much


@pytest.mark.parametrize("headers", [{"origin": "http://evil"}, {"sec-fetch-site": "cross-site"}])
def test_another_site_can_do_nothing_for_somebody(ann, headers):
    for path, body in CHANGING.items():
        assert ann.post(path, json=body, headers=headers).status_code == 403, path
    assert ann.get("/api/you").json()["name"] == "Ann"
    with (
        pytest.raises(WebSocketDisconnect),
        ann.websocket_connect(
            f"/api/games/{ann.game_id}/live", headers={"origin": "http://evil"}
        ) as socket,
    ):
        socket.receive_json()


@pytest.mark.parametrize(
    "more", [{"owner": "x" * 62}, {"id": 1}, {"account": 1}, {"token": "x" * 43}, {"rated": True}]
)
def test_fields_that_nobody_asked_for_are_refused(ann, more):
    bob = another_visitor(ann)
    for path, body in CHANGING.items():
        if body:
            assert bob.post(path, json=body | more).status_code == 422, (path, more)
    wish = {"game": "teeko", "rated": False, **more}
    if "rated" not in more:
        assert bob.post("/api/games", json=wish).status_code == 422


def test_things_of_another_cannot_be_asked_for_by_name(ann):
    bob = person(ann, "Bob")
    for query in ("owner=Ann", "name=Ann", "account=1", "page=0&owner=Ann"):
        assert bob.get(f"/api/you/games?{query}").json()["total"] == 0
    answer = bob.post("/api/you/export", json={"name": "Ann", "account": 1})
    assert json.loads(answer.text)["account"]["name"] == "Bob"
    assert bob.post("/api/you/delete", json={"password": "wrong word"}).status_code == 401
    assert ann.get("/api/you").json()["name"] == "Ann"


def test_nothing_belongs_to_those_who_bring_nothing(ann):
    nobody = another_visitor(ann)
    assert nobody.post("/api/you/delete", json={"sure": True}).status_code == 200
    assert len(ann.get("/api/mine").json()) == 1
