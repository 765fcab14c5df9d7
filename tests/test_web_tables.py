"""Tables that the server builds in the background: who may, how far it is, what is seen."""

import multiprocessing
import os
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from palamedes.core.errors import PalamedesError
from palamedes.games import find_game
from palamedes.solver.tablebase import is_solved
from palamedes.ui.web.live import table_builder
from palamedes.ui.web.server.app import Config, make_app
from waiting import wait_until
from web import another_visitor

pytestmark = pytest.mark.xdist_group("morpion")
HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def _without_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))


@contextmanager
def client_of(*solve, address="testclient"):
    with TestClient(make_app(config_of(solve)), client=(address, 50000)) as client:
        yield client


def config_of(solve, **more):
    url = f"sqlite:///{os.environ['PALAMEDES_DATA']}/games.db"
    return Config(url, solve=solve, requests_a_second=100_000, names=("testserver",), **more)


def tables(client, game="morpion"):
    answer = client.get("/api/tables", params={"game": game})
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client, path="/api/tables", game="morpion"):
    return client.post(path, json={"game": game})


def wait_for(client, state, game="morpion"):
    wait_until(lambda: tables(client, game)["state"] == state)


class SlowBuild:
    """Stands for a build: it is at one half until it is cancelled or let go."""

    def __init__(self, monkeypatch):
        self.is_done = False
        self.began = []
        monkeypatch.setattr(table_builder, "build_beside", self.build)

    def build(self, game, men, _threads, progress, _niceness):
        self.began.append((game.id, men))
        wait_until(lambda: progress("all", 1, 2) or self.is_done)


def values(client):
    """The values of the first moves on the analysis board."""
    with client.websocket_connect("/api/analysis") as socket:
        socket.send_json({"type": "values", "game": "morpion", "moves": [], "id": 1})
        return socket.receive_json()["moves"].values()


def test_what_takes_seconds_is_built_for_everybody_and_seen_without_a_restart():
    with client_of() as client:
        described = tables(client)
        assert (described["state"], described["quick"]) == ("missing", True)
        assert "less than a minute" in described["cost"]
        assert not any(value["true"] for value in values(client))
        assert post(client).json()["state"] in ("waiting", "building", "complete")
        wait_for(client, "complete")
        assert all(value["true"] and value["score"] == 0 for value in values(client))
        assert post(client).json()["state"] == "complete"


def test_perfect_play_is_offered_where_tables_can_be_had_in_seconds():
    def playable(client):
        families = client.get("/api/catalogue").json()
        games = {game["id"]: game for family in families for game in family["variants"]}
        return {name for name, game in games.items() if "perfect" in game["playable"]}

    with client_of() as client:
        assert {"teeko", "morpion", "nim"} <= playable(client)
        assert not {"morris", "morpion:5"} & playable(client)
        wish = {"game": "morpion", "second": {"who": "engine", "level": "perfect"}}
        assert client.post("/api/games", json=wish).status_code == 409  # not yet
        post(client)
        wait_for(client, "complete")
        assert client.post("/api/games", json=wish).status_code == 201
    with client_of("none") as client:
        assert "teeko" not in playable(client)


def test_only_what_the_operator_names_is_built(monkeypatch):
    slow = SlowBuild(monkeypatch)
    with client_of() as client:
        assert tables(client, "morris")["state"] == "complete"  # nothing that could be built
        post(client, game="morris")
    with client_of("none") as client:
        assert post(client).json()["state"] == "complete"
    assert not slow.began
    for wrong in ("ultimate", "morris:2-2", "chess", "", "nim:9-9"):
        with pytest.raises(PalamedesError):
            make_app(config_of((wrong,)))


def test_everybody_sees_how_far_it_is_and_the_operator_may_end_it(monkeypatch):
    slow = SlowBuild(monkeypatch)
    with client_of("morris:3-4", "morpion:5") as client:
        wait_until(lambda: tables(client, "morris")["share"] == 0.5)
        assert slow.began == [("morris", "3-4")]
        assert tables(client, "morpion:5")["state"] == "waiting"
        operator = another_visitor(client, HERE)
        assert tables(operator, "morris")["operator"]
        assert not tables(client, "morris")["operator"]
        post(client)
        wait_for(client, "building")  # what takes seconds does not wait for the others
        assert post(client, "/api/tables/cancel", "morris").status_code == 403
        assert post(operator, "/api/tables/cancel", "morris").status_code == 204
        wait_for(client, "building", "morpion:5")
        wait_for(client, "missing", "morris")
        assert post(client, game="morris").status_code == 409
        assert "less than a minute" not in tables(client, "morpion:5")["cost"]
        post(operator, game="morris")
        assert tables(client, "morris")["state"] == "waiting"
        slow.is_done = True
        wait_for(client, "missing", "morris")  # it was built again, for show
        assert slow.began[-1] == ("morris", "3-4")


def test_strangers_behind_a_proxy_on_this_machine_are_no_operators():
    app = make_app(config_of((), proxies=(HERE,)))
    with TestClient(app, client=(HERE, 50000)) as client:
        assert not tables(client)["operator"]


def test_why_tables_cannot_be_built_is_told_to_everybody(tmp_path):
    with client_of() as client:
        (tmp_path / "tables").write_text("a file where a folder should be")
        post(client)
        wait_until(lambda: tables(client)["complaint"])
        assert "tables of morpion cannot be written" in tables(client)["complaint"]


def test_a_build_ends_with_the_server_and_goes_on_with_the_next():
    with client_of("morpion") as client:
        wait_for(client, "building")
    assert not is_solved(find_game("morpion"))
    assert not multiprocessing.active_children()
    with client_of("morpion") as client:
        wait_for(client, "complete")
    assert is_solved(find_game("morpion"))
