"""People at the server: accounts, logins, histories, statistics, ratings, leaving."""

import json

import pytest

from palamedes.core.glicko import Glicko, update
from palamedes.core.record import from_document
from palamedes.games import find_game
from palamedes.players.ladder import level_rating
from palamedes.ui.web.features.accounts.names import clean_name, fold
from palamedes.ui.web.features.accounts.passwords import COST, Cost, Passwords
from palamedes.ui.web.features.accounts.service import Accounts
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.tokens import hash_token
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.models import RatingRow
from palamedes.ui.web.store.transactions import transaction
from people import (
    PASSWORD,
    log_in,
    people_at,
    person,
    play_by_two,
    rated_by_two,
    sign_up,
)
from web import another_visitor, live, new_game, scene_when, two_people

pytestmark = pytest.mark.xdist_group("web")
EASY = {"second": {"who": "engine", "level": "easy"}}


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def client(database):
    with people_at(database) as client:
        yield client


def export_of(client):
    answer = client.post("/api/you/export")
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return json.loads(answer.text)


def resign(client, game_id, moves=1):
    """Make some moves against an engine, and give up."""
    with live(client, game_id) as socket:
        for number in range(moves):
            scene = scene_when(socket, lambda scene: scene["open"])
            socket.send_json({"type": "touch", "spot": scene["open"][0]})
            scene_when(socket, lambda scene, n=number: scene["plies"] >= 2 * n + 2)
        socket.send_json({"type": "resign"})
        return scene_when(socket, lambda scene: scene["result"])


# Names and passwords


@pytest.mark.parametrize("other", ["ADA", "ada ", "\uff41\uff44\uff41", "Ada"])
def test_a_name_is_unique_however_it_is_written(client, other):
    sign_up(client, "Ada")
    wish = {"name": other, "password": PASSWORD}
    answer = another_visitor(client).post("/api/accounts", json=wish)
    detail = "This name, or one that looks like it, is already taken."
    assert (answer.status_code, answer.json()) == (409, {"detail": detail})
    assert log_in(another_visitor(client), other).json() == {"name": "Ada"}


@pytest.mark.parametrize("name", ["Zoë", "Жанна", "李白", "Jean-Luc O'Neil", "நிலா", "x_9"])
def test_names_of_all_kinds(name):
    assert clean_name(name) == name
    assert fold(name.upper()) == fold(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        " a ",
        "x" * 31,
        "a\u200bb",
        "a\nb",
        "a\x00b",
        "\u3164\u3164",
        "a\ufe0fb",
        "--",
        "a<b>",
    ],
)
def test_names_that_nobody_can_have(client, name):
    answer = client.post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(("A name ", "The text contains invisible"))


@pytest.mark.parametrize("password", ["short", "x" * 201])
def test_passwords_that_nobody_should_have(client, password):
    answer = client.post("/api/accounts", json={"name": "Ada", "password": password})
    assert answer.status_code == 422
    assert answer.json() == {"detail": "A password must have 8 to 200 characters."}


def test_what_is_kept_of_a_password_is_slow_salted_and_says_how_it_was_made(client):
    async def look():
        passwords = Passwords(COST)
        first, second = [await passwords.hash_password(PASSWORD) for _time in range(2)]
        right = [await passwords.is_correct(word, first) for word in (PASSWORD, "wrong")]
        nobody = await passwords.is_correct(PASSWORD, None)
        passwords.close()
        old = Passwords(Cost(n=16))
        assert await old.is_correct(PASSWORD, first)  # by the cost that is kept beside it
        old.close()
        return first, second, right, nobody

    first, second, right, nobody = client.portal.call(look)
    assert first.startswith("scrypt$32768$8$1$")
    assert first != second
    assert PASSWORD not in first
    assert right == [True, False]
    assert nobody is False


# Logins


def test_what_an_anonymous_visitor_has_goes_along(client):
    game_id = new_game(client, **EASY)
    with live(client, game_id) as socket:
        scene_when(socket, lambda scene: scene["seats"] == [0])
        before = client.cookies["palamedes"]
        sign_up(client)
        assert client.cookies["palamedes"] != before
    with live(client, game_id) as socket:
        assert scene_when(socket, lambda scene: True)["seats"] == [0]
    assert [game["id"] for game in client.get("/api/mine").json()] == [game_id]
    elsewhere = another_visitor(client)
    other_id = new_game(elsewhere, **EASY)
    assert log_in(elsewhere).status_code == 200
    assert {game["id"] for game in elsewhere.get("/api/mine").json()} == {game_id, other_id}
    assert len(client.get("/api/mine").json()) == 2


def test_who_logs_in_as_somebody_else_brings_nothing_of_the_first(client):
    bob = person(client, "Bob")
    new_game(bob, **EASY)
    sign_up(client)
    assert log_in(bob, "Ada").status_code == 200
    assert bob.get("/api/mine").json() == []
    assert log_in(bob, "Bob").status_code == 200
    assert len(bob.get("/api/mine").json()) == 1
    assert len(client.get("/api/you/logins").json()) == 1


def test_a_login_lasts_over_a_restart_and_can_be_ended(database):
    with people_at(database) as client:
        sign_up(client)
        elsewhere = another_visitor(client)
        log_in(elsewhere)
        cookies = [dict(browser.cookies) for browser in (client, elsewhere)]
    with people_at(database) as client:
        elsewhere = another_visitor(client)
        for browser, stored in zip((client, elsewhere), cookies, strict=True):
            browser.cookies.update(stored)
        assert elsewhere.get("/api/you").json()["name"] == "Ada"
        listed = client.get("/api/you/logins").json()
        assert [login["here"] for login in listed] == [False, True]
        assert client.post(f"/api/you/logins/{listed[0]['id']}/end").json() == {"ended": 1}
        assert elsewhere.get("/api/you").json()["name"] is None
        log_in(elsewhere)
        assert client.post("/api/you/logins/end").json() == {"ended": 1}
        assert elsewhere.get("/api/you").json()["name"] is None
        assert client.post("/api/you/logout").json() == {"name": None}
        assert client.get("/api/you/logins").status_code == 401


def test_only_so_many_logins_of_one_account(client):
    sign_up(client)
    service(client, Accounts).limits.logins_by_name_and_address = RateLimit(100, 1)
    for _login in range(20):
        assert log_in(another_visitor(client)).status_code == 200
    assert client.get("/api/you").json()["name"] is None  # the oldest has ended


def test_log_ins_are_limited_by_name_and_by_address(client):
    sign_up(client)
    rates = service(client, Accounts).limits
    rates.logins_by_name_and_address = RateLimit(2, 0)
    tries = [log_in(another_visitor(client), "Ada", "wrong word").status_code for _ in range(3)]
    assert tries == [401, 401, 429]
    assert log_in(another_visitor(client), "Bob").status_code == 401
    rates.logins_by_address = RateLimit(0, 0)
    assert log_in(another_visitor(client), "Eve").status_code == 429


def test_who_is_unknown_and_what_is_wrong_look_the_same(client):
    sign_up(client)
    wrong, unknown = (
        log_in(another_visitor(client), name, "wrong word") for name in ("Ada", "Eve")
    )
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json() == {"detail": "Wrong name or password."}


# Rated games


def test_a_rated_game_against_a_level(client):
    sign_up(client)
    game_id = new_game(client, rated=True, first={"who": "me", "name": "Nobody"}, **EASY)
    with live(client, game_id) as socket:
        assert scene_when(socket, lambda scene: True)["names"][0] == "Ada"
        for kind in ("undo", "hint", "pause", "move now", "draw"):
            socket.send_json({"type": kind})
            while (message := socket.receive_json())["type"] != "error":
                pass
            assert message["message"] == "Not possible in a rated game."
    scene = resign(client, game_id)
    assert scene["result"]["winner"] == 1
    (rating,) = client.get("/api/you/ratings").json()
    wanted = update(Glicko(), [(level_rating("teeko", "easy"), 0.0)])
    assert (rating["rating"], rating["games"]) == (round(wanted.rating), 1)
    changes = client.get(f"/api/games/{game_id}/ratings").json()
    assert changes == [{"rating": rating["rating"], "change": rating["rating"] - 1500}, None]


def test_a_rated_game_of_two_people_changes_both_once(database):
    with people_at(database) as client:
        ann, bob = sign_up(client, "Ann"), person(client, "Bob")
        game_id = rated_by_two(ann, bob)
        play_by_two(ann, bob, game_id)
        won, lost = (each.get("/api/you/ratings").json()[0] for each in (ann, bob))
        assert won["rating"] - 1500 == 1500 - lost["rating"] > 100
        assert ann.get("/api/you/ratings").json()[0]["course"] == [won["rating"]]
        cookies = dict(ann.cookies)
    with people_at(database) as client:  # nothing was forgotten, so nothing changes
        client.cookies.update(cookies)
        assert client.get("/api/you/ratings").json() == [won]


def test_a_game_whose_rating_was_forgotten_is_rated_at_the_next_start(database):
    with people_at(database) as client:
        service(client, GameServer).resources.end_listeners.clear()
        sign_up(client)
        resign(client, new_game(client, rated=True, **EASY))
        assert client.get("/api/you/ratings").json() == []
        cookies = dict(client.cookies)
    with people_at(database) as client:
        client.cookies.update(cookies)
        assert client.get("/api/you/ratings").json()[0]["games"] == 1


def test_a_game_without_a_move_of_both_is_not_rated(client):
    ann, bob = sign_up(client, "Ann"), person(client, "Bob")
    resign(ann, rated_by_two(ann, bob), moves=0)
    assert ann.get("/api/you/ratings").json() == []


def test_who_resigns_against_a_level_at_once_has_lost(client):
    """Or the side could be drawn by lot again and again."""
    sign_up(client)
    for number in (1, 2):
        resign(client, new_game(client, rated=True, **EASY), moves=0)
        (rating,) = client.get("/api/you/ratings").json()
        assert rating["games"] == number


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"position": "5/5/5/5/5 X", **EASY}, 422),
        ({"second": {"who": "engine", "level": "easy", "handicap": 0.2}}, 422),
        ({"second": {"who": "me"}}, 422),
        ({"first": {"who": "engine"}, "second": {"who": "engine"}}, 422),
        ({"game": "nim:7,7"}, 422),
    ],
)
def test_games_that_cannot_be_rated(client, wish, status):
    sign_up(client)
    answer = client.post("/api/games", json={"game": "teeko", "rated": True, **wish})
    assert answer.status_code == status
    assert "rat" in answer.json()["detail"]


def test_who_leaves_rated_games_alone_cannot_begin_others(client):
    sign_up(client)
    games = [new_game(client, rated=True, **EASY) for _game in range(5)]
    answer = client.post("/api/games", json={"game": "teeko", "rated": True, **EASY})
    assert answer.status_code == 409
    assert answer.json() == {
        "detail": "You have 5 unfinished rated games. Finish one of them first."
    }
    new_game(client, **EASY)
    resign(client, games[0], moves=0)
    new_game(client, rated=True, **EASY)


def test_rated_games_need_accounts_on_both_sides(client):
    answer = client.post("/api/games", json={"game": "teeko", "rated": True})
    assert answer.status_code == 401
    sign_up(client)
    game_id = two_people(client, rated=True)
    stranger = another_visitor(client)
    assert stranger.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 401
    assert client.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 409
    sign_up(stranger, "Bob")
    assert stranger.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 200


# The ranking


def test_places_in_the_ranking(client):
    ann, bob, eve = sign_up(client, "Ann"), person(client, "Bob"), person(client, "Eve")
    accounts = service(client, Accounts)
    with transaction(accounts.server.store.engine) as session:
        for visitor, rating, deviation in ((ann, 1600, 80), (bob, 1700, 90), (eve, 1900, 200)):
            login = accounts.logins.visitor(hash_token(visitor.cookies["palamedes"]))
            facts = {"rating": rating, "deviation": deviation, "volatility": 0.06}
            when = accounts.store.account_of(login.owner).created
            session.add(RatingRow(owner=login.owner, pool="teeko", games=12, changed=when, **facts))
    found = ann.get("/api/ranking?game=teeko").json()
    people = [(row["place"], row["name"], row["you"]) for row in found["table"] if row["place"]]
    assert people == [(1, "Bob", False), (2, "Ann", True)]
    assert found["you"]["place"] == 2
    assert [row["rating"] for row in found["table"]] == sorted(
        (row["rating"] for row in found["table"]), reverse=True
    )
    assert eve.get("/api/ranking?game=teeko").json()["you"] is None
    assert ann.get("/api/ranking?game=chess").status_code == 404


# What was


def test_history_and_statistics(client):
    resign(client, new_game(client, **EASY))
    resign(client, new_game(client, second={"who": "me"}, first=EASY["second"]), moves=0)
    new_game(client, "nim")
    new_game(client, first={"who": "me"}, second={"who": "me"})
    found = client.get("/api/you/games").json()
    assert (found["total"], found["pages"]) == (4, 1)
    assert {kind["game"]: kind["games"] for kind in found["kinds"]} == {"teeko": 3, "nim": 1}
    assert [game["over"] for game in found["games"]] == [False, False, True, True]
    only = client.get("/api/you/games?game=nim").json()
    assert [game["game"] for game in only["games"]] == ["nim"]
    assert client.get("/api/you/games?page=1").json()["games"] == []
    (table,) = client.get("/api/you/statistics").json()
    assert table["opponents"] == [{"name": "easy", "first": [0, 0, 1], "second": [0, 0, 1]}]


# Leaving


def test_the_export_has_everything_and_no_secret(client):
    sign_up(client)
    ended, open_id = new_game(client, rated=True, **EASY), new_game(client, "nim")
    resign(client, ended)
    found = export_of(client)
    assert found["account"]["name"] == "Ada"
    assert {game["id"] for game in found["games"]} == {ended, open_id}
    for game in found["games"]:
        from_document(game["record"], find_game)
    assert len(found["ratings"]) == len(found["logins"]) == 1
    accounts = service(client, Accounts)
    token = client.cookies["palamedes"]
    owner = accounts.logins.visitor(hash_token(token)).owner
    for secret in (token, owner, "scrypt", *accounts.logins._logins):
        assert secret not in json.dumps(found)


def test_deletion_leaves_the_games_of_others_to_them(client):
    ann, bob = sign_up(client, "Ann"), person(client, "Bob")
    shared, alone = rated_by_two(ann, bob), new_game(ann, **EASY)
    with live(bob, shared) as socket:
        answer = ann.post("/api/you/delete", json={"password": "wrong word"})
        assert answer.status_code == 401
        assert ann.post("/api/you/delete", json={"password": PASSWORD}).status_code == 200
        scene = scene_when(socket, lambda scene: scene["names"][0] != "Ann")
        assert scene["names"] == ["Player 1", "Bob"]
        assert scene["free"] == []
    assert ann.get(f"/api/games/{alone}").status_code == 404
    eve = person(client, "Eve")
    assert eve.post(f"/api/games/{shared}/seats/0", json={}).status_code == 409
    assert [game["id"] for game in bob.get("/api/mine").json()] == [shared]
    assert log_in(ann, "Ann").status_code == 401
    sign_up(ann, "Ann")  # the name is free, and nothing comes back with it
    assert ann.get("/api/mine").json() == []


def test_an_anonymous_visitor_is_forgotten_too(client):
    new_game(client, **EASY)
    assert client.post("/api/you/delete", json={}).status_code == 422
    assert len(export_of(client)["games"]) == 1
    assert client.post("/api/you/delete", json={"sure": True}).status_code == 200
    assert client.get("/api/mine").json() == []
    assert export_of(client)["games"] == []
