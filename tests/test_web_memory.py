"""Nobody fills the memory: what is cached by the choice of visitors is bounded."""

import ast
import gc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

import palamedes
from palamedes.core.game import Game
from palamedes.ui.web.features.puzzles import shared_answers
from palamedes.ui.web.features.puzzles.shared_answers import SharedAnswers
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import ActiveLogins
from palamedes.ui.web.live import closed_clocks
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server import lifespan
from palamedes.ui.web.store.accounts import Login, Visitor
from waiting import wait_until
from web import another_visitor, client_of, live, new_game, scene_when, two_people

pytestmark = pytest.mark.xdist_group("web")

# Caches without a bound, and why they need none.
OWN_KEYS = {
    "players/external/sandbox.py isolation": "our three choices",
    "players/ladder.py level_ratings": "no key",
    "players/ladder.py _measured": "no key",
    "campaign/challenge.py _puzzles_of": "the games of our own challenges",
    "core/cache.py cache_folder": "no key",
    "core/cache.py is_read_only": "no key",
    "core/cache.py source_hash": "no key",
    "core/cache.py _plugin_folder": "the packages of plug-ins",
    "core/native/cuda.py _launched": "our kernels",
    "core/native/cuda_target.py _dispatcher": "our kernels and parts",
    "core/sources.py _sources_of": "the packages of plug-ins",
    "core/language.py _catalogue": "our languages",
    "core/language.py _language_of_locale": "no key",
    "ui/pictures/colours.py _blocks": "no key",
    "ui/pictures/colours.py palettes": "no key",
    "ui/web/features/laboratory/trees.py _lower_priority": "no key",
    "ui/web/features/puzzles/sets.py _load_set": "the games that have puzzles",
    "ui/web/http/names.py _names_of_the_computer": "no key",
    "ui/web/live/rated_games.py rated_games": "no key",
    "ui/web/server/pages.py _template": "no key",
    "ui/web/server/pages.py modules_of": "our pages",
    "ui/web/server/pages.py texts_of": "our pages",
}


@pytest.fixture
def client(tmp_path, monkeypatch):
    # Its thread would make tuples while `games_in_memory` looks at them, which CPython forbids.
    monkeypatch.setattr(lifespan, "_warm_up", lambda _tables: None)
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def is_unbounded(node):
    """Whether a decorator or another expression makes a cache that grows for ever."""
    if isinstance(node, ast.Call):
        sizes = [*node.args[:1], *(each.value for each in node.keywords if each.arg == "maxsize")]
        return ast.unparse(node.func).endswith("lru_cache") and any(
            isinstance(size, ast.Constant) and size.value is None for size in sizes
        )
    return ast.unparse(node) in ("cache", "functools.cache")


def unbounded_caches():
    """The caches without a bound in all modules, of functions and methods or made elsewhere."""
    root = Path(palamedes.__file__).parent
    for path in root.rglob("*.py"):
        module = path.relative_to(root).as_posix()
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "cache" in text else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if any(map(is_unbounded, node.decorator_list)):
                    yield f"{module} {node.name}"
            elif isinstance(node, ast.Call) and is_unbounded(node.func):
                yield f"{module} line {node.lineno}"


def test_every_cache_is_bounded_or_has_keys_of_our_own():
    assert set(unbounded_caches()) == set(OWN_KEYS)


def games_in_memory():
    gc.collect()
    return sum(isinstance(each, Game) for each in gc.get_objects())


def test_many_variants_do_not_stay_in_memory(client):
    """The more people asked for, the more would stay: 5,000 once cost 155 MB for good."""
    choose = Random(17).randint
    wait_until(lambda: client.get("/api/kinds/nim").status_code == 200)
    before = games_in_memory()
    for number in range(300):
        heaps = ",".join(str(choose(1, 5)) for _heap in range(6))
        path = "catalogue" if number % 3 else "kinds"
        assert client.get(f"/api/{path}/nim:{heaps}").status_code == 200
    assert games_in_memory() - before < 150


def test_a_timed_game_whose_friend_never_comes_is_closed_and_opens_again(client):
    server = service(client, GameServer)
    game_id = two_people(client, clock={"total": 300})
    with live(client, game_id) as socket:
        scene_when(socket, lambda scene: scene["free"] == [1])
    wait_until(lambda: server.live_games[game_id].is_idle)
    client.portal.call(server.close_idle)
    assert game_id not in server.live_games
    answer = another_visitor(client).post(f"/api/games/{game_id}/seats/1", json={})
    assert answer.status_code == 200
    assert server.live_games[game_id].session.seconds_left <= 300  # both sides are taken


def test_a_timed_game_that_nobody_attends_is_closed_and_its_clock_runs_on(client, monkeypatch):
    server = service(client, GameServer)
    game_id = new_game(client, second={"who": "me"}, clock={"total": 300})
    client.portal.call(server.close_idle)
    assert game_id not in server.live_games
    later = closed_clocks.monotonic() + 100
    monkeypatch.setattr(closed_clocks, "monotonic", lambda: later)
    client.portal.call(server.end_run_out)
    assert game_id not in server.live_games
    with live(client, game_id) as socket:
        scene = scene_when(socket, lambda scene: True)
    assert scene["clocks"][0] <= 200


def test_a_game_that_was_closed_ends_when_time_is_up(tmp_path, monkeypatch):
    monkeypatch.setattr(lifespan, "CLOCK_INTERVAL", 0.01)
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        server = service(client, GameServer)
        game_id = new_game(client, second={"who": "me"}, clock={"total": 300})
        client.portal.call(server.close_idle)
        later = closed_clocks.monotonic() + 301
        monkeypatch.setattr(closed_clocks, "monotonic", lambda: later)
        wait_until(lambda: server.store.load(game_id).match.result is not None)
        assert server.store.load(game_id).match.result.reason == "timeout"


def test_a_timed_game_that_is_paused_is_closed_and_opens_in_its_pause(client):
    server = service(client, GameServer)
    game_id = new_game(client, second={"who": "me"}, clock={"total": 300})
    with live(client, game_id) as socket:
        socket.send_json({"type": "pause"})
        scene_when(socket, lambda scene: scene["paused"])
    wait_until(lambda: server.live_games[game_id].is_idle)
    client.portal.call(server.close_idle)
    assert game_id not in server.live_games
    with live(client, game_id) as socket:
        scene_when(socket, lambda scene: scene["paused"])


def test_logins_that_have_ended_are_forgotten():
    now = datetime.now(UTC)
    old = [Login(str(number), Visitor("x"), now - timedelta(number)) for number in range(1, 9)]
    logins = ActiveLogins([*old, Login("new", Visitor("y"), now + timedelta(1))])
    logins.begin(Login("newer", Visitor("y"), now + timedelta(2)))
    assert len(logins._logins) == 2


def test_answers_that_were_given_away_are_forgotten(monkeypatch):
    monkeypatch.setattr(shared_answers, "MOST_KEPT", 3)
    answers = SharedAnswers()
    for number in range(5):
        answers.add("here", str(number))
    assert [answers.has("here", str(number)) for number in range(5)] == [False] * 2 + [True] * 3
    assert not answers.has("there", "4")
    monkeypatch.setattr(shared_answers, "DAY", 0.0)
    assert not answers.has("here", "4")
