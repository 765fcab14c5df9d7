"""Nobody gets more out of a game than it gives: engines keep their plans, games can be claimed."""

from dataclasses import replace
from threading import Event

import pytest

from palamedes.campaign import CHAPTERS, GameChallenge
from palamedes.core.match import Thought
from palamedes.search.analysis import Analysis, Variation
from palamedes.solver.puzzles.puzzle import shipped_puzzles
from palamedes.ui.web.features.tournaments.service import Tournaments
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live import absence, rated_games
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.permissions import shows_thinking
from palamedes.ui.web.store.tournaments import TournamentStore
from people import WIN, people_at, person, rated_by_two, sign_up
from waiting import wait_until
from web import another_visitor, live, new_game, scene_when, two_people

pytestmark = pytest.mark.xdist_group("web")
EASY = {"first": {"who": "me"}, "second": {"who": "engine", "level": "easy"}}


@pytest.fixture
def client(tmp_path):
    with people_at(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def live_game(client, game_id):
    return service(client, GameServer).live_games[game_id]


def until(socket, kind):
    while (message := socket.receive_json())["type"] != kind:
        pass
    return message


# What an engine thinks


def think(client, game_id):
    """Let the engine of a game tell its plan, as if it were thinking."""
    game = live_game(client, game_id)
    analysis = Analysis((Variation("c3", 50, ("c3", "c4")),), depth=3, nodes=100, seconds=0.1)

    def tell():
        game.session = type("Thinking", (), {"is_thinking": True})()
        game._broadcast_thinking(analysis)

    session = game.session
    client.portal.call(tell)
    game.session = session


def test_an_engine_keeps_its_plan_in_a_challenge_without_hints(client):
    stored = live_game(client, new_game(client, **EASY)).stored
    challenges = [each for chapter in CHAPTERS for each in chapter.challenges]
    duels = [each for each in challenges if isinstance(each, GameChallenge)]
    shown = {each.hints: shows_thinking(replace(stored, challenge=each.id)) for each in duels}
    assert shown == {True: True, False: False}


@pytest.mark.parametrize(("rated", "tells"), [(True, False), (False, True)])
def test_an_engine_keeps_its_plan_in_a_rated_game(client, rated, tells):
    sign_up(client)
    watcher = another_visitor(client)
    game_id = new_game(client, rated=rated, **EASY)
    with live(client, game_id) as player, live(watcher, game_id) as other:
        think(client, game_id)
        for socket in (player, other):
            socket.send_json({"type": "ping"})
            seen = []
            while (message := socket.receive_json())["type"] != "pong":
                seen.append(message["type"])
            assert ("thinking" in seen) == tells


def test_the_record_of_a_rated_game_tells_no_thoughts_before_its_end(client):
    sign_up(client)
    game_id = new_game(client, rated=True, **EASY)
    match = live_game(client, game_id).stored.match
    client.portal.call(match.play, "c3", 1.0, Thought(3, 100, 50))
    assert "thoughts" not in client.get(f"/api/games/{game_id}").json()["record"]
    assert "thoughts" not in client.post("/api/you/export").json()["games"][0]["record"]
    with live(client, game_id) as socket:
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])
    assert client.get(f"/api/games/{game_id}").json()["record"]["thoughts"][0] == [3, 100, 50]


# Games that the opponent has left


@pytest.fixture
def at_once(monkeypatch):
    """A player who leaves has been away for long at once."""
    monkeypatch.setattr(absence, "WAIT_WITH_CLOCK", 0.0)
    monkeypatch.setattr(absence, "WAIT_WITHOUT_CLOCK", 0.0)


def claim(socket):
    socket.send_json({"type": "claim"})


def begin(client, moves=(), **wish):
    """A game of two people after some moves; the friend is not connected."""
    friend = another_visitor(client)
    game_id = two_people(client, **wish)
    assert friend.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 200
    with live(client, game_id) as first, live(friend, game_id) as second:
        for number, move in enumerate(moves):
            (first, second)[number % 2].send_json({"type": "move", "move": move})
            scene_when(second, lambda scene, plies=number + 1: scene["plies"] == plies)
            scene_when(first, lambda scene, plies=number + 1: scene["plies"] == plies)
    return game_id, friend


@pytest.mark.parametrize("wish", [{}, {"clock": {"total": 600}}])
def test_a_game_that_the_opponent_has_left_is_won_by_a_claim(client, at_once, wish):
    game_id, _friend = begin(client, WIN[:3], **wish)
    with live(client, game_id) as socket:
        assert until(socket, "company")["claim"][0] == 0
        claim(socket)
        result = scene_when(socket, lambda scene: scene["result"])["result"]
        assert (result["winner"], result["reason"]) == (0, "abandonment")
        assert result["text"] == "You win: Player 2 left the game."
    (mine,) = client.get("/api/mine").json()  # as the database has it
    assert mine["result"] == "You win: Player 2 left the game."


def test_nobody_wins_a_game_in_which_not_both_have_moved(client, at_once):
    game_id, _friend = begin(client, WIN[:1])
    with live(client, game_id) as socket:
        claim(socket)
        result = scene_when(socket, lambda scene: scene["result"])["result"]
        assert (result["winner"], result["reason"]) == (None, "abandonment")


def test_a_game_is_not_claimed_too_early_nor_after_the_opponent_came_back(client, monkeypatch):
    game_id, friend = begin(client, WIN[:3])
    refused = "Your opponent has not been away long enough."
    with live(client, game_id) as socket:
        assert 0 < until(socket, "company")["claim"][0] <= absence.WAIT_WITHOUT_CLOCK
        claim(socket)
        assert until(socket, "error")["message"] == refused
        monkeypatch.setattr(absence, "WAIT_WITHOUT_CLOCK", 0.0)
        with live(friend, game_id) as other:
            scene_when(other, lambda scene: True)
            claim(socket)
            assert until(socket, "error")["message"] == refused
            other.send_json({"type": "move", "move": WIN[3]})
            scene_when(socket, lambda scene: scene["plies"] == 4)
        wait_until(lambda: not live_game(client, game_id)._present_players()[1:])
        claim(socket)  # without a clock it is one's own turn: one goes on
        assert until(socket, "error")["message"] == refused
        socket.send_json({"type": "move", "move": WIN[4]})
        scene_when(socket, lambda scene: scene["plies"] == 5)
        claim(socket)
        assert scene_when(socket, lambda scene: scene["result"])["result"]["winner"] == 0


def test_who_has_just_joined_has_time_to_connect(client, monkeypatch):
    monkeypatch.setattr(absence, "WAIT_WITH_CLOCK", 1000.0)
    game_id = two_people(client, clock={"total": 600})
    game = live_game(client, game_id)
    game._absence._since = [None, -2000.0]  # the side was free for long
    another_visitor(client).post(f"/api/games/{game_id}/seats/1", json={})
    assert 0 < game._seconds_to_claim(0) <= 1000


def test_a_player_whose_opponent_is_deleted_may_claim_the_game(client, at_once):
    game_id, friend = begin(client, WIN[:3])
    assert friend.post("/api/you/delete", json={"sure": True}).status_code == 200
    with live(client, game_id) as socket:
        claim(socket)
        assert scene_when(socket, lambda scene: scene["result"])["result"]["winner"] == 0


def test_nobody_claims_a_game_against_an_engine_or_a_free_side(client, at_once):
    for game_id in (new_game(client, **EASY), two_people(client)):
        with live(client, game_id) as socket:
            claim(socket)
            until(socket, "error")


def test_games_that_wait_for_others_are_not_held_against_anybody(client):
    ann, bob = sign_up(client, "Ann"), person(client, "Bob")
    for _game in range(rated_games.MOST_OPEN):
        game_id = rated_by_two(ann, bob)
        with live(ann, game_id) as socket:
            socket.send_json({"type": "move", "move": "c3"})
            scene_when(socket, lambda scene: scene["plies"] == 1)
    new_game(ann, rated=True, **EASY)
    refused = bob.post("/api/games", json={"game": "teeko", "rated": True, **EASY})
    assert refused.status_code == 409


# Sides, rematches


def test_the_sides_of_a_rated_rematch_against_a_level_are_drawn(client, monkeypatch):
    sign_up(client)
    for lot, names in ((0, ("", "Ada")), (1, ("Ada", ""))):
        game_id = new_game(client, rated=True, **EASY)
        monkeypatch.setattr(rated_games, "randbelow", lambda number, lot=lot: lot)
        with live(client, game_id) as socket:
            socket.send_json({"type": "resign"})
            scene_when(socket, lambda scene: scene["result"])
            socket.send_json({"type": "rematch"})
            again = until(socket, "rematch")["id"]
        assert live_game(client, again).stored.names == names
        monkeypatch.setattr(rated_games, "randbelow", lambda number: 0)


def test_six_tabs_make_one_rematch(client, monkeypatch):
    server, may_write = service(client, GameServer), Event()
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    add = server.store.add

    def add_later(stored):
        may_write.wait(10)
        add(stored)

    with (
        live(client, game_id) as a,
        live(client, game_id) as b,
        live(client, game_id) as c,
        live(client, game_id) as d,
        live(client, game_id) as e,
        live(client, game_id) as f,
    ):
        tabs = (a, b, c, d, e, f)
        a.send_json({"type": "resign"})
        for tab in tabs:
            scene_when(tab, lambda scene: scene["result"])
        monkeypatch.setattr(server.store, "add", add_later)
        for tab in tabs:
            tab.send_json({"type": "rematch"})
        for tab in tabs:
            tab.send_json({"type": "ping"})
        may_write.set()
        found = {until(tab, "rematch")["id"] for tab in tabs}
        for tab in tabs:
            until(tab, "pong")
    assert len(found) == 1
    assert len(client.get("/api/mine").json()) == 2


# Tournaments


def join(visitor, tournament_id, name="Somebody"):
    return visitor.post(f"/api/contests/{tournament_id}/entrants", json={"name": name})


def test_expelled_entrants_do_not_fill_a_tournament(client):
    wish = {"game": "teeko", "system": "round robin"}
    tournament_id = client.post("/api/contests/people", json=wish).json()["id"]
    for _number in range(20):
        number = join(another_visitor(client), tournament_id).json()["number"]
        answer = client.post(f"/api/contests/{tournament_id}/withdrawals", json={"number": number})
        assert answer.status_code == 200
    assert join(another_visitor(client), tournament_id).status_code == 200


def test_a_tournament_is_full_for_those_who_come_back(client):
    wish = {"game": "teeko", "system": "swiss"}
    tournament_id = client.post("/api/contests/people", json=wish).json()["id"]
    visitors = [another_visitor(client) for _visitor in range(3)]
    for visitor in visitors:
        join(visitor, tournament_id)
    client.post(f"/api/contests/{tournament_id}/start")
    visitors[0].post(f"/api/contests/{tournament_id}/withdrawals", json={})
    store = TournamentStore(service(client, GameServer).store.engine)
    for number in range(62):
        assert client.portal.call(store.join, tournament_id, "x", f"owner {number}", 64)
    assert join(visitors[0], tournament_id).json() == {"detail": "This tournament is full."}


@pytest.mark.parametrize("limit", ["joins_by_address", "joins_by_visitor"])
def test_joins_are_limited(client, limit):
    wish = {"game": "teeko", "system": "swiss"}
    tournament_id = client.post("/api/contests/people", json=wish).json()["id"]
    setattr(service(client, Tournaments), limit, RateLimit(2, 0))
    tries = [join(client, tournament_id).status_code for _try in range(3)]
    assert tries == [200, 200, 429]


def test_a_stranger_does_not_fill_a_tournament_but_a_class_joins_its_teacher(client):
    wish = {"game": "teeko", "system": "swiss"}
    tournament_id = client.post("/api/contests/people", json=wish).json()["id"]
    service(client, Tournaments).entries.elsewhere = RateLimit(2, 0)

    def tries(address):
        visitors = [another_visitor(client, address) for _visitor in range(4)]
        return [join(each, tournament_id).status_code for each in visitors]

    assert tries("testclient") == [200] * 4
    assert tries("at school") == [200, 200, 429, 429]
    teacher = another_visitor(client, "at school")
    teacher.cookies = client.cookies
    teacher.get(f"/api/contests/{tournament_id}")
    assert tries("at school") == [200] * 4


@pytest.mark.parametrize("name", ["\u0410NN", "Ann.", "Änn"])
def test_no_entrant_looks_like_another(client, name):
    wish = {"game": "teeko", "system": "swiss"}
    tournament_id = client.post("/api/contests/people", json=wish).json()["id"]
    assert join(another_visitor(client), tournament_id, "Ann").status_code == 200
    answer = join(another_visitor(client), tournament_id, name)
    assert (answer.status_code, "looks like" in answer.json()["detail"]) == (409, True)
    assert join(another_visitor(client), tournament_id, "Ann").status_code == 200
    shown = client.get(f"/api/contests/{tournament_id}").json()["entrants"]
    assert [each["name"] for each in shown] == ["Ann", "Ann (2)"]


# Puzzles


def test_answers_looked_up_as_another_visitor_earn_nothing(client):
    one, two, three = shipped_puzzles("teeko")[:3]

    def post(visitor, puzzle, what, **body):
        return visitor.post(f"/api/puzzles/teeko/{puzzle.id}/{what}", json=body).json()

    spy = another_visitor(client)
    assert post(spy, one, "solution")["rated"]
    post(spy, two, "hint")
    for puzzle in (one, two, three):
        said = post(client, puzzle, "answers", moves=list(puzzle.line[::2]))
        assert (said["solved"], said["rated"]) == (True, puzzle is three)
    elsewhere = another_visitor(client, "192.0.2.1")
    assert post(elsewhere, one, "answers", moves=list(one.line[::2]))["rated"]
    assert client.get("/api/puzzles/teeko").json()["solved"] == 3  # they count as solved
