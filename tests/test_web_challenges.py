"""Challenges between players, over the API: who may do what, and what becomes of them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.challenges import MOST_OPEN
from palamedes.ui.web.store.models import PlayerChallengeRow
from people import (  # noqa: F401
    PASSWORD,
    ann_fixture,
    bob_fixture,
    person,
    play_by_two,
)
from web import another_visitor, live, scene_when

pytestmark = pytest.mark.xdist_group("web")


def challenge(client, **wish):
    answer = client.post("/api/challenges", json={"game": "teeko", **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


def act(client, made, verb, **body):
    return client.post(f"/api/challenges/{made['id']}/{verb}", json=body)


def listed(client):
    return [each["id"] for each in client.get("/api/challenges").json()]


def expire(client):
    """Let the time of all challenges run out."""
    past = datetime.now(UTC) - timedelta(seconds=1)
    with service(client, GameServer).store.engine.begin() as connection:
        connection.execute(update(PlayerChallengeRow).values(ends=past))


def test_a_challenge_becomes_a_game_of_both(ann, bob):
    clock = {"total": 300.0, "increment": 2.0}
    made = challenge(ann, opponent=" BOB ", clock=clock, first="opponent", rated=True)
    assert (made["state"], made["game_id"], made["clock"]) == ("open", "", clock)
    assert made["opponent"] == {"name": "Bob", "bot": False, "rating": None, "you": False}
    assert listed(ann) == listed(bob) == [made["id"]]
    accepted = act(bob, made, "accept").json()
    assert accepted["state"] == "accepted"
    assert ann.get(f"/api/challenges/{made['id']}").json()["game_id"] == accepted["game_id"]
    assert listed(ann) == listed(bob) == []
    scene = play_by_two(bob, ann, accepted["game_id"])  # Bob has the first move
    assert scene["names"] == ["Bob", "Ann"]
    assert scene["result"]["winner"] == 0
    changes = ann.get(f"/api/games/{accepted['game_id']}/ratings").json()
    assert [change["change"] > 0 for change in changes] == [True, False]


def test_anybody_may_accept_an_open_challenge_once(ann, bob):
    made, guest = challenge(ann), another_visitor(ann)
    assert made["opponent"] is None
    assert listed(guest) == [made["id"]]
    assert act(ann, made, "accept").status_code == 403
    assert act(guest, made, "accept").status_code == 200
    assert act(bob, made, "accept").status_code == 404  # it is theirs now
    assert len(guest.get("/api/mine").json()) == 1


@pytest.mark.parametrize("verb", ["accept", "decline", "cancel"])
def test_others_do_not_even_see_it(ann, bob, verb):
    made = challenge(ann, opponent="Bob")
    for other in (person(ann, "Eve"), another_visitor(ann)):
        assert listed(other) == []
        assert other.get(f"/api/challenges/{made['id']}").status_code == 404
        assert act(other, made, verb).status_code == 404
    assert listed(bob) == [made["id"]]


def test_each_may_do_only_what_is_theirs(ann, bob):
    made, to_anybody = challenge(ann, opponent="Bob"), challenge(ann)
    assert act(ann, made, "decline").status_code == 403
    assert act(bob, made, "cancel").status_code == 403
    assert act(bob, to_anybody, "cancel").status_code == 403
    assert act(bob, to_anybody, "decline").status_code == 403
    declined = act(bob, made, "decline", reason="clock").json()
    assert declined["message"] == "Bob does not play with this clock."
    assert act(ann, to_anybody, "cancel").json()["state"] == "cancelled"
    for over in (made, to_anybody):
        assert act(bob, over, "accept").status_code == 409
    assert act(ann, made, "cancel").status_code == 409


def test_it_expires(ann, bob):
    made = challenge(ann, opponent="Bob")
    expire(ann)
    assert listed(ann) == listed(bob) == []
    assert ann.get(f"/api/challenges/{made['id']}").json()["state"] == "expired"
    for client, verb in ((bob, "accept"), (bob, "decline"), (ann, "cancel")):
        assert act(client, made, verb).status_code == 409


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"opponent": "Nobody"}, 404),
        ({"opponent": "ann"}, 422),
        ({"game": "chess"}, 404),
        ({"game": "nim:9,9", "rated": True}, 422),
        ({"clock": {"total": 0}}, 422),
        ({"seconds": 5}, 422),
        ({"seconds": 10**9}, 422),
        ({"first": "me"}, 422),
        ({"more": 1}, 422),
    ],
)
def test_what_cannot_be_offered(ann, wish, status):
    answer = ann.post("/api/challenges", json={"game": "teeko", **wish})
    assert (answer.status_code, listed(ann)) == (status, [])


def test_a_rated_game_needs_two_accounts(ann):
    guest = another_visitor(ann)
    wish = {"game": "teeko", "rated": True}
    assert guest.post("/api/challenges", json=wish).status_code == 401
    made = challenge(ann, rated=True)
    assert act(guest, made, "accept").status_code == 401
    assert listed(ann) == [made["id"]]


def test_nobody_has_too_many(ann):
    for _time in range(MOST_OPEN):
        challenge(ann)
    assert ann.post("/api/challenges", json={"game": "teeko"}).status_code == 409
    expire(ann)
    challenge(ann)


def test_challenges_count_as_new_games(ann):
    answers = [ann.post("/api/challenges", json={"game": "chess"}) for _time in range(70)]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429


def test_what_is_deleted_challenges_nobody(ann, bob):
    challenge(ann, opponent="Bob")
    assert ann.post("/api/you/delete", json={"password": PASSWORD}).status_code == 200
    assert listed(bob) == []


# Bot accounts


def bot_of(client, name="Robot"):
    """A bot account in a browser, and a program with a token of it."""
    owner = person(client, name)
    assert owner.post("/api/you/bot", json={"sure": True}).json() == {"name": name, "bot": True}
    made = owner.post("/api/you/tokens", json={"label": "laptop"}).json()
    return owner, program(client, made["token"]), made


def program(client, token):
    other = another_visitor(client)
    other.headers["authorization"] = f"Bearer {token}"
    return other


def test_a_bot_plays_by_its_token_and_is_known_as_a_bot(ann):
    owner, robot, _token = bot_of(ann)
    assert robot.get("/api/you").json()["bot"] is True
    made = challenge(ann, opponent="Robot", first="challenger")
    assert made["opponent"]["bot"] is True
    game_id = act(robot, made, "accept").json()["game_id"]
    assert "set-cookie" not in robot.post("/api/games", json={"game": "teeko"}).headers
    with live(ann, game_id) as first, live(robot, game_id) as second:
        first.send_json({"type": "move", "move": "a1"})
        scene = scene_when(second, lambda scene: scene["turn"] == 1)
        assert (scene["bots"], scene["seats"]) == ([1], [1])
    (mine,) = ann.get("/api/mine").json()
    assert mine["bots"] == [1]
    assert ann.get("/api/you/games").json()["games"][0]["bots"] == [1]
    assert ann.get("/api/ranking?kind=bots").json()["online"] == ["Robot"]
    assert len(owner.get("/api/mine").json()) == 2


def test_a_token_is_stored_as_a_hash_and_can_be_revoked(ann):
    owner, robot, made = bot_of(ann)
    assert made["token"] not in owner.get("/api/you/tokens").text
    database = Path(service(ann, GameServer).store.engine.url.database)
    for file in database.parent.iterdir():  # with its log
        assert made["token"].encode() not in file.read_bytes()
    assert ann.post(f"/api/you/tokens/{made['id']}/end").status_code == 403  # no bot account
    assert owner.post(f"/api/you/tokens/{made['id']}/end").json() == {"ended": 1}
    for path in ("/api/you", "/api/catalogue"):
        assert robot.get(path).status_code == 401  # not even as a guest
    assert owner.get("/api/you/tokens").json() == []


def test_a_connection_with_a_revoked_token_moves_no_more(ann):
    owner, robot, made = bot_of(ann)
    challenged = challenge(ann, opponent="Robot", first="opponent")
    game_id = act(robot, challenged, "accept").json()["game_id"]
    with live(robot, game_id) as socket:
        owner.post(f"/api/you/tokens/{made['id']}/end")
        socket.send_json({"type": "move", "move": "a1"})
        while (message := socket.receive_json())["type"] != "error":
            pass
        assert message["message"] == "You are watching this game."


def test_a_token_does_not_change_the_account(ann):
    _owner, robot, made = bot_of(ann)
    for path, body in {
        "/api/you/tokens": {},
        f"/api/you/tokens/{made['id']}/end": {},
        "/api/you/bot": {"sure": True},
        "/api/you/logins/end": {},
        "/api/you/password": {"old": PASSWORD, "new": "another horse"},
        "/api/you/logout": {},
    }.items():
        assert robot.post(path, json=body).status_code == 403
    assert robot.get("/api/you/logins").status_code == 403
    cookie = {"palamedes": made["token"]}
    thief = another_visitor(ann)
    thief.cookies.update(cookie)
    assert thief.get("/api/you").json()["name"] is None


def test_a_new_password_or_deletion_ends_all_tokens(ann):
    owner, robot, _token = bot_of(ann)
    change = {"old": PASSWORD, "new": "another horse"}
    assert owner.post("/api/you/password", json=change).status_code == 200
    assert robot.get("/api/you").status_code == 401
    token = owner.post("/api/you/tokens", json={}).json()["token"]
    assert program(ann, token).get("/api/you").status_code == 200
    assert owner.post("/api/you/delete", json={"password": change["new"]}).status_code == 200
    assert program(ann, token).get("/api/you").status_code == 401


def test_only_an_account_that_has_not_played_becomes_a_bot(ann, bob):
    assert ann.post("/api/you/tokens", json={}).status_code == 403
    assert another_visitor(ann).post("/api/you/bot", json={"sure": True}).status_code == 401
    assert ann.post("/api/you/bot", json={}).status_code == 422
    act(bob, challenge(ann), "accept")
    for played in (ann, bob):
        assert played.post("/api/you/bot", json={"sure": True}).status_code == 409
        assert played.get("/api/you").json()["bot"] is False


@pytest.mark.parametrize("scheme", ["Basic abc", "Digest x", "bearer"])
def test_other_authorization_is_not_ours(ann, scheme):
    other = another_visitor(ann)
    other.headers["authorization"] = scheme
    assert other.get("/api/you").status_code == 200


def test_bots_join_no_tournament_of_people(ann):
    _owner, robot, _token = bot_of(ann)
    cup = ann.post("/api/contests/people", json={"game": "teeko", "system": "swiss"}).json()["id"]
    answer = robot.post(f"/api/contests/{cup}/entrants", json={"name": "Robot"})
    assert answer.status_code == 403
