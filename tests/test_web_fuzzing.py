"""Whatever a request holds, the server never fails: requests made up by schemathesis.

The suite tries a few of every kind. For many more: FUZZING_EXAMPLES=1000 pytest test_web_fuzzing.py
"""

import json
import os

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core import NOT_SET
from schemathesis.pytest.lazy import get_all_tests

from palamedes.solver.puzzles.puzzle import shipped_puzzles
from palamedes.ui.web.features.accounts.service import Accounts
from palamedes.ui.web.features.tournaments.service import Tournaments
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import COOKIE, ActiveLogins, hash_token
from palamedes.ui.web.server.app import make_app
from people import log_in, people_at, person
from web import another_visitor, limits_of, two_people

pytestmark = pytest.mark.xdist_group("web")
EXAMPLES = int(os.environ.get("FUZZING_EXAMPLES", "20"))
WITHOUT_LIMIT = RateLimit(1e9, 1e9)
fuzzed = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))


@pytest.fixture
def schema():
    return schemathesis.openapi.from_dict(make_app().openapi())


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A server that nearly all requests reach: limits would answer most of them."""
    with people_at(f"sqlite:///{tmp_path_factory.mktemp('fuzzing') / 'games.db'}") as client:
        for limits in (limits_of(client), service(client, Accounts).limits):
            for name, limit in vars(limits).items():
                if isinstance(limit, RateLimit) and name != "reading":  # trees take their time
                    setattr(limits, name, WITHOUT_LIMIT)
        tournaments = service(client, Tournaments)
        tournaments.joins_by_address = tournaments.joins_by_visitor = WITHOUT_LIMIT
        yield client


@pytest.fixture(scope="module")
def ada(client):
    """A player with an account, and the ids of what belongs to her."""
    ada, bob = person(client, "Ada"), another_visitor(client)
    game_id = two_people(ada)
    bob.post(f"/api/games/{game_id}/seats/1", json={})
    wish = {"game": "teeko", "system": "swiss"}
    tournament_id = ada.post("/api/contests/people", json=wish).json()["id"]
    ada.post(f"/api/contests/{tournament_id}/entrants", json={"name": "Ada"})
    puzzle_id = shipped_puzzles("teeko")[0].id
    ada.known = {"game_id": game_id, "tournament_id": tournament_id, "puzzle_id": puzzle_id}
    ada.known |= {"game": "teeko", "name": "teeko", "player": 1, "number": 1}
    return ada


def request(client, case):
    body = b"" if case.body is NOT_SET else case.body
    answer = client.request(
        case.method,
        case.formatted_path,
        params=case.query,
        content=body if isinstance(body, bytes) else json.dumps(body),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code < 500, answer.text


def try_requests(schema, test, subtests, **fixtures):
    """Try each operation of the server; every worker collects tests, so none is made up before."""
    for made_up in get_all_tests(schema=schema, test_func=test, settings=fuzzed, given_kwargs={}):
        operation, requests = made_up.ok()
        with subtests.test(operation.label):
            requests(**fixtures)


def test_no_request_makes_the_server_fail(schema, client, subtests):
    def anybody(case, client):
        request(client, case)

    try_requests(schema, anybody, subtests, client=client)


def test_no_request_of_a_player_makes_the_server_fail(schema, ada, subtests):
    def player(case, ada):
        if is_logged_out(ada):
            ada.cookies.clear()
            assert log_in(ada).status_code == 200  # a request has logged her out
        request(ada, case)
        if case.path_parameters:  # what exists is reached by few random ids
            case.path_parameters.update(known_to(ada, case.path_parameters))
            request(ada, case)

    schema.config.phases.update(phases=["fuzzing"])
    try_requests(schema, player, subtests, ada=ada)


def is_logged_out(player):
    token = player.cookies.get(COOKIE, "")
    return service(player, ActiveLogins).visitor(hash_token(token)).account is None


def known_to(player, names):
    return {name: player.known[name] for name in names if name in player.known}
