"""What the tests about people share: accounts at a server, whose passwords are quick to hash."""

from contextlib import contextmanager

import pytest

from palamedes.ui.web.features.accounts.passwords import Cost, Passwords
from palamedes.ui.web.features.accounts.service import Accounts
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live import rated_games
from web import another_visitor, client_of, live, new_game, scene_when

PASSWORD = "correct horse"
WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]  # by which the first player of teeko wins
QUICK = Cost(n=16)


@contextmanager
def people_at(database):
    """A visitor of a server on which passwords cost little, and no lot changes sides."""
    with client_of(database) as client, pytest.MonkeyPatch.context() as patch:
        patch.setattr(rated_games, "randbelow", lambda number: 0)
        accounts = service(client, Accounts)
        accounts.passwords.close()
        accounts.passwords = Passwords(QUICK)
        yield client


@pytest.fixture(name="ann")
def ann_fixture(tmp_path):
    """Ann, with an account at a server of her own."""
    with people_at(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield sign_up(client, "Ann")


@pytest.fixture(name="bob")
def bob_fixture(ann):
    """Bob, with an account at the same server."""
    return person(ann, "Bob")


def sign_up(client, name="Ada", password=PASSWORD):
    """Make an account in a browser."""
    answer = client.post("/api/accounts", json={"name": name, "password": password})
    assert answer.status_code == 201, answer.text
    return client


def log_in(client, name="Ada", password=PASSWORD):
    return client.post("/api/logins", json={"name": name, "password": password})


def person(client, name):
    """Somebody else at the same server, with an account."""
    return sign_up(another_visitor(client), name)


def rated_by_two(ann, bob):
    """A rated game in which Ann has the first move."""
    seats = {"first": {"who": "me"}, "second": {"who": "friend"}}
    game_id = new_game(ann, rated=True, **seats)
    answer = bob.post(f"/api/games/{game_id}/seats/1", json={})
    assert answer.status_code == 200, answer.text
    return game_id


def play_by_two(ann, bob, game_id, moves=WIN):
    """Make moves in turn, each in his own browser."""
    with live(ann, game_id) as first, live(bob, game_id) as second:
        for number, move in enumerate(moves):
            (first, second)[number % 2].send_json({"type": "move", "move": move})
            for socket in (first, second):
                scene = scene_when(socket, lambda scene, n=number: scene["plies"] == n + 1)
    return scene
