"""Nobody passes for somebody else or for the computer; passwords that are guessed first."""

import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import create_engine, text

from palamedes.ui.web.features.accounts.service import Accounts
from palamedes.ui.web.features.accounts.weak_passwords import is_easy_to_guess
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.names import check_name
from palamedes.ui.web.http.services import service
from palamedes.ui.web.store import GameStore
from palamedes.ui.web.store.accounts import AccountStore
from palamedes.ui.web.store.database import MIGRATIONS
from palamedes.ui.web.store.look_alikes import skeleton
from people import PASSWORD, log_in, people_at, person, sign_up
from web import another_visitor, new_game, two_people

pytestmark = pytest.mark.xdist_group("web")

COMPUTERS = [
    "Computer (hard)",
    "Ordinateur (difficile)",
    "the computer",
    "C0mputer",
    "Соmрutеr (hard)",  # in part Cyrillic
    "The real Computer",
    "Ann (c.o.m.p.u.t.e.r)",
    "Сᴏᴍᴘᴜᴛᴇʀ",  # small capitals
    "ꓚꓳꓟꓑꓴꓔꓰꓣ",  # Lisu
    "hard",
    "maitre",
]
INVISIBLE = [
    "An\u200bn",
    "Ann\u00ad",
    "A\u202enn",
    "\u3164Ann",
    "Ann\ufe0f",
    "A\u2060nn",
    "A\u00a0n",
]


@pytest.fixture
def client(tmp_path):
    with people_at(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """A server with accounts, and one with a name that everybody may try to take."""
    folder = tmp_path_factory.mktemp("names")
    with people_at(f"sqlite:///{folder / 'games.db'}") as client:
        person(client, "Arnold Zoé")
        client.game_id = two_people(client)
        wish = {"game": "teeko", "system": "swiss"}
        client.tournament_id = client.post("/api/contests/people", json=wish).json()["id"]
        yield client


def ways_to_give_a_name(client, name):
    """The answers of all requests that carry a name."""
    guest = another_visitor(client)
    seats = {"first": {"who": "me", "name": name}, "second": {"who": "me"}}
    yield guest.post("/api/games", json={"game": "teeko", **seats})
    seats = {"first": {"who": "me"}, "second": {"who": "friend", "name": name}}
    yield guest.post("/api/games", json={"game": "teeko", **seats})
    yield guest.post(f"/api/games/{client.game_id}/seats/1", json={"name": name})
    yield guest.post(f"/api/contests/{client.tournament_id}/entrants", json={"name": name})
    yield guest.post("/api/campaign/steps/nauplia-rows", json={"name": name})
    yield guest.post("/api/accounts", json={"name": name, "password": PASSWORD})


@pytest.mark.parametrize("name", [*COMPUTERS[:2], *INVISIBLE[:2]])
def test_no_way_leads_to_a_name_that_is_not_allowed(crowd, name):
    told = [answer.status_code for answer in ways_to_give_a_name(crowd, name)]
    assert told == [422] * len(told)


@pytest.mark.parametrize("name", ["Arnold Zoé", "ARN0LD-ZOE", "Аrnоld Zое", "Amold.Zoe"])
def test_no_way_leads_to_a_name_like_an_account(crowd, name):
    told = [answer.status_code for answer in ways_to_give_a_name(crowd, name)]
    assert told == [409] * len(told)


@pytest.mark.parametrize("name", COMPUTERS)
def test_names_of_the_computer(name):
    with pytest.raises(ValueError, match="reserved for the computer"):
        check_name(name)


@pytest.mark.parametrize("name", INVISIBLE)
def test_invisible_characters(name):
    with pytest.raises(ValueError, match="invisible"):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["", "Ann", "Zoé", "Жанна", "Ελένη", "नमि", "王", "Tom & Jo ♥", "-"]
)
def test_names_that_are_allowed(name):
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "ᴍᴀʀᴛʜᴀ Bᴇʟᴋᴏꜱ",
        "ꓟꓮꓣꓔꓧꓮ ꓐꓰꓡꓗꓳꓢ",
        "ᗰᗩᖇTᕼᗩ ᗷᗴᒪKOᔕ",  # Canadian syllabics
        "ᵐᵃʳᵗʰᵃ ᴮᵉˡᵏᵒˢ",
        "Marthaʼ Belkosˑ",
        "Martha 6elkos",
        "Martha B3lko5",
    ],
)
def test_names_that_look_alike(name):
    assert skeleton(name) == skeleton("Martha Belkos")


def test_names_that_look_different_have_different_skeletons():
    names = [
        "Ann",
        "Anna",
        "Bob",
        "Boab",
        "Ada",
        "Ада",
        "王",
        "玉",
        "नम",
        "नमि",
        "Ωμ",
        "Mia",
        "Nia",
        "佐々木",
        "佐木",
    ]
    assert len({skeleton(name) for name in names}) == len(names)
    assert skeleton("-") == skeleton("♥") == ""


def test_accounts_play_under_their_own_names(client):
    sign_up(client, "Ann")
    new_game(client, first={"who": "me", "name": "Ann"}, second={"who": "me", "name": "ann"})
    wish = {"game": "teeko", "system": "swiss"}
    tournament = client.post("/api/contests/people", json=wish).json()["id"]
    joined = client.post(f"/api/contests/{tournament}/entrants", json={"name": "Ann"})
    assert joined.status_code == 200


def migrate(engine, revision, change=command.upgrade):
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        change(config, revision)


def check_migration(url):
    """Accounts that look alike stay, and nobody else can be called like them."""
    engine = create_engine(url)
    migrate(engine, "0003")
    insert = "INSERT INTO accounts (name, folded, password, owner, created) VALUES "
    with engine.begin() as connection:
        for name in ("Ann", "Аnn"):
            values = f"('{name}', '{name.lower()}', 'x', 'owner {name}', '2026-01-01 00:00:00')"
            connection.execute(text(insert + values))
    engine.dispose()
    store = GameStore(url)
    accounts = AccountStore(store.engine)
    assert accounts.owners_named_like(skeleton("ANN")) == {"owner Ann", "owner Аnn"}
    assert [accounts.account_named(name).name for name in ("ann", "аnn")] == ["Ann", "Аnn"]
    assert accounts.create("Αnn", "αnn", "x", "another owner") is None
    store.close()


def test_accounts_are_known_by_the_looks_of_today(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = GameStore(url)
    assert AccountStore(store.engine).create("Ann 5", "ann 5", "x", "owner")
    with store.engine.begin() as connection:  # as an older version wrote it
        connection.execute(text("UPDATE accounts SET skeleton = 'ann5'"))
    migrate(store.engine, "0005", command.downgrade)
    store.close()
    store = GameStore(url)
    assert AccountStore(store.engine).owners_named_like(skeleton("Ann S")) == {"owner"}
    store.close()


def test_accounts_of_the_version_before_are_known_by_their_looks(tmp_path):
    check_migration(f"sqlite:///{tmp_path / 'games.db'}")


# Passwords


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "P4ssw0rd!",
        "12345678",
        "87654321",
        "19871224",
        "qwertyuiop",
        "azerty123",
        "1q2w3e4r",
        "abcd1234",
        "aaaaaaaa",
        "abababab",
        "monmonmon",
        "motdepasse1",
        "iloveyou2",
        "ada-12345",
        "!!!!!!!!",
    ],
)
def test_passwords_that_are_guessed_first(password):
    assert is_easy_to_guess(password, "Ada")


@pytest.mark.parametrize(
    "password", [PASSWORD, "another horse", "x7k2q9w4", "849302817465", "dm8 vé"]
)
def test_passwords_that_are_allowed(password):
    assert not is_easy_to_guess(password, "Ada")


def test_an_easy_password_is_refused_for_a_new_account_and_later(client):
    detail = "This password is too easy to guess. Please choose another one."
    answer = client.post("/api/accounts", json={"name": "Ada", "password": "Adaada123"})
    assert answer.status_code == 201
    for path, wish in (
        ("/api/accounts", {"name": "Bob", "password": "password1"}),
        ("/api/you/password", {"old": "Adaada123", "new": "ada12345"}),
    ):
        answer = client.post(path, json=wish)
        assert (answer.status_code, answer.json()) == (422, {"detail": detail})


# Strangers who try passwords


@pytest.mark.parametrize("is_logged_out", [True, False])
def test_a_stranger_locks_nobody_out_of_the_own_browser(client, is_logged_out):
    """Not even from the same address, and with the tries of the whole world used up."""
    sign_up(client)
    if is_logged_out:
        assert client.post("/api/you/logout").status_code == 200
    else:  # ended from elsewhere
        elsewhere = another_visitor(client)
        assert log_in(elsewhere).status_code == 200
        assert elsewhere.post("/api/you/logins/end").status_code == 200
    limits = service(client, Accounts).limits
    limits.logins_by_name = limits.logins_by_address = RateLimit(2, 0)
    stranger = another_visitor(client)
    tries = [log_in(stranger, "Ada", "wrong word").status_code for _try in range(3)]
    assert tries == [401, 401, 429]
    assert log_in(another_visitor(client)).status_code == 429
    assert log_in(client, "Ada", "wrong word").status_code == 401
    assert log_in(client).status_code == 200


def test_a_browser_has_a_limit_too_and_no_forged_mark_helps(client):
    limits = service(client, Accounts).limits
    limits.logins_by_name_and_address = RateLimit(2, 0)
    sign_up(client)
    client.post("/api/you/logout")
    tries = [log_in(client, "Ada", "wrong word").status_code for _try in range(3)]
    assert tries == [401, 401, 429]
    limits.logins_by_name = RateLimit(0, 0)
    bob = person(client, "Bob")  # his mark is not hers
    assert log_in(bob, "Ada").status_code == 429
    forger = another_visitor(client)
    forger.cookies["palamedes"] = f"{'x' * 43}.{'y' * 43}"
    assert log_in(forger, "Ada").status_code == 429


def test_a_new_password_makes_old_marks_void(client):
    sign_up(client)
    old = another_visitor(client)
    assert log_in(old).status_code == 200
    wish = {"old": PASSWORD, "new": "another horse"}
    assert client.post("/api/you/password", json=wish).status_code == 200
    service(client, Accounts).limits.logins_by_name = RateLimit(0, 0)
    assert log_in(old, "Ada", "another horse").status_code == 429
    client.post("/api/you/logout")
    assert log_in(client, "Ada", "another horse").status_code == 200
