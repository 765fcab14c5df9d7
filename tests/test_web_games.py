"""The web app's server: games over REST and WebSocket, people and engines."""

import pytest

from palamedes.core.record import from_document
from palamedes.games import GAMES, find_game
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from web import another_visitor, client_of, live, new_game, scene_when, two_people

pytestmark = pytest.mark.xdist_group("web")
WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]
ONE_SCREEN = {"first": {"who": "me"}, "second": {"who": "me"}}


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def client(database):
    with client_of(database) as client:
        yield client


def record_of(client, game_id):
    return client.get(f"/api/games/{game_id}").json()["record"]


def send(socket, kind, **more):
    socket.send_json({"type": kind, **more})


def play(socket, *moves):
    """Make moves at one screen."""
    for move in moves:
        send(socket, "move", move=move)
        scene = scene_when(socket, lambda scene, move=move: scene["moves"][-1:] == [move])
    return scene


def refused(socket):
    """What is wrong, said to the one who asked for it."""
    while (message := socket.receive_json())["type"] != "error":
        pass
    return message["message"]


# What there is


def test_the_catalogue_has_all_games(client):
    found = client.get("/api/catalogue").json()
    assert [family["name"] for family in found] == [family.name for family in GAMES]
    for family in found:
        for game in family["variants"]:
            assert find_game(game["id"]).id == game["id"]
            assert game["rules"]
            assert "easy" in [level["name"] for level in game["levels"]]


def test_a_game_is_described_with_its_board(client):
    found = client.get("/api/catalogue/morris").json()
    assert len(found["geometry"]["spots"]) == 24
    assert found["start"] == "3/3/3/6/3/3/3 X 9 9"
    assert client.get("/api/catalogue/chess").status_code == 404


def test_answers_are_in_the_language_of_the_visitor(client):
    french = client.get("/api/catalogue/morris", headers={"accept-language": "fr-CA, en;q=0.5"})
    assert french.json()["title"] == "Jeu du moulin"
    chosen = client.get("/api/catalogue/morris", headers={"cookie": "language=fr"})
    assert chosen.json()["title"] == "Jeu du moulin"
    other = client.get("/api/catalogue/morris", headers={"accept-language": "xx"})
    assert other.json()["title"] == "Nine men's morris"


# Playing


@pytest.mark.parametrize("family", GAMES, ids=lambda family: family.name)
def test_any_game_is_played_by_touches_against_an_engine(client, family):
    game_id = new_game(client, family.name, second={"who": "engine", "level": "easy"})
    with live(client, game_id) as socket:
        for _move in range(4):
            scene = scene_when(socket, lambda scene: scene["open"] or scene["result"])
            plies = scene["plies"]
            while scene["plies"] == plies and not scene["result"]:
                before = plies, scene["touched"]
                send(socket, "touch", spot=scene["open"][0])
                scene = scene_when(
                    socket,
                    lambda scene, before=before: (scene["plies"], scene["touched"]) != before,
                )
            if scene["result"]:
                break
    match = from_document(record_of(client, game_id), find_game)
    assert len(match.turns) >= 4 or match.result


def test_two_people_play_and_a_third_watches(client):
    friend, stranger = another_visitor(client), another_visitor(client)
    game_id = two_people(client)
    answer = friend.post(f"/api/games/{game_id}/seats/1", json={"name": "Bob"})
    assert answer.json() == {"id": game_id, "seat": 1}
    assert stranger.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 409
    assert stranger.post(f"/api/games/{game_id}/seats/0", json={}).status_code == 409
    with live(client, game_id) as ann, live(friend, game_id) as bob, live(stranger, game_id) as eve:
        for number, move in enumerate(WIN):
            send((ann, bob)[number % 2], "move", move=move)
            for socket in (ann, bob, eve):
                scene_when(socket, lambda scene, n=number: scene["plies"] == n + 1)
        send(eve, "move", move="e5")
        assert refused(eve) == "You are watching this game."
    assert record_of(stranger, game_id)["result"] == {"winner": 1, "reason": "normal"}


def test_nobody_moves_for_the_other_or_sees_what_is_in_his_hand(client):
    friend = another_visitor(client)
    game_id = two_people(client, position="5/XX3/X1X2/OO3/O1O2 X")
    friend.post(f"/api/games/{game_id}/seats/1", json={})
    with live(client, game_id) as ann, live(friend, game_id) as bob:
        scene_when(bob, lambda scene: scene["seats"] == [1])
        send(bob, "touch", spot="a1")
        assert refused(bob) == "It is not your turn."
        send(ann, "touch", spot="b4")
        mine = scene_when(ann, lambda scene: scene["touched"] == ["b4"])
        assert mine["open"]
        send(ann, "touch", spot="c4")
        for scene in iter(lambda: scene_when(bob, lambda scene: True), None):
            assert scene["touched"] == []
            if scene["plies"]:
                break


def test_a_takeback_needs_the_consent_of_the_other(client):
    friend = another_visitor(client)
    game_id = two_people(client)
    friend.post(f"/api/games/{game_id}/seats/1", json={})
    with live(client, game_id) as ann, live(friend, game_id) as bob:
        send(ann, "move", move="a1")
        scene_when(bob, lambda scene: scene["plies"] == 1)
        send(ann, "undo")
        offered = scene_when(bob, lambda scene: scene["offer"])
        assert offered["offer"] == {"kind": "undo", "by": 0}
        send(ann, "answer", agrees=True)
        assert refused(ann) == "There is no request to answer."
        send(bob, "answer", agrees=False)
        assert scene_when(ann, lambda scene: scene["offer"] is None and scene["plies"])
        send(ann, "undo")
        scene_when(bob, lambda scene: scene["offer"])
        send(bob, "answer", agrees=True)
        scene_when(ann, lambda scene: scene["plies"] == 0)
    assert record_of(client, game_id)["moves"] == []


def test_people_get_no_hints_against_each_other(client):
    game_id = two_people(client)
    with live(client, game_id) as socket:
        send(socket, "hint")
        assert refused(socket) == "Not possible in a game against another player."


def test_undo_hint_and_resignation_against_an_engine(client):
    game_id = new_game(client, second={"who": "engine", "level": "easy"})
    with live(client, game_id) as socket:
        send(socket, "hint")
        hint = scene_when(socket, lambda scene: scene["hint"])["hint"]
        assert hint["move"] == ""
        send(socket, "hint")
        move = scene_when(socket, lambda scene: scene["hint"] and scene["hint"]["move"])
        send(socket, "move", move=move["hint"]["move"])
        scene_when(socket, lambda scene: scene["plies"] == 2)
        send(socket, "undo")
        scene_when(socket, lambda scene: scene["plies"] == 0)
        send(socket, "resign")
        scene = scene_when(socket, lambda scene: scene["result"])
        assert scene["result"]["winner"] == 1
        assert scene["result"]["text"] == "You lose: you resigned."


@pytest.mark.usefixtures("no_books")
def test_an_engine_tells_what_it_thinks(client):
    engine = {"who": "engine", "level": "master"}
    game_id = new_game(client, "morris", first=engine, second={"who": "me"})
    with live(client, game_id) as socket:
        while (message := socket.receive_json())["type"] != "thinking":
            assert message.get("plies", 0) == 0
        assert message["depth"] > 0
        assert message["nodes"] > 0
        assert message["moves"]


def test_an_engine_with_a_handicap(client):
    engine = {"who": "engine", "level": "hard", "handicap": 0.25}
    game_id = new_game(client, "teeko", first={"who": "me"}, second=engine)
    assert record_of(client, game_id)["players"][1] == "hard:error=0.25"


def test_a_rematch_changes_sides(client):
    game_id = new_game(client, **ONE_SCREEN)
    with live(client, game_id) as socket:
        send(socket, "rematch")
        assert refused(socket) == "The game is not over yet."
        play(socket, *WIN)
        send(socket, "rematch")
        while (message := socket.receive_json())["type"] != "rematch":
            pass
    assert message["id"] != game_id
    assert record_of(client, message["id"])["moves"] == []


def test_a_rematch_between_people_needs_both(client):
    friend = another_visitor(client)
    game_id = two_people(client)
    friend.post(f"/api/games/{game_id}/seats/1", json={"name": "Bob"})
    with live(client, game_id) as ann, live(friend, game_id) as bob:
        send(ann, "resign")
        scene_when(bob, lambda scene: scene["result"])
        send(ann, "rematch")
        while (asked := bob.receive_json())["type"] != "rematch":
            pass
        assert asked == {"type": "rematch", "by": 0}
        send(bob, "rematch")
        while "id" not in (agreed := ann.receive_json()) or agreed["type"] != "rematch":
            pass
    with live(friend, agreed["id"]) as bob:
        assert scene_when(bob, lambda scene: True)["seats"] == [0]


def test_a_rematch_is_found_again_until_it_is_deleted(client):
    game_id = new_game(client, **ONE_SCREEN)
    with live(client, game_id) as socket:
        play(socket, *WIN)
    found = []
    for _time in range(3):
        client.portal.call(service(client, GameServer).close_idle)
        if len(found) == 2:
            client.post(f"/api/you/games/{found[0]}/delete")
        with live(client, game_id) as socket:
            send(socket, "rematch")
            while (message := socket.receive_json())["type"] != "rematch":
                pass
        found.append(message["id"])
    first, second, third = found
    assert first == second != third


def test_clocks_run_out(client):
    game_id = new_game(client, clock={"total": 1}, **ONE_SCREEN)
    with live(client, game_id) as socket:
        scene = scene_when(socket, lambda scene: scene["result"])
    assert scene["result"]["reason"] == "timeout"


# What is kept


def test_a_game_goes_on_after_the_server_was_started_again(database):
    with client_of(database) as client:
        game_id = new_game(client, **ONE_SCREEN)
        cookies = dict(client.cookies)
        with live(client, game_id) as socket:
            play(socket, *WIN[:4])
    with client_of(database) as client:
        client.cookies.update(cookies)
        with live(client, game_id) as socket:
            assert scene_when(socket, lambda scene: True)["moves"] == WIN[:4]
            assert play(socket, *WIN[4:])["result"]["winner"] == 0
        (mine,) = client.get("/api/mine").json()
        assert (mine["id"], mine["over"], mine["plies"]) == (game_id, True, 7)


def test_others_games_are_not_in_the_list(client):
    new_game(client)
    assert len(client.get("/api/mine").json()) == 1
    assert another_visitor(client).get("/api/mine").json() == []


# What is refused


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": "teeko", "second": {"who": "engine", "level": "godlike"}}, 422),
        ({"game": "teeko", "second": {"who": "engine", "level": "alphabeta:depth=99"}}, 422),
        ({"game": "teeko", "second": {"who": "engine", "level": "cmd:touch owned"}}, 422),
        ({"game": "teeko", "second": {"who": "engine", "level": "perfect"}}, 409),
        ({"game": "teeko", "second": {"who": "engine", "handicap": 5}}, 422),
        ({"game": "teeko", "position": "nonsense"}, 422),
        ({"game": "teeko", "clock": {"total": 0}}, 422),
        ({"game": "teeko", "first": {"name": "x" * 41}}, 422),
        ({"game": "teeko", "extra": 1}, 422),
        ({}, 422),
        ([], 422),
    ],
)
def test_games_that_cannot_be_are_refused(client, wish, status):
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_a_game_that_is_not_there(client):
    assert client.get("/api/games/unknown-game").status_code == 404
    with client.websocket_connect("/api/games/unknown-game/live") as socket:
        closed = socket.receive()
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)


# Positions set up by hand


@pytest.mark.parametrize("family", GAMES, ids=lambda family: family.name)
def test_a_board_that_was_shown_can_be_composed(client, family):
    with client.websocket_connect("/api/analysis") as socket:
        question = {"game": family.name, "moves": []}
        socket.send_json({"type": "position", **question})
        shown = socket.receive_json()
        send(socket, "compose", game=family.name, board=shown["board"], id=7)
        composed = {"type": "composed", "text": shown["text"], "board": shown["board"], "id": 7}
        assert socket.receive_json() == composed
        send(socket, "record", **question)
        assert (
            from_document(socket.receive_json()["record"], find_game).position.text == shown["text"]
        )


@pytest.mark.parametrize(
    "board",
    [
        None,
        {},
        {"pieces": 5, "turn": 0},
        {"pieces": {"a1": [["disc", 7, 1]]}, "turn": 0},
        {"pieces": {"a1": [["disc", True, 1]]}, "turn": 0},
        {"pieces": {"a1": [["disc", 1.0, 1]]}, "turn": 0},
        {"pieces": {"a1": [["disc", -0.0, 1]]}, "turn": 0},
        {"pieces": {"a1": [["disc", 0, 1.0]]}, "turn": 0},
        {"pieces": {"a1": [["disc", 0, 10**30]]}, "turn": 0},
        {"pieces": {"1": [[["red"], None, 1]]}, "turn": 0},
        {"pieces": {"a1": [["disc", 0]]}, "turn": 0},
        {"pieces": {}, "turn": "x"},
        {"pieces": {}, "turn": 5},
        {"pieces": {"a1": [["disc", 0, 1]]}, "turn": 1.0},
        {"pieces": {}, "turn": 0, "counters": [[0, "in hand", None]]},
        {"pieces": {}, "turn": 0, "regions": [["won", "a", 0, 1, 1, 0]]},
        {"pieces": {"a1": [["disc", 0, 1]], "b1": [["disc", 0, 1]]}, "turn": 0},
    ],
)
@pytest.mark.parametrize("variety", ["teeko", "morris", "ultimate", "awale"])
def test_boards_that_make_no_sense_are_refused(client, board, variety):
    with client.websocket_connect("/api/analysis") as socket:
        send(socket, "compose", game=variety, board=board)
        answer = socket.receive_json()
    assert answer["type"] in ("error", "composed")
    assert "went wrong" not in answer.get("message", "")
    if answer["type"] == "composed":  # nothing on the board: some games begin so
        assert board["pieces"] == {}
