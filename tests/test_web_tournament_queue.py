"""The line of tournaments of engines in trouble: locks, stops, and those who ask for too much."""

import asyncio
from unittest.mock import Mock

import pytest

from palamedes.ui.web.features.tournaments import engines, specs
from palamedes.ui.web.features.tournaments.service import Tournaments
from palamedes.ui.web.http.services import service
from palamedes.ui.web.store import StoreError
from palamedes.ui.web.store.tournaments import OVER
from test_web_people_tournaments import (
    act,
    look,
    new_people,
    people,
    wait_until,
)
from waiting import wait_until as wait
from web import another_visitor, client_of

pytestmark = pytest.mark.xdist_group("store")


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


@pytest.fixture
def slow_line(client, monkeypatch):
    """A line in which a tournament is played until it is stopped, or for one moment more."""

    async def run_process(line, _tournament):
        while not line._is_stopped and not client.app.state.is_quick:
            await asyncio.sleep(0.01)
        return OVER

    client.app.state.is_quick = False
    monkeypatch.setattr(engines.EngineTournaments, "_run_process", run_process)
    monkeypatch.setattr(engines, "RETRY", 0.01)


def new_engines(client, status=201, **wish):
    body = {"game": "nim", "players": ["random", "easy"], "games": 1, **wish}
    answer = client.post("/api/contests/engines", json=body)
    assert answer.status_code == status, answer.text
    return answer.json().get("id")


def test_the_line_goes_on_when_the_database_was_locked(client, slow_line, monkeypatch):
    store, failures = service(client, Tournaments).store, [StoreError("locked")] * 2
    set_state = store.set_state

    def failing(tournament_id, state):
        if state == "over" and failures:
            raise failures.pop()
        return set_state(tournament_id, state)

    monkeypatch.setattr(store, "set_state", failing)
    client.app.state.is_quick = True
    for tournament_id in [new_engines(client) for _tournament in range(2)]:
        wait_until(client, tournament_id, lambda found: found["state"] == "over")
    assert not failures


def test_a_stop_is_not_overwritten(client, slow_line, monkeypatch):
    running, waiting = [new_engines(client) for _tournament in range(2)]
    wait_until(client, running, lambda found: found["state"] == "running")
    act(client, waiting, "stop")
    store = service(client, Tournaments).store
    lines = [[], [waiting]]  # as it was read before the stop, and then as it is
    monkeypatch.setattr(store, "claimable", lambda _process: lines.pop() if lines else [])
    act(client, running, "stop")
    wait_until(client, running, lambda _found: not lines)
    assert [look(client, each)["state"] for each in (running, waiting)] == ["stopped"] * 2


def test_a_tournament_costs_little_before_it_is_allowed(client, monkeypatch):
    monkeypatch.setattr(specs, "make_player", make_player := Mock())
    for _try in range(12):
        new_engines(client, 422, players=["alphabeta:hash=64"] * 7 + ["cmd:x"])
    new_engines(client, 429)
    make_player.assert_not_called()


def test_nobody_has_the_line_to_himself(client, slow_line):
    players = [f"e{number}=mcts:time=2" for number in range(8)]
    new_engines(client, 422, players=players, games=20, seconds=2)
    for _maker in range(engines.MOST_OF_ADDRESS):
        tournament_id = new_engines(maker := another_visitor(client))
    new_engines(another_visitor(client), 429)
    act(maker, tournament_id, "stop")
    new_engines(another_visitor(client))


def test_addresses_take_turns_with_their_tournaments(client, slow_line):
    first, second = (new_engines(another_visitor(client)) for _maker in range(2))
    modest = new_engines(another_visitor(client, "modest"))
    wait_until(client, first, lambda found: found["state"] == "running")
    assert [look(client, each)["place"] for each in (modest, second)] == [1, 2]
    service(client, Tournaments).engines._is_stopped = True  # the first is over
    wait_until(client, modest, lambda found: found["state"] == "running")
    assert look(client, second)["state"] == "open"


def test_a_long_tournament_makes_way_after_a_game(client, monkeypatch):
    played = []

    class Process:
        """One game after the other, without end."""

        exitcode = -15

        def __init__(self, target, args, daemon):
            self._journal = args[0]

        def start(self):
            self._journal.parent.mkdir(exist_ok=True)
            played.append(self._journal.stem.removeprefix("web-"))

        def is_alive(self):
            with self._journal.open("a") as journal:
                return journal.write("a game")

        def terminate(self):
            pass

        def join(self):
            pass

    monkeypatch.setattr(engines, "SPAWN", Mock(Process=Process))
    monkeypatch.setattr(engines, "FAIR_SHARE", 0.0)
    monkeypatch.setattr(engines, "POLL_INTERVAL", 0.01)
    greedy = [new_engines(another_visitor(client)) for _maker in range(2)]
    modest = new_engines(another_visitor(client, "modest"))
    wait(lambda: len(played) >= 4)
    assert played[:4] == [greedy[0], modest, greedy[0], modest]


def test_who_is_forgotten_leaves_no_tournament_that_nobody_can_end(client, slow_line):
    started = new_people(client, title="Maria")
    people(client, started, "Ada", "Bob")
    act(client, started, "start")
    gone = [new_people(client, title="Maria"), new_engines(client, title="Maria")]
    wait_until(client, gone[1], lambda found: found["state"] == "running")
    stored = new_people(other := another_visitor(client), title="Mine")
    assert client.post("/api/you/delete", json={"sure": True}).status_code == 200
    assert [client.get(f"/api/contests/{each}").status_code for each in gone] == [404, 404]
    assert {each["title"]: each["id"] for each in client.get("/api/contests").json()} == {
        "": started,
        "Mine": stored,
    }
    client.app.state.is_quick = True
    after = new_engines(other)
    wait_until(client, after, lambda found: found["state"] == "over")
