"""Meeting people over the API: the lobby, who is there, blocks, greetings and profiles."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from palamedes.ui.web.features.challenges import lobby as lobby_module
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import ActiveLogins, hash_token
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.greetings import MOST_AT_ONCE
from palamedes.ui.web.store.models import GameRow, PlayerChallengeRow, RatingRow
from people import (  # noqa: F401
    PASSWORD,
    ann_fixture,
    bob_fixture,
    log_in,
    person,
    play_by_two,
    rated_by_two,
    sign_up,
)
from web import another_visitor, live, new_game, scene_when, two_people, wait_until

pytestmark = pytest.mark.xdist_group("web")


def offer(client, **wish):
    answer = client.post("/api/challenges", json={"game": "teeko", "lobby": True, **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


def accept(client, made):
    return client.post(f"/api/challenges/{made['id']}/accept")


def begun(ann, bob, **wish):
    """The id of a game that Ann has offered in the lobby."""
    return accept(bob, offer(ann, **wish)).json()["game_id"]


def block(client, status=201, **whom):
    answer = client.post("/api/you/blocks", json=whom)
    assert answer.status_code == status, answer.text
    return answer.json()


def give_rating(client, rating, game="teeko"):
    owner = service(client, ActiveLogins).visitor(hash_token(client.cookies["palamedes"])).owner
    values = {"owner": owner, "pool": game, "games": 1, "rating": rating}
    row = {**values, "deviation": 80.0, "volatility": 0.06, "changed": datetime.now(UTC)}
    with service(client, GameServer).store.engine.begin() as connection:
        connection.execute(RatingRow.__table__.insert().values(**row))


def change(client, table, **values):
    with service(client, GameServer).store.engine.begin() as connection:
        connection.execute(update(table).values(**values))


@contextmanager
def in_lobby(client):
    with client.websocket_connect("/api/lobby/live") as socket:
        socket.newest = {}  # by type
        yield socket


def seen(socket, condition):
    """What a visitor sees of the lobby, as soon as something is so."""
    newest = socket.newest
    for _message in range(1000):
        if len(newest) == 2 and condition(view := (newest["lobby"], newest["you"])):
            return view
        message = socket.receive_json()
        newest[message["type"]] = message
    raise AssertionError("it never came")


def ids(view):
    return [each["id"] for each in view[0]["challenges"]]


def names(view):
    return [each["name"] for each in view[0]["people"]]


def games(view):
    return [each["id"] for each in view[0]["games"]]


def objections(view):
    """Why the visitor cannot accept each challenge that is seen."""
    return [view[1]["objections"].get(each, "") for each in ids(view)]


# The lobby


def test_two_meet_while_a_guest_looks_on_and_can_watch(ann, bob):
    guest = another_visitor(ann)
    with in_lobby(ann) as hers, in_lobby(bob) as his, in_lobby(guest) as theirs:
        for socket, name in ((hers, "Ann"), (his, "Bob"), (theirs, "")):
            view = seen(
                socket, lambda view: names(view) == ["Ann", "Bob"] and view[0]["guests"] == 1
            )
            assert view[1]["name"] == name
        made = offer(ann, rated=True, clock={"total": 300.0, "increment": 3.0})
        seen(hers, lambda view: view[1]["own"] == made["id"])
        view = seen(his, ids)
        (shown,) = view[0]["challenges"]
        assert (shown["title"], shown["clock"], shown["rated"]) == ("Teeko", [300, 3], True)
        assert shown["challenger"] == {"name": "Ann", "bot": False, "rating": None}
        assert objections(view) == [""]
        seen(theirs, lambda view: ids(view) and "Log in" in objections(view)[0])
        game_id = accept(bob, made).json()["game_id"]
        for socket in (hers, his, theirs):
            view = seen(socket, lambda view: games(view) and not view[1]["own"])
            assert (ids(view), games(view)) == ([], [game_id])
            assert sorted(view[0]["games"][0]["names"]) == ["Ann", "Bob"]
            assert [each["playing"] for each in view[0]["people"]] == [True, True]
    assert ann.get(f"/api/challenges/{made['id']}").json()["game_id"] == game_id


def test_a_challenge_waits_while_its_owner_stays_and_no_longer(ann, bob, monkeypatch):
    monkeypatch.setattr(lobby_module, "STAY", 0.0)
    made = offer(ann, seconds=100)

    def ends():
        found = bob.get(f"/api/challenges/{made['id']}").json()["ends"]
        return datetime.fromisoformat(found)

    first, last = ends(), datetime.fromisoformat(made["created"]) + timedelta(seconds=100)
    assert first < last
    with in_lobby(ann) as socket:
        seen(socket, ids)
        wait_until(lambda: ends() > first, what="it is not put off")
    assert ends() < last
    change(ann, PlayerChallengeRow, ends=datetime.now(UTC))
    assert bob.get("/api/challenges").json() == []
    with in_lobby(ann) as socket:
        assert ids(seen(socket, lambda view: True)) == []  # it does not come back


def test_one_challenge_at_a_time(ann, bob):
    first, second = offer(ann), offer(ann, game="nim:3,4,5")
    assert [each["id"] for each in bob.get("/api/challenges").json()] == [second["id"]]
    assert accept(bob, first).status_code == 409
    mine = offer(bob, game="awale")
    assert accept(bob, second).status_code == 200
    assert ann.get(f"/api/challenges/{mine['id']}").json()["state"] == "cancelled"


def test_only_one_of_many_gets_the_game(ann):
    others = [person(ann, f"P{number}") for number in range(4)]
    made = offer(ann)
    with ThreadPoolExecutor(len(others)) as threads:
        answers = list(threads.map(lambda other: accept(other, made).status_code, others))
    assert sorted(answers)[0] == 200
    assert set(sorted(answers)[1:]) <= {404, 409}
    assert len(ann.get("/api/mine").json()) == 1


def test_whoever_offers_the_same_is_paired_at_once(ann, bob):
    first = offer(ann, clock={"total": 300.0}, lowest=1400)
    other = offer(bob, clock={"total": 60.0})
    assert (other["state"], other["id"] == first["id"]) == ("open", False)
    met = offer(bob, clock={"total": 300.0}, highest=1600)
    assert (met["id"], met["state"]) == (first["id"], "accepted")
    assert ann.get("/api/mine").json()[0]["id"] == met["game_id"]


def test_strength_is_checked_by_the_server(ann, bob):
    eve = person(ann, "Eve")  # as if 1500
    give_rating(bob, 1700)
    give_rating(eve, 2000, "awale")  # another game says nothing
    for strength, is_for_bob, is_for_eve in (
        ({"lowest": 1501, "highest": 1699}, False, False),
        ({"lowest": 1600}, True, False),
        ({"highest": 1699}, False, True),
        ({"lowest": 1400, "highest": 1700}, True, True),
    ):
        for client, is_admitted in ((bob, is_for_bob), (eve, is_for_eve)):
            made = offer(ann, **strength)
            with in_lobby(client) as socket:
                assert (objections(seen(socket, ids)) == [""]) is is_admitted
            assert accept(another_visitor(ann), made).status_code == 401  # guests have no rating
            assert accept(client, made).status_code == (200 if is_admitted else 403)


def test_what_cannot_be_offered_in_the_lobby(ann, bob):
    for wish in (
        {"lowest": 1600, "highest": 1500},
        {"lowest": -1},
        {"highest": 10**9},
        {"opponent": "Bob"},
        {"lobby": 1},
    ):
        answer = ann.post("/api/challenges", json={"game": "teeko", "lobby": True, **wish})
        assert answer.status_code == 422
    assert bob.get("/api/challenges").json() == []


def test_the_lobby_refuses_nonsense_and_goes_on(ann):
    with in_lobby(ann) as socket:
        seen(socket, names)
        socket.send_text("nonsense")
        socket.send_json({"type": "ping"})
        said = [socket.receive_json()["type"]]
        while "pong" not in said:
            said.append(socket.receive_json()["type"])
        assert "error" in said


def test_private_games_are_never_among_those_to_watch(ann, bob, monkeypatch):
    monkeypatch.setattr(lobby_module, "INTERVAL", 0.1)
    shared = two_people(ann)
    bob.post(f"/api/games/{shared}/seats/1", json={"name": ""})
    rated_by_two(ann, bob)
    new_game(ann)
    new_game(ann, first={"who": "me"}, second={"who": "me"})
    direct = ann.post("/api/challenges", json={"game": "teeko", "opponent": "Bob"}).json()
    accept(bob, direct)
    with in_lobby(another_visitor(ann)) as socket:
        view = seen(socket, lambda view: True)
        assert (games(view), names(view)) == ([], [])
        game_id = begun(ann, bob)
        assert games(seen(socket, games)) == [game_id]
        change(ann, GameRow, changed=datetime.now(UTC) - timedelta(hours=1))
        seen(socket, lambda view: not games(view))  # they have left it
    assert bob.get("/api/players/Ann/games").json()["total"] == 1


def test_bots_leave_the_lobby_to_people(ann):
    robot = person(ann, "Robot")
    robot.post("/api/you/bot", json={"sure": True})
    made = offer(ann)
    assert robot.get("/api/challenges").json() == []
    assert accept(robot, made).status_code == 403


def test_a_challenge_to_somebody_is_theirs_alone(ann, bob):
    direct = ann.post("/api/challenges", json={"game": "teeko", "opponent": "Bob"}).json()
    with in_lobby(ann) as hers, in_lobby(bob) as his:
        view = seen(his, lambda view: view[1]["challenges"])
        assert [each["id"] for each in view[1]["challenges"]] == [direct["id"]]
        assert (ids(view), view[1]["objections"]) == ([], {})
        assert seen(hers, names)[1]["challenges"] == []


# Blocks


def test_who_is_blocked_is_offered_nothing_and_accepts_nothing(ann, bob):
    made = offer(ann)
    block(ann, name="bob")
    assert block(ann, name="Bob") == {"blocked": 1}  # once more changes nothing
    with in_lobby(ann) as hers, in_lobby(bob) as his:
        assert names(seen(his, names)) == ["Bob"]
        view = seen(hers, ids)
        assert (ids(view), names(view)) == ([made["id"]], ["Ann"])
        assert bob.get("/api/challenges").json() == []
        assert accept(bob, made).status_code == 404
        assert bob.get(f"/api/challenges/{made['id']}").status_code == 404
        theirs = offer(bob)  # not paired, though it is the same
        assert theirs["state"] == "open"
        assert accept(ann, theirs).status_code == 404  # the other way round, too
    wish = {"game": "teeko", "opponent": "Ann"}
    assert bob.post("/api/challenges", json=wish).status_code == 403
    assert bob.get("/api/players/Ann").json()["here"] is False
    (blocked,) = ann.get("/api/you/blocks").json()
    assert (blocked["name"], bob.get("/api/you/blocks").json()) == ("Bob", [])
    end = f"/api/you/blocks/{blocked['id']}/end"
    assert bob.post(end).status_code == 404
    assert ann.post(end).json() == {"ended": 1}
    assert accept(bob, made).status_code == 200


def test_who_is_blocked_is_given_no_other_game(ann, bob):
    game_id = begun(ann, bob)
    block(ann, name="Bob")
    with live(ann, game_id) as hers, live(bob, game_id) as his:
        hers.send_json({"type": "resign"})
        scene_when(his, lambda scene: scene["result"] is not None)
        his.send_json({"type": "rematch"})
        while (answer := his.receive_json())["type"] != "error":
            pass
    assert answer["message"] == "Your opponent does not want another game."


def test_a_guest_is_blocked_by_a_game_or_a_challenge(ann):
    guest = another_visitor(ann)
    game_id = begun(ann, guest)
    block(ann, game=game_id)
    made = offer(ann)
    assert accept(guest, made).status_code == 404
    assert guest.post("/api/you/blocks", json={"game": game_id}).status_code == 201
    assert ann.get("/api/you/blocks").json()[0]["name"] == ""
    other = another_visitor(ann)
    mine = offer(other, game="awale")
    block(ann, challenge=mine["id"])
    assert accept(ann, mine).status_code == 404


def test_who_cannot_be_blocked(ann, bob):
    block(ann, 422)
    block(ann, 422, name="Ann")
    block(ann, 404, name="Nobody")
    block(ann, 404, game="nothinghere")
    block(ann, 404, challenge="nothinghere")
    block(ann, 422, name="Bob", game="nothinghere")
    assert ann.get("/api/you/blocks").json() == []


def test_nobody_is_blocked_by_a_game_of_others(ann, bob):
    game_id = begun(ann, bob)
    block(person(ann, "Eve"), 404, game=game_id)


# Greetings


def greet(client, game_id, greeting="hello"):
    return client.post(f"/api/games/{game_id}/greetings", json={"greeting": greeting})


def test_players_greet_each_other_and_nobody_else_does(ann, bob):
    game_id = begun(ann, bob)
    with live(bob, game_id) as socket:
        assert greet(ann, game_id, "luck").status_code == 201
        while (message := socket.receive_json())["type"] != "greeting":
            pass
    said = {"by": message["by"], "greeting": "luck"}
    assert bob.get(f"/api/games/{game_id}/greetings").json() == [said]
    assert greet(another_visitor(ann), game_id).status_code == 403
    assert greet(ann, game_id, "You are a fool").status_code == 422
    assert greet(ann, "nothinghere").status_code == 404
    assert greet(ann, new_game(ann)).status_code == 409
    block(bob, game=game_id)
    for one in (ann, bob):
        assert greet(one, game_id).status_code == 409
    assert bob.get(f"/api/games/{game_id}/greetings").json() == [said]


def test_there_is_an_end_to_greeting(ann, bob):
    game_id = begun(ann, bob)
    answers = [greet(ann, game_id).status_code for _time in range(MOST_AT_ONCE + 1)]
    assert answers == [201] * MOST_AT_ONCE + [429]
    assert greet(bob, game_id).status_code == 201


# Profiles


def test_a_profile_has_ratings_and_public_games(ann, bob):
    play_by_two(ann, bob, rated_by_two(ann, bob))
    game_id = begun(ann, bob)
    guest = another_visitor(ann)
    profile = guest.get("/api/players/ann").json()
    assert (profile["name"], profile["you"], profile["here"]) == ("Ann", False, False)
    (rating,) = profile["ratings"]
    assert (rating["title"], rating["rating"] > 1500) == ("Teeko", True)
    found = guest.get("/api/players/ANN/games").json()
    assert [each["id"] for each in found["games"]] == [game_id]
    assert found["kinds"] == [{"game": "teeko", "title": "Teeko", "games": 1}]
    assert guest.get("/api/players/Ann/games?result=won").json()["total"] == 0
    for path in ("/api/players/Nobody", "/api/players/Nobody/games"):
        assert guest.get(path).status_code == 404
    with in_lobby(ann):
        wait_until(lambda: guest.get("/api/players/Ann").json()["here"], what="she is not there")


# What is stored


def test_everything_goes_with_its_owner_and_ends_with_them(ann, bob):
    guest = another_visitor(ann)
    offer(guest)
    guest.post("/api/you/blocks", json={"name": "Bob"})
    sign_up(guest, "Eve")
    assert guest.get("/api/you/blocks").json()[0]["name"] == "Bob"
    game_id = begun(guest, ann)
    greet(guest, game_id)
    offer(guest, game="awale")
    block(ann, name="Eve")
    document = guest.post("/api/you/export").json()
    assert [each["name"] for each in document["blocked"]] == ["Bob"]
    assert [each["greeting"] for each in document["greetings"]] == ["hello"]
    assert {each["state"] for each in document["challenges"]} == {"accepted", "open", "cancelled"}
    assert "challenger" not in document["challenges"][0]
    assert guest.post("/api/you/delete", json={"password": PASSWORD}).status_code == 200
    assert ann.get("/api/you/blocks").json() == []
    assert ann.get(f"/api/games/{game_id}/greetings").json() == []
    assert guest.get("/api/players/Eve").status_code == 404
    assert bob.get("/api/challenges").json() == []


def test_blocks_of_a_guest_and_an_account_become_one(ann, bob):
    guest = another_visitor(ann)
    for who in (guest, bob):
        who.post("/api/you/blocks", json={"name": "Ann"})
    made = offer(guest)
    block(ann, challenge=made["id"])
    block(ann, name="Bob")
    other = offer(bob, game="awale")
    log_in(guest, "Bob")
    assert [each["name"] for each in guest.get("/api/you/blocks").json()] == ["Ann"]
    assert [each["name"] for each in ann.get("/api/you/blocks").json()] == ["Bob"]
    listed = [each["id"] for each in bob.get("/api/challenges").json()]
    assert listed == [other["id"]]
