"""Learned evaluations over the API: their stories, their thoughts, and games against them."""

import json

import pytest

from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.core.rules import DRAW, NO_MOVE, WIN
from palamedes.games import find_game
from palamedes.search.evaluations import evaluation_of
from palamedes.search.learned.contributions import contributions
from palamedes.search.learned.shipped import shipped_file, shipped_generations
from palamedes.search.score import WON, chance
from palamedes.solver.tablebase import Tablebase
from palamedes.ui.texts.games import generation_name
from palamedes.ui.web.features.accounts.history import _statistics
from palamedes.ui.web.features.learned import documents
from palamedes.ui.web.features.learned.documents import Story
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.live.documents import engine_name
from palamedes.ui.web.live.generations import NODES, generation_of, generation_specs
from palamedes.ui.web.store.history import ResultCount
from test_web_messages import names_in, rows_of
from web import client_of, limits_of, live, new_game, scene_when

pytestmark = pytest.mark.xdist_group("web")
BEYOND_THE_BOOK = ["a1", "g1", "a4", "g4", "b2", "f2", "b6", "f6", "d7"]  # which knows exact values
MOVES = ["e5", "d5", "a5"]  # of ultimate
STORY = Story(
    {"positions": 4_000_000, "seconds": 600.0, "depth": 4, "seed": 7, "epochs": 6},
    {
        "errors": [0.69, 0.5, 0.48],
        "elo": {
            "generation 0": {"elo": 312.0, "error": 24.0, "games": 400},
            "tuned": {"elo": -40.5, "error": 20.0, "games": 400},
        },
        "truth": 0.81,
    },
)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('learned') / 'games.db'}") as client:
        yield client


def thoughts(client, **query):
    answer = client.get("/api/learned/position", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def after(name, moves=()):
    position = Position.start(find_game(name))
    for move in moves:
        position = position.play(move)
    return position


def test_every_shipped_generation_is_told_of(client):
    found = {game["id"]: game["generations"] for game in client.get("/api/learned").json()}
    assert {"ultimate", "awale", "morris"} <= found.keys()
    for name, generations in found.items():
        game = find_game(name)
        assert [each["number"] for each in generations] == list(shipped_generations(game))
        for each in generations:
            assert each["positions"] == shipped_file(game, each["number"]).made["positions"]
            assert each["level"] in generation_specs(game)


def test_what_was_measured_is_shown_and_what_was_not_is_left_out(client, monkeypatch):
    stories = {1: STORY, 2: Story({}, {})}
    monkeypatch.setattr(documents, "_story", lambda game, number: stories[number])
    monkeypatch.setattr(documents, "shipped_generations", lambda game: (1, 2))
    french = client.get("/api/learned", headers={"accept-language": "fr"}).json()
    first, second = french[0]["generations"]
    assert first == {
        "number": 1,
        "level": "learned-1",
        "errors": [0.69, 0.5, 0.48],
        "truth": 0.81,
        "positions": 4_000_000,
        "seconds": 600.0,
        "depth": 4,
        "epochs": 6,
        "elo": [
            {
                "against": "generation 0",
                "title": "génération 0",
                "elo": 312.0,
                "error": 24.0,
                "games": 400,
            },
            {
                "against": "tuned",
                "title": "l'évaluation faite à la main",
                "elo": -40.5,
                "error": 20.0,
                "games": 400,
            },
        ],
    }
    assert (second["positions"], second["errors"], second["elo"]) == (None, [], [])


def test_the_documentation_names_every_field(client):
    rows = rows_of("Learned evaluations: objects in answers")
    documented = {row[0]: set(names_in(row[1])) for row in rows}
    game, position = client.get("/api/learned").json()[0], thoughts(client, game="morris")
    for name, example in (
        ("`generations` of a game", game["generations"][0]),
        ("position", position),
        ("`generations` of a position", position["generations"][0]),
        ("`contributions`", position["contributions"][0]),
    ):
        assert documented[name] == example.keys(), name


@pytest.mark.parametrize(
    ("name", "moves"), [("ultimate", MOVES), ("awale", []), ("morris", BEYOND_THE_BOOK)]
)
def test_scores_and_patterns_are_those_of_the_evaluations(client, name, moves):
    position, game = after(name, moves), find_game(name)
    found = thoughts(client, game=name, moves=" ".join(moves))
    assert found["text"] == position.text
    assert found["truth"] is None
    scores = {
        number: evaluation_of(game, f"learned-{number}").score(position.state, NO_MOVE)
        for number in shipped_generations(game)
    }
    assert {each["number"]: each["score"] for each in found["generations"]} == scores
    for each in found["generations"]:
        assert each["chance"] == pytest.approx(chance(each["score"], game.scale), abs=1e-4)
    for number in shipped_generations(game):
        seen = thoughts(client, game=name, moves=" ".join(moves), generation=number)
        expected = contributions(position, evaluation_of(game, f"learned-{number}"))
        got = [(tuple(each["spots"]), each["score"]) for each in seen["contributions"]]
        assert got == [tuple(each) for each in expected]
    assert got == [(tuple(each["spots"]), each["score"]) for each in found["contributions"]]
    assert (
        thoughts(client, game=name, position=position.text)["contributions"]
        == found["contributions"]
    )


def test_the_truth_where_tables_know_it(client, monkeypatch):
    for truth, score, text in (
        (Truth(WIN, 7), WON - 7, "win in 7 plies"),
        (Truth(DRAW, 0), 0, "draw"),
    ):
        monkeypatch.setattr(Tablebase, "probe", lambda tables, state, truth=truth: truth)
        found = thoughts(client, game="morris")["truth"]
        assert (found["score"], found["text"]) == (score, text)


def test_nobody_thinks_of_a_game_that_is_over(client):
    lost = "3/3/3/6/3/OOO/XX1 X 0 0"  # two men left
    answer = thoughts(client, game="morris", position=lost)
    assert answer["over"]
    assert (answer["generations"], answer["contributions"], answer["truth"]) == ([], [], None)
    assert client.get(
        "/api/learned/search", params={"game": "morris", "position": lost}
    ).json() == {"detail": "The game is over."}


def test_a_search_of_few_positions(client):
    query = {"game": "ultimate", "moves": " ".join(MOVES)}
    found = client.get("/api/learned/search", params=query).json()
    assert found["move"] in after("ultimate", MOVES).moves
    assert found["moves"][0] == found["move"]
    assert 0 < found["nodes"] <= 20_100
    assert found["depth"] > 1


@pytest.mark.parametrize(
    ("query", "status", "complaint"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"game": "nim"}, 404, "has no learned evaluation"),
        ({"game": "../../etc/passwd"}, 404, "passwd"),
        ({"game": "ultimate", "position": "nonsense"}, 422, "such as"),
        ({"game": "ultimate", "moves": "e5 e5"}, 422, "e5"),
        ({"game": "ultimate", "moves": "e5 " * 201}, 422, "Too many moves"),
        ({"game": "ultimate", "generation": 77}, 404, "does not exist"),
        ({"game": "ultimate", "generation": "1/../2"}, 422, "generation"),
        ({"game": "ultimate", "generation": -1}, 422, "generation"),
        ({"game": "ultimate", "file": "x.learned"}, 422, "file"),
    ],
)
def test_refusals(client, query, status, complaint):
    answer = client.get("/api/learned/position", params=query)
    assert answer.status_code == status
    assert complaint in answer.json()["detail"]
    if not query.keys() & {"generation", "file"}:
        search = client.get("/api/learned/search", params=query)
        assert (search.status_code, search.json()) == (status, answer.json())


def test_questions_are_limited_and_a_search_counts_as_several(client, monkeypatch):
    monkeypatch.setattr(limits_of(client), "questions", limit := RateLimit(burst=7, per_second=0))
    assert client.get("/api/learned/search?game=ultimate&moves=x").status_code == 422
    assert limit._left("testclient") < 2
    assert client.get("/api/learned/position?game=ultimate").status_code == 200
    for path in ("position", "search"):
        assert client.get(f"/api/learned/{path}?game=ultimate").status_code == 429


# Games against a generation


def seat(level, **more):
    return {"who": "engine", "level": level, **more}


@pytest.mark.parametrize(
    "opponent",
    [
        seat("learned"),
        seat("learned-77"),
        seat("learned-02"),
        seat("learned-2 "),
        seat("LEARNED-2"),
        seat("learned-2,nodes=9"),
        seat("learned:/etc/passwd"),
        seat("learned:ultimate-2"),
        seat("alphabeta"),
        seat("alphabeta:nodes=9"),
        seat("cmd:/bin/true"),
        seat("bot:x.py"),
        seat("eval=learned-2"),
        seat("learned-2", handicap=0.1),
    ],
    ids=lambda opponent: json.dumps(opponent),
)
def test_no_other_spec_passes(client, opponent):
    wish = {"game": "ultimate", "first": {"who": "me"}, "second": opponent}
    assert client.post("/api/games", json=wish).status_code == 422


def test_a_generation_of_another_game_does_not_pass(client):
    wish = {"game": "teeko", "second": seat("learned-77")}
    assert client.post("/api/games", json=wish).status_code == 422
    for game in map(find_game, ("nim", "ultimate")):
        levels = {f"learned-{number}" for number in shipped_generations(game)}
        assert set(generation_specs(game)) == levels


def test_a_game_against_a_generation(client):
    wish = {"first": {"who": "me"}, "second": seat("learned-1")}
    game_id = new_game(client, "ultimate", **wish)
    with live(client, game_id) as socket:
        scene = scene_when(socket, lambda scene: scene["touches"])
        assert scene["names"][1] == "Computer (generation 1)"
        socket.send_json({"type": "move", "move": "e5"})
        scene = scene_when(socket, lambda scene: scene["plies"] == 2)
        assert scene["kinds"] == ["human", "engine"]
    rated = client.post("/api/games", json={"game": "ultimate", "rated": True, **wish})
    assert rated.status_code == 401


def test_its_names():
    spec = generation_specs(find_game("ultimate"))["learned-2"]
    assert spec == f"alphabeta:eval=learned-2,nodes={NODES},hash=4"
    assert (generation_of(spec), generation_of("hard"), generation_of("x" + spec)) == (
        2,
        None,
        None,
    )
    assert engine_name(spec) == "Computer (generation 2)"
    counts = [
        ResultCount("ultimate", 0, "human", 0, 1),
        ResultCount("ultimate", 0, spec.replace("-2", "-10"), 1, 3),
        ResultCount("ultimate", 0, spec, 0, 2),
        ResultCount("ultimate", 0, "hard", 0, 1),
    ]
    (table,) = _statistics(counts)
    names = [opponent["name"] for opponent in table["opponents"]]
    assert names == ["hard", generation_name(2), generation_name(10), "other players"]
