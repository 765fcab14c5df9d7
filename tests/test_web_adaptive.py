"""The adaptive player and the steps of the ladder on the server."""

from datetime import UTC, datetime, timedelta

import pytest

from palamedes.core.glicko import Glicko
from palamedes.games import find_game
from palamedes.players.adaptive import after_game, newcomer, strengths
from palamedes.players.ladder import ladder
from palamedes.ui.web.features.accounts import ranking
from palamedes.ui.web.features.accounts.history import _statistics
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live import rated_games
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import GameStore
from palamedes.ui.web.store.adaptive_profiles import AdaptiveEnd, AdaptiveProfiles
from palamedes.ui.web.store.history import HistoryStore, ResultCount
from palamedes.ui.web.store.models import RatingRow
from palamedes.ui.web.store.ownership import OwnershipStore
from palamedes.ui.web.store.stored_game import SavedVersion, changes_since
from people import sign_up
from test_web_people_store import ANN, keep
from test_web_store import play, store, stored_game, url  # noqa: F401
from waiting import wait_until
from web import another_visitor, client_of, live, new_game, scene_when

pytestmark = pytest.mark.xdist_group("store")
TEEKO = find_game("teeko")
ADAPTIVE = {"specs": ("human", "adaptive:rating=1480"), "owners": (ANN, None)}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('adaptive') / 'games.db'}") as client:
        yield client


@pytest.fixture
def visitor(server):
    return another_visitor(server)


def spec_of(client, game_id):
    return service(client, GameServer).store.load(game_id).sides[1].spec


def profiles_of(client):
    return client.post("/api/you/export").json()["adaptive"]


def resign(client, game_id, move="c3"):
    """Make a move, wait for the answer, and resign; the scene that says how strong it played."""
    with live(client, game_id) as socket:
        if move:
            socket.send_json({"type": "move", "move": move})
            scene_when(socket, lambda scene: scene["plies"] == 2)
        socket.send_json({"type": "resign"})
        return scene_when(socket, lambda scene: (scene["result"] or {}).get("strength"))


# On the server


def test_the_default_opponent_adapts_and_follows_the_results(visitor):
    game_id = new_game(visitor)
    assert spec_of(visitor, game_id) == f"adaptive:rating={round(newcomer(TEEKO).rating)}"
    scene = resign(visitor, game_id)
    assert scene["names"][1] == "Computer (adaptive)"
    assert scene["result"]["strength"].startswith("It played ")
    with live(visitor, game_id) as socket:  # the same when it is opened again
        again = scene_when(socket, lambda scene: scene["result"])
        assert again["result"] == scene["result"]
        socket.send_json({"type": "rematch"})
        for _message in range(20):
            if (message := socket.receive_json())["type"] == "rematch":
                break
    (profile,) = profiles_of(visitor)
    assert (profile["pool"], profile["games"]) == ("teeko", 1)
    assert profile["rating"] < newcomer(TEEKO).rating
    rematch = service(visitor, GameServer).store.load(message["id"])
    assert rematch.sides[0].spec == f"adaptive:rating={round(profile['rating'])}"
    assert rematch.strength is None


def test_a_game_that_is_taken_back_and_lost_again_counts_once(visitor):
    game_id = new_game(visitor)
    resign(visitor, game_id)
    before = profiles_of(visitor)
    with live(visitor, game_id) as socket:
        socket.send_json({"type": "undo"})
        scene_when(socket, lambda scene: scene["result"] is None)
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: (scene["result"] or {}).get("strength"))
    assert before == profiles_of(visitor) != []


def test_a_game_from_a_position_or_given_up_at_once_says_nothing_about_a_person(visitor):
    resign(visitor, new_game(visitor, position="O4/5/2X2/5/5 X"), "c4")
    game_id = new_game(visitor)
    with live(visitor, game_id) as socket:
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])
    assert profiles_of(visitor) == []


def test_the_profile_comes_along_into_an_account(visitor):
    resign(visitor, new_game(visitor))
    profiles = profiles_of(visitor)
    sign_up(visitor, "Adaptable")
    assert profiles_of(visitor) == profiles != []


def test_games_against_it_are_never_rated_and_have_no_handicap(visitor):
    sign_up(visitor, "Unrated")
    for wish in ({"rated": True}, {"second": {"who": "engine", "handicap": 0.1}}):
        answer = visitor.post("/api/games", json={"game": "teeko", **wish})
        assert answer.status_code == 422
    assert all("adaptive" not in each for each in visitor.get("/api/you").json()["rated"].values())


def test_what_ended_just_before_the_server_is_counted_after_the_next_start(tmp_path):
    address = f"sqlite:///{tmp_path / 'games.db'}"
    games = GameStore(address)
    stored = stored_game(**ADAPTIVE)
    games.add(stored)
    play(games, stored, "c3", "a1", "c4")
    saved = SavedVersion.of(stored.match)
    stored.match.end(1, "resignation")
    games.write(changes_since(stored, saved))
    games.close()
    with client_of(address) as client:
        profiles = service(client, GameServer).adaptive.profiles
        wait_until(lambda: not profiles.uncounted_games(), what="it is never counted")
        assert profiles.known(ANN, TEEKO).rating < newcomer(TEEKO).rating


# Steps


def test_the_catalogue_has_the_steps_from_newcomer_to_master(visitor):
    for family in visitor.get("/api/catalogue").json():
        for game in family["variants"]:
            steps = game["steps"]
            assert [step["name"] for step in steps] == [f"step{n + 1}" for n in range(len(steps))]
            assert (steps[0]["title"], steps[-1]["title"]) == ("Newcomer", "Master")
            assert game["adaptive"]["line"]


def test_a_step_plays_and_one_that_does_not_exist_is_refused(visitor):
    game_id = new_game(visitor, second={"who": "engine", "level": "step1"})
    with live(visitor, game_id) as socket:
        socket.send_json({"type": "move", "move": "c3"})
        scene = scene_when(socket, lambda scene: scene["plies"] == 2)
        assert scene["names"][1] == "Computer (step 1)"
    for level in ("step0", "step11", "step1:nodes=9", "adaptive:rating=9", "STEP1"):
        wish = {"game": "teeko", "second": {"who": "engine", "level": level}}
        assert visitor.post("/api/games", json=wish).status_code == 422


def test_measured_steps_can_be_rated_and_the_last_one_does_not_look_at_the_clock(monkeypatch):
    measured = {("teeko", "step2"), ("teeko", "easy")}

    def rating(game, level):
        return Glicko() if (game, level) in measured else None

    monkeypatch.setattr(rated_games, "level_rating", rating)
    assert rated_games.rated_levels()["teeko"] == ["easy", "step2"]
    top = ladder(TEEKO)[-1].name
    assert rated_games.rated_spec(TEEKO, "step1") == "step1"
    assert rated_games.rated_spec(TEEKO, top) == rated_games.rated_spec(TEEKO, "master").replace(
        "master", top
    )


def test_the_ranking_lists_steps_and_perfect_play_instead_of_levels(visitor, monkeypatch):
    known = {level: Glicko(1000) for level in ("easy", "perfect", "step2")}
    monkeypatch.setattr(ranking, "level_ratings", lambda: {"teeko": known})
    rows = visitor.get("/api/ranking?game=teeko").json()["table"]
    assert sorted(row["name"] for row in rows) == ["2. Beginner", "perfect"]
    monkeypatch.setattr(ranking, "level_ratings", lambda: {"teeko": {"easy": Glicko(1000)}})
    rows = visitor.get("/api/ranking?game=teeko").json()["table"]
    assert [row["name"] for row in rows] == ["easy"]


def test_results_against_it_are_one_line_whatever_its_rating():
    specs = ("hard", "step10", "step2", "adaptive:rating=1480", "adaptive:rating=1510")
    (table,) = _statistics([ResultCount("teeko", 0, spec, 0, 1) for spec in specs])
    rows = [(row["name"], row["first"][0]) for row in table["opponents"]]
    assert rows == [("adaptive", 2), ("step 2", 1), ("step 10", 1), ("hard", 1)]


# In the database


def end(strength=1500.0, points=1.0, game_id="game-1"):
    return AdaptiveEnd(game_id, TEEKO, 0, strength, points)


def test_a_game_counts_once_for_its_owner(store):  # noqa: F811
    profiles = AdaptiveProfiles(store.engine)
    play_out(store)
    assert profiles.uncounted_games() == ["game-1"]
    profiles.note(end())
    expected = after_game(newcomer(TEEKO), 1500.0, 1.0)
    assert profiles.known(ANN, TEEKO) == pytest.approx(expected)
    profiles.note(end(strength=1400.0))
    assert profiles.known(ANN, TEEKO) == pytest.approx(expected)
    assert store.load("game-1").strength == 1400.0
    assert profiles.uncounted_games() == []
    play_out(store, game_id="game-2")
    profiles.note(end(game_id="game-2", points=None))
    profiles.note(end(game_id="deleted"))
    (row,) = HistoryStore(store.engine).other_rows(ANN)["adaptive"]
    assert row["games"] == 1


def play_out(store, **facts):  # noqa: F811
    stored = stored_game(**{**ADAPTIVE, **facts})
    store.add(stored)
    play(store, stored, "c3", "a1", "c4")
    saved = SavedVersion.of(stored.match)
    stored.match.end(0, "resignation")
    store.write(changes_since(stored, saved))


def test_it_begins_with_the_rating_or_the_profile_whichever_is_more_certain(store):  # noqa: F811
    profiles = AdaptiveProfiles(store.engine)
    assert profiles.known(ANN, TEEKO) == newcomer(TEEKO)
    facts = {"owner": ANN, "pool": "teeko", "volatility": 0.06, "changed": datetime.now(UTC)}
    keep(store, RatingRow(games=1, rating=1700, deviation=90, **facts))
    assert profiles.known(ANN, TEEKO).rating == 1700
    play_out(store)
    profiles.note(end(strength=1700.0, points=0.0))  # it follows results against it, too
    assert profiles.known(ANN, TEEKO).rating < 1700
    keep(store, RatingRow(games=2, rating=1750, deviation=50, **facts))
    assert profiles.known(ANN, TEEKO).rating == 1750
    long_ago = {**facts, "changed": datetime.now(UTC) - timedelta(days=3000)}
    keep(store, RatingRow(games=3, rating=1900, deviation=50, **long_ago))
    assert profiles.known(ANN, TEEKO).rating < 1700


def test_of_two_profiles_the_new_owner_keeps_his(store):  # noqa: F811
    profiles = AdaptiveProfiles(store.engine)
    play_out(store)
    play_out(store, game_id="game-2", owners=("g" * 64, None))
    profiles.note(end())
    kept = profiles.known(ANN, TEEKO)
    profiles.note(end(game_id="game-2", points=0.0))
    OwnershipStore(store.engine).change_owner("g" * 64, ANN)
    assert profiles.known(ANN, TEEKO) == kept
    assert profiles.known("g" * 64, TEEKO) == newcomer(TEEKO)
    assert strengths(TEEKO)[0] < kept.rating
