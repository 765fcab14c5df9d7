"""What the operator of a server sees: metrics and the log."""

import json
import logging
import re
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.measures import Durations, RequestMeasures
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server import log as log_module
from palamedes.ui.web.server.app import Config, make_app
from palamedes.ui.web.server.log import JsonFormatter, ThrottledHandler
from palamedes.ui.web.server.run import _settings
from palamedes.ui.web.store import StoreError
from test_web_store import url as url
from web import another_visitor, live, new_game, scene_when

pytestmark = pytest.mark.xdist_group("store")

TOKEN = "k7mw-p3xa-tq9f-hb2c"
HERE, ELSEWHERE, PROXY = "127.0.0.1", "192.0.2.7", "172.16.0.2"
LINE = re.compile(r'([a-z_]+)(\{[a-z]+="[^"]+"\})? (-?[0-9.e+-]+)')


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path / 'games.db'}"


@contextmanager
def server_at(database, peer=HERE, **settings):
    """A visitor with some address, at a server with these settings."""
    app = make_app(Config(database, names=("testserver",), **settings))
    with TestClient(app, client=(peer, 50000)) as client:
        yield client


def figures_of(client, **headers):
    """All metrics by their names, with labels; every line is as Prometheus expects it."""
    answer = client.get("/metrics", headers=headers)
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found, kinds = {}, {}
    assert answer.text.endswith("\n")
    for line in answer.text.splitlines():
        if line.startswith("# TYPE "):
            _hash, _type, name, kinds[name] = line.split(" ")
        elif not line.startswith("# HELP "):
            name, labels, value = LINE.fullmatch(line).groups()
            assert name in kinds or re.sub("_(bucket|sum|count)$", "", name) in kinds
            assert f"{name}{labels or ''}" not in found
            found[f"{name}{labels or ''}"] = float(value)
    return found


# Metrics


def test_metrics_tell_what_happens(url):
    with server_at(url) as client:
        before = figures_of(client)
        game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
        assert client.get("/api/games/abcdefgh").status_code == 404
        with live(client, game_id) as socket:
            for plies, move in enumerate(("c3", "a1"), start=1):
                socket.send_json({"type": "move", "move": move})
                scene_when(socket, lambda scene, plies=plies: scene["plies"] == plies)
            during = figures_of(client)
        service(client, GameServer).store.engine.dispose()
        with service(client, GameServer).store.engine.begin() as connection:
            connection.exec_driver_sql(f"DELETE FROM moves WHERE game_id = '{game_id}'")
            connection.exec_driver_sql(f"DELETE FROM games WHERE id = '{game_id}'")

    def grown(name):
        return during[name] - before[name]

    assert grown('palamedes_requests_total{status="2xx"}') == 2  # the first metrics count too
    assert grown('palamedes_requests_total{status="4xx"}') == 1
    assert grown("palamedes_request_duration_seconds_count") == 3
    assert during['palamedes_request_duration_seconds_bucket{le="+Inf"}'] == 3
    assert grown("palamedes_moves_saved_total") == 2
    assert grown("palamedes_save_duration_seconds_count") == 2
    assert 0 < during["palamedes_save_duration_seconds_sum"] < 60
    assert (during["palamedes_games_open"], during["palamedes_games_live"]) == (1, 1)
    assert during["palamedes_websockets"] == 1
    assert during['palamedes_engines_waiting{queue="games"}'] == 0
    assert during['palamedes_engines_slots{queue="analyses"}'] >= 1
    assert during["palamedes_database_errors_total"] == 0
    assert during["palamedes_database_size_bytes"] > 50_000
    assert during["process_resident_memory_bytes"] > 10_000_000
    assert grown("process_cpu_seconds_total") > 0


def test_errors_of_the_database_are_counted_and_hide_nothing_else(database, monkeypatch):
    with server_at(database) as client:
        store = service(client, GameServer).store
        assert client.post("/api/games", json={"game": "nim"}).status_code == 201
        with store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE games RENAME TO hidden")
        assert client.get("/api/games/abcdefgh").status_code == 503
        monkeypatch.setattr(store, "size", lambda: (_ for _ in ()).throw(StoreError("gone")))
        found = figures_of(client)
        assert found["palamedes_database_errors_total"] == 1
        assert found['palamedes_requests_total{status="5xx"}'] == 1
        assert "palamedes_database_size_bytes" not in found


@pytest.mark.parametrize(
    ("peer", "proxies", "headers", "status"),
    [
        (HERE, (), {}, 200),
        ("::1", (), {}, 200),
        ("::ffff:127.0.0.1", (), {}, 200),
        (ELSEWHERE, (), {}, 403),
        ("testclient", (), {}, 403),
        # Through a proxy on this machine, whether it is known or not, whatever visitors claim.
        (HERE, (HERE,), {}, 403),
        (HERE, (HERE,), {"x-forwarded-for": ELSEWHERE}, 403),
        (HERE, (HERE,), {"x-forwarded-for": HERE}, 403),
        (HERE, (), {"x-forwarded-for": HERE}, 403),
        (HERE, (), {"forwarded": "for=127.0.0.1"}, 403),
        (HERE, (), {"via": "1.1 proxy"}, 403),
        (HERE, (), {"x-real-ip": HERE}, 403),
        (PROXY, (PROXY,), {"x-forwarded-for": HERE}, 403),
        (PROXY, (PROXY,), {"x-forwarded-for": f"{HERE}, {HERE}"}, 403),
        (ELSEWHERE, (), {"x-forwarded-for": HERE}, 403),
    ],
)
def test_only_the_operator_sees_metrics(database, peer, proxies, headers, status):
    with server_at(database, peer, proxies=proxies) as client:
        sent = {name: value.encode() for name, value in headers.items()}
        assert client.get("/metrics", headers=sent).status_code == status


@pytest.mark.parametrize(
    ("peer", "proxies", "headers", "status"),
    [
        (ELSEWHERE, (), {"authorization": f"Bearer {TOKEN}"}, 200),
        (HERE, (HERE,), {"authorization": f"bearer {TOKEN}"}, 200),
        (HERE, (), {"authorization": f"Bearer {TOKEN}x"}, 403),
        (ELSEWHERE, (), {"authorization": "Bearer "}, 403),
        (ELSEWHERE, (), {"authorization": "Bearer é"}, 403),
        (ELSEWHERE, (), {"authorization": f"Basic {TOKEN}"}, 403),
        # A proxy that adds no headers looks like this machine.
        (HERE, (), {}, 403),
        (HERE, (), {"x-forwarded-server": "proxy"}, 403),
    ],
)
def test_a_token_is_the_only_key_to_metrics(database, peer, proxies, headers, status):
    with server_at(database, peer, proxies=proxies, metrics_token=TOKEN) as client:
        sent = {name: value.encode() for name, value in headers.items()}
        assert client.get("/metrics", headers=sent).status_code == status


def test_without_a_token_none_is_right(database):
    with server_at(database, ELSEWHERE) as client:
        for given in ("", TOKEN):
            answer = client.get("/metrics", headers={"authorization": f"Bearer {given}"})
            assert answer.status_code == 403
            assert "--metrics-token" in answer.json()["detail"]
        assert client.get("/health").status_code == 200  # is for everybody
        answer = client.get("/health", headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 401  # elsewhere only tokens of bots are valid


def test_metrics_are_found_under_a_prefix(database):
    with server_at(database, ELSEWHERE, metrics_token=TOKEN, root_path="/games") as client:
        headers = {"authorization": f"Bearer {TOKEN}"}
        assert client.get("/metrics", headers=headers).status_code == 200
        assert client.get("/games/metrics", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "token", ["short", "a" * 40, "0101" * 10, "two words, long enough", "é" * 9 + TOKEN]
)
def test_a_weak_token_is_refused(run, token):
    with pytest.raises(PalamedesError, match="--metrics-token needs 16 or more"):
        make_app(Config(metrics_token=token))
    code, _out, error = run("serve", "--metrics-token", token)
    assert (code, error.count("\n")) == (2, 1)


def test_refusals_are_counted_too(database):
    with server_at(database) as client:
        stranger = another_visitor(client)
        assert stranger.get("/", headers={"host": "evil.example"}).status_code == 421
        assert service(client, RequestMeasures).by_class[4] == 1


def test_durations_are_counted_by_their_bounds():
    durations = Durations((0.1, 1.0))
    for seconds in (0.0, 0.1, 0.11, 1.0, 1.1, 60.0):
        durations.note(seconds)
    assert durations.counts == [2, 2, 2]
    assert durations.sum == pytest.approx(62.31)


# The log


@contextmanager
def json_logger():
    """A logger with the handler of a server that writes JSON."""
    logger = logging.Logger("palamedes.test")
    logger.addHandler(handler := ThrottledHandler(most=2))
    handler.setFormatter(JsonFormatter())
    yield logger
    handler.close()


def lines_of(capsys):
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_line_of_the_log_is_one_json_object(capsys):
    with json_logger() as logger:
        logger.warning("game %s: %s\nand more", "é", '"lost"')
        try:
            raise ValueError("of\nno\nuse")
        except ValueError:
            logger.exception("unexpected error")
    first, second = lines_of(capsys)
    assert first.keys() == {"time", "level", "event", "fields"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", first["time"])
    assert (first["level"], first["event"]) == ("warning", 'game é: "lost"\nand more')
    assert first["fields"]["logger"] == "palamedes.test"
    assert first["fields"]["kind"] == "game %s: %s\nand more"
    assert first["fields"]["source"].startswith("test_web_operation.py:")
    assert second["level"] == "error"
    assert second["fields"]["trace"].endswith("ValueError: of\nno\nuse")


def test_the_json_log_is_throttled_too(capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(log_module, "monotonic", lambda: now[0])
    with json_logger() as logger:
        for number in range(5):
            logger.warning("lost %d", number)
        now[0] = 61.0
        logger.warning("another")
    lines = lines_of(capsys)
    assert [line["event"] for line in lines[:2]] == ["lost 0", "lost 1"]
    assert "3 more lines were left out" in lines[2]["event"]
    assert lines[2]["fields"]["left_out"] == 3
    assert len(lines) == 4


def test_the_format_of_the_log_is_chosen(run):
    code, _out, error = run("serve", "--log-format", "xml")
    assert (code, error.count("\n")) == (2, 1)
    assert _settings(make_app(), Config()).log_config is None  # uvicorn writes to our log
