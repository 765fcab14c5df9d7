"""Tournaments of engines and of people at the server: who may do what, and what is kept."""

import pytest

import waiting
from palamedes.core.errors import PalamedesError
from palamedes.games import find_game
from palamedes.ui.web.features.tournaments import engines
from palamedes.ui.web.features.tournaments import people as people_tournaments
from palamedes.ui.web.features.tournaments.people import next_pairings
from palamedes.ui.web.features.tournaments.service import Tournaments
from palamedes.ui.web.features.tournaments.specs import parse_allowed_entrants
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import COOKIE, hash_token
from palamedes.ui.web.store import GameStore, SavedVersion, StoreError, changes_since
from palamedes.ui.web.store.tournaments import Pairing, Tournament, TournamentEntry, TournamentStore
from palamedes.ui.web.store.transactions import ConflictError
from test_web_store import store, stored_game, url  # noqa: F401 - fixtures
from web import another_visitor, client_of, live, scene_when

pytestmark = pytest.mark.xdist_group("store")
SWISS = {"system": "swiss", "rounds": 2, "clock": [300.0, 0.0]}
ENGINES = {"games": 2, "seconds": 0.1, "openings": 0, "seed": 0}


@pytest.fixture
def database(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def client(database):
    with client_of(database) as client:
        yield client


def look(client, tournament_id):
    answer = client.get(f"/api/contests/{tournament_id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def wait_until(client, tournament_id, condition):
    """The tournament, once it is as wanted."""

    def wanted():
        found = look(client, tournament_id)
        return found if condition(found) else None

    return waiting.wait_until(wanted, what=lambda: look(client, tournament_id))


def act(client, tournament_id, action, status=200, **body):
    answer = client.post(f"/api/contests/{tournament_id}/{action}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def new_people(client, **wish):
    answer = client.post("/api/contests/people", json={"game": "nim", **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def people(client, tournament_id, *names):
    """Visitors who take part under these names."""
    visitors = [another_visitor(client) for _name in names]
    for visitor, name in zip(visitors, names, strict=True):
        act(visitor, tournament_id, "entrants", name=name)
    return visitors


def give_up(visitor, tournament_id):
    """Lose the game that somebody has to play now; its opponent."""
    with live(visitor, look(visitor, tournament_id)["board"]) as socket:
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])


# Engines


BAD = {
    "cmd:ls": "only built-in levels and engines",
    "bot:/etc/passwd": "only built-in levels and engines",
    "mine=cmd:ls": "only built-in levels and engines",
    "BOT:x.py": "only built-in levels and engines",
    "../easy": "only built-in levels and engines",
    "alphabeta:hash=65536,time=1": "hash can be at most 64",
    "alphabeta:threads=256": "threads can be at most 2",
    "alphabeta:depth=99": "depth can be at most 12",
    "mcts:nodes=1000000000": "nodes can be at most 1000000",
    "mcts:time=3600": "time can be at most 2",
    "mcts:nodes=nan": "nodes can be at most",
    "alphabeta:tables=1": "tables is not allowed",
    "alphabeta:eval=nothing": "no evaluation",
    "easy:error=1e-400,speed=3": "only built-in levels and engines",
    "step11": "its steps are step1 to step10",
    "step0": "only built-in levels and engines",
    "step3x": "only built-in levels and engines",
    "step3:blur=0.1": "blur is not allowed",
    "step3:style=wild": "unknown style",
    "adaptive": "only built-in levels and engines",
}


@pytest.mark.parametrize(("spec", "reason"), BAD.items())
def test_only_modest_engines_of_ours_may_enter(spec, reason):
    with pytest.raises(PalamedesError, match=reason):
        parse_allowed_entrants(find_game("teeko"), ["easy", spec])


def test_steps_of_the_ladder_may_enter_with_a_style():
    texts = ["step1", "step10", "mine=step3:style=aggressive", "hard:style=defensive"]
    entrants = parse_allowed_entrants(find_game("teeko"), texts)
    assert [each.spec for each in entrants] == [*texts[:2], "step3:style=aggressive", texts[3]]


def test_nothing_is_made_of_a_bad_spec(client):
    answer = client.post(
        "/api/contests/engines", json={"game": "nim", "players": ["easy", "cmd:ls"]}
    )
    assert answer.status_code == 422
    assert "cmd:ls" in answer.json()["detail"]
    assert client.get("/api/contests").json() == []


def test_engines_go_on_after_a_restart_and_others_wait(database, monkeypatch):
    monkeypatch.setattr(engines, "NICENESS", 0)  # the tests beside this one can wait
    players = ["random", "slow=mcts:time=0.04"]
    wish = {"game": "nim", "players": players, "games": 8, "seconds": 0.1, "seed": 3}
    with client_of(database) as client:
        tournament_id = client.post("/api/contests/engines", json=wish).json()["id"]
        waiting = client.post("/api/contests/engines", json=wish).json()["id"]
        assert client.post("/api/contests/engines", json=wish).status_code == 429
        cookie = client.cookies[COOKIE]
        found = wait_until(client, tournament_id, lambda found: found["played"] >= 2)
        assert found["state"] == "running"
        assert look(client, waiting)["place"] == 1
        act(another_visitor(client), tournament_id, "stop", 403)
        act(another_visitor(client), waiting, "stop", 403)
        assert hash_token(cookie) not in client.get(f"/api/contests/{tournament_id}").text
        before = look(client, tournament_id)["latest"][-1]
    with client_of(database) as client:
        client.cookies.set(COOKIE, cookie)
        act(client, waiting, "stop")
        found = wait_until(client, tournament_id, lambda found: found["state"] == "over")
        assert found["played"] == found["total"] == 8
        assert look(client, waiting)["state"] == "stopped"
        first = client.get(f"/api/contests/{tournament_id}/games/{before['number']}").json()
        assert first["moves"] == before["moves"]  # played before the restart, and kept
        assert len(first["boards"]) == len(before["moves"]) + 1
        check_reports(client, tournament_id)


def check_reports(client, tournament_id):
    report = client.get(f"/api/contests/{tournament_id}/report")
    policy = report.headers["content-security-policy"]
    assert "sandbox allow-scripts;" in policy
    assert "unsafe" not in policy
    assert "slow" in report.text
    table = client.get(f"/api/contests/{tournament_id}/standings.csv").text.splitlines()
    assert len(table) == 3
    figures = client.get(f"/api/contests/{tournament_id}/standings.json").json()
    assert {player["games"] for player in figures["players"]} == {8}
    assert client.get(f"/api/contests/{tournament_id}/games/99").status_code == 404


# People


def test_who_is_sent_away_stays_away(client):
    tournament_id = new_people(client, rounds=3)
    ada, bob, cleo, dan = people(client, tournament_id, "Ada", "Bob", "Cleo", "Dan")
    act(client, tournament_id, "withdrawals", number=1)
    act(ada, tournament_id, "entrants", 409, name="Ada")
    act(bob, tournament_id, "withdrawals")
    act(bob, tournament_id, "entrants", name="Bob")  # who goes by himself may come back
    found = look(ada, tournament_id)
    assert [each["name"] for each in found["entrants"]] == ["Cleo", "Dan", "Bob"]
    assert (found["you"], found["players"]) == (None, 3)
    act(client, tournament_id, "start")
    act(client, tournament_id, "withdrawals", number=3)
    for visitor in (ada, cleo):
        act(visitor, tournament_id, "entrants", 409, name="Me")
    act(dan, tournament_id, "withdrawals")
    assert 1 not in [each["number"] for each in look(client, tournament_id)["table"]]


def test_a_round_goes_on_when_the_database_was_locked(client, monkeypatch):
    tournament_id = new_people(client, system="round robin")
    ada, _bob = people(client, tournament_id, "Ada", "Bob")
    act(client, tournament_id, "start")
    tournaments, failures = service(client, Tournaments), [StoreError("locked")] * 2
    set_result = tournaments.store.set_result
    monkeypatch.setattr(people_tournaments, "RETRY", 0.01)
    monkeypatch.setattr(
        tournaments.store,
        "set_result",
        lambda *place: fail(failures.pop()) if failures else set_result(*place),
    )
    give_up(ada, tournament_id)
    wait_until(client, tournament_id, lambda found: found["state"] == "over")
    assert not failures


def fail(error):
    raise error


def test_variants_of_a_game_have_titles_of_their_own(client):
    for game in ("morpion:4", "morpion:5"):
        new_people(client, game=game)
    one, other = client.get("/api/contests").json()
    assert one["game_title"] != other["game_title"]


def test_a_swiss_tournament_goes_on_after_a_restart(database):
    with client_of(database) as client:
        tournament_id = new_people(client, rounds=2)
        visitors = people(client, tournament_id, "Ada", "Bob", "Cleo", "Dan")
        cookies = [visitor.cookies[COOKIE] for visitor in visitors]
        act(client, tournament_id, "start")
        give_up(visitors[0], tournament_id)
        found = look(client, tournament_id)
        running = next(pair for pair in found["pairings"] if pair["points"] is None)
        assert (found["round"], running["first"]) == (1, 4)
        for secret in cookies:
            assert hash_token(secret) not in client.get(f"/api/contests/{tournament_id}").text
    kept_store = GameStore(database)  # while the server is away, the other game ends
    stored = kept_store.load(running["game"])
    saved = SavedVersion.of(stored.match)
    stored.match.end(0, "resignation")
    kept_store.write(changes_since(stored, saved))
    kept_store.close()
    with client_of(database) as client:
        found = look(client, tournament_id)
        assert found["round"] == 2
        assert [pair["points"] for pair in found["pairings"]] == [0, 1, None, None]
        for cookie in cookies:
            visitor = another_visitor(client)
            visitor.cookies.set(COOKIE, cookie)
            if look(visitor, tournament_id)["board"]:
                give_up(visitor, tournament_id)
        found = wait_until(client, tournament_id, lambda found: found["state"] == "over")
        assert sum(row["points"] for row in found["table"]) == 4
        assert [row["place"] for row in found["table"]] == [1, 2, 2, 4]


def test_who_does_not_come_loses_on_the_clock(client):
    tournament_id = new_people(client, system="round robin", clock={"total": 1})
    people(client, tournament_id, "Ada", "Bob")
    act(client, tournament_id, "start")
    found = wait_until(client, tournament_id, lambda found: found["state"] == "over")
    record = client.get(f"/api/games/{found['pairings'][0]['game']}").json()["record"]
    assert record["result"] == {"winner": 2, "reason": "timeout"}
    assert found["pairings"][0]["points"] == 0


def test_strangers_decide_nothing(client):
    tournament_id = new_people(client, title="Ours")
    act(client, tournament_id, "start", 409)  # nobody is there
    ada, _bob = people(client, tournament_id, "Ada", "Bob")
    stranger = another_visitor(client)
    for visitor in (stranger, ada):
        act(visitor, tournament_id, "start", 403)
        act(visitor, tournament_id, "stop", 403)
    act(stranger, tournament_id, "withdrawals", 403, number=1)
    act(ada, tournament_id, "withdrawals", 403, number=2)
    act(client, tournament_id, "start")
    act(client, tournament_id, "start", 409)
    for visitor in (stranger, ada):
        act(visitor, tournament_id, "results", 403, round=1, board=0, points=1)
    game = look(client, tournament_id)["pairings"][0]["game"]
    assert look(stranger, tournament_id)["board"] is None
    with live(stranger, game) as socket:
        socket.send_json({"type": "resign"})
        while (message := socket.receive_json())["type"] != "error":
            pass
        assert message["message"] == "You are watching this game."
    assert client.post(f"/api/games/{game}/seats/0", json={}).status_code == 409
    assert look(client, tournament_id)["pairings"][0]["points"] is None


def test_byes_late_arrivals_withdrawals_and_verdicts(client):
    tournament_id = new_people(client, rounds=3)
    ada, bob, cleo = people(client, tournament_id, "Ada", "Ada", "Cleo")
    assert [e["name"] for e in look(client, tournament_id)["entrants"]] == [
        "Ada",
        "Ada (2)",
        "Cleo",
    ]
    act(client, tournament_id, "start")
    assert look(cleo, tournament_id)["board"] is None
    act(client, tournament_id, "results", 409, round=1, board=1, points=0)  # a bye stays one
    act(client, tournament_id, "results", 422, round=1, board=0, points=0.3)
    (dan,) = people(client, tournament_id, "Dan")
    act(client, tournament_id, "results", round=1, board=0, points=0.5)
    found = look(client, tournament_id)
    assert (found["round"], len(found["pairings"])) == (2, 4)
    game = client.get(f"/api/games/{found['pairings'][0]['game']}").json()["record"]
    assert game["result"] == {"winner": None, "reason": "agreement"}
    act(bob, tournament_id, "withdrawals")
    act(ada, tournament_id, "entrants", name="Ada")  # is there already
    assert len(look(ada, tournament_id)["entrants"]) == 4
    for visitor in (ada, cleo, dan):
        if look(visitor, tournament_id)["board"] and look(client, tournament_id)["round"] == 2:
            give_up(visitor, tournament_id)
    found = wait_until(client, tournament_id, lambda found: found["round"] == 3)
    assert 2 not in [pair[side] for pair in found["pairings"][4:] for side in ("first", "second")]
    (eve,) = [another_visitor(client)]
    act(eve, tournament_id, "entrants", 409, name="Eve")  # the last round has begun
    act(client, tournament_id, "stop")
    assert look(client, tournament_id)["state"] == "stopped"


def test_who_has_left_a_round_robin_loses_what_is_left(client):
    tournament_id = new_people(client, system="round robin")
    ada, _bob, _cleo = people(client, tournament_id, "Ada", "Bob", "Cleo")
    act(client, tournament_id, "start")
    act(another_visitor(client), tournament_id, "entrants", 409, name="Late")
    act(ada, tournament_id, "withdrawals")
    for number in range(1, 4):
        for pair in look(client, tournament_id)["pairings"]:
            if pair["points"] is None:
                act(client, tournament_id, "results", round=number, board=pair["board"], points=1)
    found = look(client, tournament_id)
    assert found["state"] == "over"
    assert {row["number"]: row["points"] for row in found["table"]}[1] == 0
    assert sum(row["points"] for row in found["table"]) == 3


def test_a_player_who_has_deleted_everything_is_not_named_as_the_winner(client):
    tournament_id = new_people(client, system="round robin")
    ada, bob, cleo = people(client, tournament_id, "Ada", "Bob", "Cleo")
    assert cleo.post("/api/you/delete", json={"sure": True}).status_code == 200
    assert [each["name"] for each in look(client, tournament_id)["entrants"]] == ["Ada", "Bob"]
    act(client, tournament_id, "start")
    assert look(client, tournament_id)["winners"] == []
    give_up(bob, tournament_id)
    found = wait_until(client, tournament_id, lambda found: found["state"] == "over")
    assert found["winners"] == [1]
    assert ada.post("/api/you/delete", json={"sure": True}).status_code == 200
    found = look(client, tournament_id)
    assert [each["name"] for each in found["entrants"]] == ["deleted player", "Bob"]
    assert found["winners"] == [2]


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\x00b", "\u202e"])
def test_names_that_cannot_be_shown_are_refused(client, name):
    tournament_id = new_people(client)
    act(client, tournament_id, "entrants", 422, name=name)


def test_nobody_makes_too_many(client):
    for _number in range(5):
        new_people(client)
    assert client.post("/api/contests/people", json={"game": "nim"}).status_code == 429
    other = another_visitor(client)
    answers = [other.post("/api/contests/people", json={"game": "nim"}) for _try in range(5)]
    assert [answer.status_code for answer in answers] == [201] * 5
    assert client.post("/api/contests/people", json={"game": "chess"}).status_code == 404
    assert client.get("/api/contests/nothing-here").status_code == 404


# The store, on both databases


def tournament(tournament_id="contest-1", kind="people", state="open", **facts):
    day = stored_game().created
    settings = SWISS if kind == "people" else ENGINES
    return Tournament(tournament_id, kind, "nim", "Ours", settings, state, "a" * 64, day, **facts)


def test_a_tournament_is_found_again_as_it_was(store):  # noqa: F811
    tournaments = TournamentStore(store.engine)
    tournaments.add(tournament(entries=(TournamentEntry(1, "Zoë", owner="b" * 64),)))
    assert tournaments.join("contest-1", "Zoë", "c" * 64, most=2).name == "Zoë (2)"
    assert tournaments.join("contest-1", "Max", "d" * 64, most=2) is None
    bouts = next_pairings(tournaments.load("contest-1"))
    game = stored_game("nim", specs=("human", "human"))
    pairing = Pairing(1, 0, bouts[0].first, bouts[0].second, game.id)
    tournaments.add_round("contest-1", [pairing], [game])
    tournaments.set_result("contest-1", 1, 0, 1.0)
    tournaments.set_result("contest-1", 1, 0, 0.0)  # known already
    tournaments.withdraw("contest-1", 2)
    found = tournaments.load("contest-1")
    assert found.pairings == (Pairing(1, 0, 1, 2, "game-1", 1.0),)
    assert [(entry.name, entry.withdrawn) for entry in found.entries] == [
        ("Zoë", False),
        ("Zoë (2)", True),
    ]
    assert (found.created, found.settings) == (tournament().created, SWISS)
    tournaments.set_result("contest-1", 1, 0, 0.5, replace=True)
    assert tournaments.load("contest-1").pairings[0].points == 0.5
    assert store.load("game-1") is not None


def test_a_round_is_kept_whole_or_not_at_all(store):  # noqa: F811
    tournaments = TournamentStore(store.engine)
    tournaments.add(tournament())
    pairings = [Pairing(1, 0, 1, 2, "game-1"), Pairing(1, 1, 3, 4, "no-such-game")]
    with pytest.raises(ConflictError):
        tournaments.add_round("contest-1", pairings, [stored_game()])
    assert store.load("game-1") is None
    assert tournaments.load("contest-1").pairings == ()


def test_the_line_has_what_is_played_first(store):  # noqa: F811
    tournaments = TournamentStore(store.engine)
    for number, state in enumerate(["open", "running", "over", "stopped", "open"]):
        tournaments.add(tournament(f"contest-{number}", "engines", state))
    tournaments.add(tournament("contest-9", "people", "running"))
    assert tournaments.engine_queue()[0] == "contest-1"
    assert set(tournaments.engine_queue()) == {"contest-0", "contest-1", "contest-4"}
    assert tournaments.running_people() == ["contest-9"]
    assert tournaments.set_state("contest-0", "running")
    assert not tournaments.set_state("contest-3", "running")
    assert tournaments.load("contest-3").state == "stopped"
    assert tournaments.unfinished_of("a" * 64, "engines") == 3
    assert len(tournaments.newest(4)) == 4
