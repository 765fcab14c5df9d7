"""Puzzles and the campaign on the server: what counts, what is kept, and whose it is."""

import asyncio
from datetime import UTC, date, datetime
from itertools import count

import pytest

from palamedes.campaign import CHAPTERS, GameChallenge
from palamedes.core.glicko import Glicko, update
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.players import make_player
from palamedes.solver.puzzles.puzzle import shipped_puzzles
from palamedes.ui.web.features.campaign.routes import note_completed_challenges
from palamedes.ui.web.features.puzzles.daily import daily_puzzle
from palamedes.ui.web.features.puzzles.sets import find_set, rating_of, set_names, streaks
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import hash_token
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.progress import ProgressStore, PuzzleTry
from test_web_store import store, stored_game, url  # noqa: F401
from web import another_visitor, client_of, limits_of, live, new_game, scene_when

pytestmark = pytest.mark.xdist_group("store")
GAME = "morpion"
PUZZLES = shipped_puzzles(GAME)
LONG = next(puzzle for puzzle in PUZZLES if puzzle.goal == "win" and puzzle.plies == 3)
EASY, OTHER = PUZZLES[:2]
STEPS = [challenge for chapter in CHAPTERS for challenge in chapter.challenges]
DUELS = [challenge for challenge in STEPS if isinstance(challenge, GameChallenge)]
HOLD = next(challenge for challenge in DUELS if (challenge.goal, challenge.seat) == ("hold", 0))
ANN, BOB = "a" * 64, "b" * 64
ADDRESSES = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('learning') / 'games.db'}") as client:
        limits_of(client).puzzle_answers = RateLimit(1e9, 1e9)
        yield client


@pytest.fixture
def client(server):
    """Somebody new, at an address that nobody else has."""
    return another_visitor(server, f"192.0.2.{next(ADDRESSES)}")


def post(client, puzzle, what, **body):
    answer = client.post(f"/api/puzzles/{GAME}/{puzzle.id}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def progress(client):
    found = client.get(f"/api/puzzles/{GAME}").json()
    return {key: found[key] for key in ("solved", "rated", "streak", "best")}


def position_of(puzzle):
    return Position.parse(find_game(puzzle.game), puzzle.position)


def hidden_rating(client):
    """A rating before it is shown."""
    owner = hash_token(client.cookies["palamedes"])
    return service(client, ProgressStore).puzzle_rating(owner, GAME).rating


def wrong_move(puzzle):
    return next(move for move in position_of(puzzle).moves if move != puzzle.solution)


def step_of(client, challenge):
    return client.get(f"/api/campaign/steps/{challenge}").json()


# Puzzles


def test_a_rating_is_hidden_for_ten_puzzles(client):
    for number, puzzle in enumerate(PUZZLES[:10], 1):
        said = post(client, puzzle, "solution")["progress"]
        assert said["left"] == 10 - number
        assert (said["rating"] is None, said["deviation"] is None) == (number < 10, number < 10)
        (card,) = client.get("/api/you/ratings").json()
        assert (card["left"], card["rating"]) == (said["left"], said["rating"])
        assert bool(card["course"]) == (number == 10)
    assert said["rating"] == round(hidden_rating(client).rating)


def test_the_daily_puzzle_is_the_same_for_everybody_and_fair():
    names = set_names()
    first = date(2026, 11, 16).toordinal()
    days = [daily_puzzle(date.fromordinal(first + day)) for day in range(60 * len(names))]
    assert days[7] == daily_puzzle(date.fromordinal(first + 7))
    for start in range(0, len(days), len(names)):  # every game once before one comes again
        assert {each.puzzles.name for each in days[start : start + len(names)]} == set(names)
    lap = {name: [each.number for each in days if each.puzzles.name == name] for name in names}
    for name in names:  # no puzzle comes again before all have come
        count = len(find_set(name).puzzles)
        turn = first // len(names) + (names.index(name) < first % len(names))
        begins = -turn % count
        assert sorted(lap[name][begins : begins + count]) in (
            list(range(count)),
            sorted(lap[name][begins:]),  # the rest of a lap that is cut
        )
    assert len({tuple(numbers[:5]) for numbers in lap.values()}) == len(names)


def test_the_daily_puzzle_is_there_for_strangers(client):
    found = client.get("/api/puzzles/daily").json()
    wanted = daily_puzzle(datetime.now(UTC).date())
    if found["date"] == wanted.day.isoformat():  # not a second before midnight
        assert (found["name"], found["number"]) == (wanted.puzzles.name, wanted.number + 1)
    assert found["state"] == ""
    path = f"/api/puzzles/{found['name']}/{found['id']}"
    assert client.get(path).json()["number"] == found["number"]
    assert client.post(f"{path}/solution").status_code == 200
    assert client.get("/api/puzzles/daily").json()["state"] == "failed"


def test_what_there_is(client):
    sets = client.get("/api/puzzles").json()
    assert len(sets) == len(GAMES)
    for each in sets:
        assert (each["solved"], each["rated"]) == (0, 0)
        rows = client.get(f"/api/puzzles/{each['name']}").json()["puzzles"]
        assert [row["number"] for row in rows] == list(range(1, each["count"] + 1))
        assert {row["state"] for row in rows} == {""}


def test_the_solution_is_not_told_before_it_is_asked_for(client):
    document = client.get(f"/api/puzzles/{GAME}/{LONG.id}").json()
    assert set(document["position"]["touches"]) == set(position_of(LONG).moves)
    assert "win in 2 moves" in document["goal"]
    del document["position"]
    for key in ("line", "solution", "moves", "hint"):
        assert key not in document
    said = post(client, LONG, "answers", moves=[wrong_move(LONG)])
    assert (said["right"], said["solved"]) == (False, False)
    assert not {"frames", "line", "position"} & set(said)


def test_a_puzzle_is_solved_move_by_move(client):
    said = post(client, LONG, "answers", moves=[LONG.line[0]])
    assert (said["right"], said["solved"], said["rated"]) == (True, False, False)
    assert [frame["move"] for frame in said["frames"]] == list(LONG.line[:2])
    assert progress(client)["rated"] == 0  # it is not over yet
    said = post(client, LONG, "answers", moves=[LONG.line[0], LONG.line[2]])
    assert (said["right"], said["solved"], said["rated"]) == (True, True, True)
    assert progress(client) == {"solved": 1, "rated": 1, "streak": 1, "best": 1}
    assert hidden_rating(client) == update(Glicko(), [(rating_of(LONG), 1.0)])


def test_only_the_first_answer_is_rated(client):
    assert post(client, EASY, "answers", moves=[EASY.solution])["rated"]
    said = post(client, OTHER, "answers", moves=[wrong_move(OTHER)])
    assert said["rated"]
    rating = hidden_rating(client)
    assert progress(client) == {"solved": 1, "rated": 2, "streak": 0, "best": 1}
    for move in (wrong_move(OTHER), OTHER.solution, OTHER.solution):
        said = post(client, OTHER, "answers", moves=[move])
        assert not said["rated"]
        assert hidden_rating(client) == rating
    assert progress(client) == {"solved": 2, "rated": 2, "streak": 0, "best": 1}


def test_who_asks_for_the_solution_has_failed(client):
    said = post(client, LONG, "solution")
    assert said["rated"]
    assert [frame["move"] for frame in said["frames"]] == list(LONG.line)
    assert hidden_rating(client).rating < 1500
    for move in (LONG.line[:1], [LONG.line[0], LONG.line[2]]):
        assert not post(client, LONG, "answers", moves=list(move))["rated"]
    assert progress(client) == {"solved": 1, "rated": 1, "streak": 0, "best": 0}


def test_who_is_helped_is_not_rated(client):
    hint = post(client, EASY, "hint")
    assert EASY.solution in hint["moves"]
    assert 1 < len(hint["moves"]) <= 3
    assert not post(client, EASY, "answers", moves=[EASY.solution])["rated"]
    assert progress(client) == {"solved": 1, "rated": 0, "streak": 0, "best": 0}


def test_an_answer_is_wrong_at_its_first_wrong_move(client):
    said = post(client, LONG, "answers", moves=[wrong_move(LONG), "z9"])
    assert (said["right"], said["solved"], said["rated"]) == (False, False, True)
    assert wrong_move(LONG) in said["text"]
    assert progress(client) == {"solved": 0, "rated": 1, "streak": 0, "best": 0}
    assert not post(client, LONG, "answers", moves=[LONG.line[0], LONG.line[2]])["rated"]


@pytest.mark.parametrize("guess", [wrong_move(EASY), EASY.solution, "z9"])
def test_who_lets_a_hint_judge_a_guess_is_helped(client, guess):
    post(client, OTHER, "hint")  # a cookie
    body = {"moves": [guess]}
    answer = client.post(f"/api/puzzles/{GAME}/{EASY.id}/hint", json=body)
    assert answer.status_code in (409, 422)
    assert not post(client, EASY, "answers", moves=[EASY.solution])["rated"]
    assert progress(client) == {"solved": 1, "rated": 0, "streak": 0, "best": 0}


def test_streaks():
    right, wrong = PuzzleTry("p", True, True), PuzzleTry("p", False, True)
    again, helped = PuzzleTry("p", True, False), PuzzleTry("p", False, False)
    assert streaks([]) == (0, 0)
    assert streaks([right, right, wrong, again, helped, right]) == (1, 2)
    assert streaks([right, helped, right, again]) == (2, 2)


def test_everybody_solves_for_himself(client):
    stranger = another_visitor(client)
    post(client, EASY, "answers", moves=[EASY.solution])
    assert progress(stranger)["solved"] == 0
    post(stranger, EASY, "answers", moves=[wrong_move(EASY)])
    assert progress(client) == {"solved": 1, "rated": 1, "streak": 1, "best": 1}
    theft = {"moves": [OTHER.solution], "owner": hash_token(client.cookies["palamedes"])}
    answer = stranger.post(f"/api/puzzles/{GAME}/{OTHER.id}/answers", json=theft)
    assert answer.status_code == 422
    assert "palamedes" not in answer.text


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("chess", None, 404),
        (f"{GAME}/{'0' * 12}", None, 404),
        (f"{GAME}/nothing", None, 422),
        (f"{GAME}/{EASY.id}/answers", {}, 422),
        (f"{GAME}/{EASY.id}/answers", {"moves": []}, 422),
        (f"{GAME}/{EASY.id}/answers", {"moves": ["z9"]}, 422),
        (f"{GAME}/{EASY.id}/answers", {"moves": ["x" * 50]}, 422),
        (f"{GAME}/{EASY.id}/answers", {"moves": ["a1"] * 9}, 422),
        (f"{GAME}/{EASY.id}/answers", {"moves": [EASY.solution, "a1"]}, 422),
        (f"{GAME}/{EASY.id}/hint", {"moves": [EASY.solution]}, 409),
        (f"{GAME}/{EASY.id}/answers", {"moves": ["z9", EASY.solution]}, 422),
        (f"teeko/{EASY.id}/solution", {}, 404),
    ],
)
def test_nonsense_gets_one_line_and_counts_for_nothing(client, path, body, status):
    at = f"/api/puzzles/{path}"
    answer = client.get(at) if body is None else client.post(at, json=body)
    assert answer.status_code == status
    assert isinstance(answer.json()["detail"], str)
    assert progress(client) == {"solved": 0, "rated": 0, "streak": 0, "best": 0}


def test_who_guesses_too_fast_has_to_wait(client):
    before, limits_of(client).puzzle_answers = limits_of(client).puzzle_answers, RateLimit(1, 0)
    try:
        body, path = {"moves": [wrong_move(EASY)]}, f"/api/puzzles/{GAME}/{EASY.id}/answers"
        assert [client.post(path, json=body).status_code for _time in range(2)] == [200, 429]
    finally:
        limits_of(client).puzzle_answers = before


# The campaign


def begin(client, challenge):
    answer = client.post(f"/api/campaign/steps/{challenge}", json={"name": "Ada"})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def win(client, game_id, spec="alphabeta:depth=12,eval=none"):
    """Play a game to its end with the help of an engine: the last scene."""
    record = client.get(f"/api/games/{game_id}").json()["record"]
    game = find_game(record["game"])
    player, match = make_player(game, spec), Match.of(game)
    with live(client, game_id) as socket:
        while True:
            scene = scene_when(socket, lambda scene: _is_for(scene, len(match.turns)))
            for move in scene["moves"][len(match.turns) :]:
                match.play(move)
            if scene["result"]:
                return scene
            match.play(player.choose(match).code)
            socket.send_json({"type": "move", "move": match.turns[-1].move})


def _is_for(scene, plies):
    """Whether it is our turn after so many moves, or all is over."""
    return scene["result"] or (scene["open"] and scene["plies"] >= plies)


def test_chapters_are_told_as_far_as_somebody_is(client):
    first, *others = client.get("/api/campaign").json()
    assert first["open"]
    assert first["story"]
    assert not any(chapter["open"] or chapter["story"] for chapter in others)
    french = client.get("/api/campaign", headers={"accept-language": "fr"}).json()
    assert [chapter["id"] for chapter in french] == [chapter.id for chapter in CHAPTERS]


def test_a_game_that_is_won_meets_the_challenge(client):
    game_id = begin(client, "nauplia-rows")
    assert not step_of(client, "nauplia-rows")["met"]
    scene = win(client, game_id)
    assert scene["result"]["winner"] == 0
    assert scene["names"] == ["Ada", "Oiax"]
    assert step_of(client, "nauplia-rows")["met"]
    assert not step_of(another_visitor(client), "nauplia-rows")["met"]


def test_a_game_that_is_lost_does_not(client):
    with live(client, begin(client, "nauplia-rows")) as socket:
        socket.send_json({"type": "resign"})
        assert scene_when(socket, lambda scene: scene["result"])["result"]["winner"] == 1
    assert not step_of(client, "nauplia-rows")["met"]


def test_any_other_game_does_not_and_nobody_plays_for_another(client):
    easy = {"who": "engine", "level": "easy"}
    win(client, new_game(client, "nim:3,4,5", second=easy))
    assert not step_of(client, "nauplia-rows")["met"]
    wish = {"game": "nim:3,4,5", "step": "nauplia-rows"}
    assert client.post("/api/games", json=wish).status_code == 422
    stranger = another_visitor(client)
    with live(stranger, begin(client, "nauplia-rows")) as socket:
        scene = scene_when(socket, lambda scene: True)
        assert scene["seats"] == []
        socket.send_json({"type": "resign"})
        while (message := socket.receive_json())["type"] != "error":
            pass
        assert message["message"] == "You are watching this game."


def test_a_challenge_cannot_just_be_claimed(client):
    path = "/api/campaign/steps"
    assert client.post(f"{path}/aulis-four", json={}).status_code == 403  # not open yet
    assert client.post(f"{path}/nauplia-lines", json={}).status_code == 409  # puzzles
    assert client.post(f"{path}/nauplia-nothing", json={}).status_code == 404
    assert client.post(f"{path}/NAUPLIA", json={}).status_code == 422
    assert client.post(f"{path}/nauplia-rows", json={"met": True}).status_code == 422
    assert client.put(f"{path}/nauplia-rows", json={}).status_code == 405
    assert not any(task["met"] for task in client.get("/api/campaign").json()[0]["challenges"])


def test_puzzles_meet_a_challenge_too(client):
    (riddles,) = (
        challenge for challenge in CHAPTERS[0].challenges if challenge.id == "nauplia-lines"
    )
    for puzzle in riddles.puzzles:
        assert not step_of(client, riddles.id)["met"]
        path = f"/api/puzzles/{riddles.game}/{puzzle.id}/answers"
        assert client.post(path, json={"moves": [puzzle.solution]}).json()["solved"]
    assert step_of(client, riddles.id)["met"]


def test_help_is_given_as_the_challenge_says(client):
    begin(client, "nauplia-rows")  # a cookie
    owner, learning = hash_token(client.cookies["palamedes"]), service(client, ProgressStore)
    for chapter in CHAPTERS[:3]:
        for challenge in chapter.challenges:
            learning.complete_challenge(owner, challenge.id)
    with client.websocket_connect(f"/api/games/{begin(client, 'elders-seeds')}/live") as socket:
        hello = socket.receive_json()
        refused = ["draw", "pause", "move now", "rematch", "undo"]
        assert (hello["step"], hello["forbidden"]) == ("elders-seeds", refused)
        for kind in refused:
            socket.send_json({"type": kind})
            while (message := socket.receive_json())["type"] != "error":
                pass
            assert message["message"] == "This challenge does not allow that."


# Storage, on both databases


@pytest.fixture
def learning(store):  # noqa: F811
    return ProgressStore(store.engine)


def test_tries_and_ratings_are_kept(learning):
    worth = Glicko(900, 80)
    assert learning.record_answer(ANN, "teeko", "p1", True, worth)
    assert not learning.record_answer(ANN, "teeko", "p1", False, worth)
    assert learning.record_answer(ANN, "teeko", "p2", False, worth)
    assert not learning.record_answer(ANN, "teeko", "p2", True, worth)
    assert not learning.record_answer(ANN, "teeko", "p2", True, worth)
    learning.record_help(ANN, "teeko", "p2")  # too late to matter
    learning.record_help(ANN, "teeko", "p3")
    assert learning.tries(ANN, "teeko") == [
        PuzzleTry("p1", True, True),
        PuzzleTry("p2", False, True),
        PuzzleTry("p2", True, False),
        PuzzleTry("p3", False, False),
    ]
    expected = update(update(Glicko(), [(worth, 1.0)]), [(worth, 0.0)])
    found = learning.puzzle_rating(ANN, "teeko")
    assert found.answers == 2
    assert found.rating == pytest.approx(expected)
    assert learning.solved_puzzles(ANN) == {"p1", "p2"}
    assert learning.tries(BOB, "teeko") == learning.tries(ANN, "morris") == []
    assert learning.puzzle_rating(BOB, "teeko").answers == 0


def test_steps_are_kept_once(learning):
    for challenge in ("a-b", "a-b", "a-c"):
        learning.complete_challenge(ANN, challenge)
    assert learning.completed_challenges(ANN) == {"a-b", "a-c"}
    assert learning.completed_challenges(BOB) == set()


def test_what_ended_unheard_is_made_good(learning, store):  # noqa: F811
    """Those who won, or held, while nobody could keep the step, have met it after a start."""

    async def start():
        server = GameServer(store, 1)
        await note_completed_challenges(server, learning)
        assert len(server.resources.end_listeners) == 1

    def ended(number, challenge, owner, winner, reason="resignation"):
        stored = stored_game(game_id=f"game-{number}", challenge=challenge, owners=(owner, None))
        stored.match.end(winner, reason)
        store.add(stored)

    ended(1, "nauplia-rows", ANN, 0)
    ended(2, "nauplia-rows", BOB, 1)
    ended(3, HOLD.id, BOB, None, "agreement")
    ended(4, HOLD.id, ANN, None, "adjudication")
    ended(5, "", BOB, 0)
    store.add(stored_game(game_id="game-6", challenge="nauplia-rows", owners=(BOB, None)))
    asyncio.run(start())
    assert learning.completed_challenges(ANN) == {"nauplia-rows", HOLD.id}
    assert learning.completed_challenges(BOB) == set()


def test_a_game_knows_its_challenge_after_a_restart(store):  # noqa: F811
    store.add(stored_game(challenge="aulis-four"))
    assert store.load("game-1").challenge == "aulis-four"
