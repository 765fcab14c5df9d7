"""People in a database: the same on SQLite and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from palamedes.core.glicko import Glicko, rested
from palamedes.ui.web.features.tournaments.people import entry_of
from palamedes.ui.web.store import SavedVersion, changes_since
from palamedes.ui.web.store.accounts import AccountStore
from palamedes.ui.web.store.history import GameFilter, HistoryStore
from palamedes.ui.web.store.models import (
    ChallengeRow,
    EntrantRow,
    LoginRow,
    PuzzleTryRow,
    RatingRow,
    TournamentRow,
)
from palamedes.ui.web.store.ownership import OwnershipStore
from palamedes.ui.web.store.ratings import RatingStore
from palamedes.ui.web.store.tournaments import Tournament, TournamentEntry, TournamentStore
from test_web_store import play, store, stored_game, url  # noqa: F401

pytestmark = pytest.mark.xdist_group("store")
NOW = datetime(2026, 11, 15, tzinfo=UTC)
ANN, BOB, EVE = ("a" * 62, "b" * 62, "e" * 64)
PEOPLE = ("human", "human")
WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]


@pytest.fixture
def people(store):  # noqa: F811
    people = AccountStore(store.engine)
    for name, owner in (("Ann", ANN), ("Bob", BOB)):
        assert people.create(name, name.lower(), "scrypt", owner)
    return people


def keep(store, *rows):  # noqa: F811
    with Session(store.engine) as session, session.begin():
        session.add_all(rows)


def attempt(owner, puzzle, **facts):
    facts = {"game": "teeko", "solved": True, "rated": True, "tried": NOW, **facts}
    return PuzzleTryRow(owner=owner, puzzle=puzzle, **facts)


def rating(owner, pool, games=1, **facts):
    facts = {"rating": 1600, "deviation": 80, "volatility": 0.06, **facts}
    facts = {"changed": datetime.now(UTC), **facts}
    return RatingRow(owner=owner, pool=pool, games=games, **facts)


def rated_game(store, number=1, moves=WIN, **changes):  # noqa: F811
    facts = {"specs": PEOPLE, "owners": (ANN, BOB), "rated": True, **changes}
    stored = stored_game(game_id=f"game-{number}", **facts)
    store.add(stored)
    play(store, stored, *moves)
    return stored


def test_accounts_are_found_by_their_folded_names(people):
    assert people.create("ANN", "ann", "scrypt", EVE) is None
    found = people.account_named("ann")
    assert (found.name, found.owner) == ("Ann", ANN)
    assert found == people.account_of(ANN)
    assert people.account_named("eve") is None
    people.change_password(found.id, "other")
    assert people.account_named("ann").password == "other"


def test_logins_end_one_by_one_all_together_and_by_themselves(people, store):  # noqa: F811
    accounts = [people.account_named(name) for name in ("ann", "bob")]
    ann, bob = (account.id for account in accounts)
    for token, number in (("1", 0), ("2", 0), ("3", 1), ("4", 0)):
        assert people.begin_login(token, accounts[number], "Firefox, Linux") == []
    people.end_login("1")
    assert {login.token_hash for login in people.logins_of(ann)} == {"2", "4"}
    old = datetime.now(UTC) - timedelta(days=91)
    with store.engine.begin() as connection:
        connection.execute(update(LoginRow).where(LoginRow.token == "2").values(created=old))
    found = {login.token_hash: login.visitor for login in people.all_logins()}
    assert found == {"3": (BOB, bob, "Bob", False), "4": (ANN, ann, "Ann", False)}
    people.end_logins(ann)
    assert [login.token_hash for login in people.all_logins()] == ["3"]
    assert people.begin_login("5", accounts[0]._replace(id=10**6), "") is None
    people.change_password(ann, "other")
    assert people.begin_login("5", accounts[0], "") is None  # by the password until now


def test_nobody_gets_the_number_of_an_account_that_was_deleted(people, store):  # noqa: F811
    bob = people.account_named("bob").id
    OwnershipStore(store.engine).delete_owner(BOB, "dead")
    assert people.create("Eve", "eve", "scrypt", EVE).id > bob


def test_what_an_account_takes_over_is_merged(people, store):  # noqa: F811
    store.add(stored_game(owners=(EVE, None)))
    store.add(stored_game(game_id="game-2", specs=PEOPLE, owners=(BOB, EVE)))
    keep(
        store,
        *(attempt(ANN, "p1"), attempt(EVE, "p1"), attempt(EVE, "p2")),
        *(ChallengeRow(owner=owner, step="1", done=NOW) for owner in (ANN, EVE)),
        ChallengeRow(owner=EVE, step="2", done=NOW),
        *(rating(ANN, "puzzles/teeko", rating=1700), rating(EVE, "puzzles/teeko")),
        rating(EVE, "puzzles/awale"),
    )
    OwnershipStore(store.engine).change_owner(EVE, ANN)
    assert store.load("game-1").owners == (ANN, None)
    assert store.load("game-2").owners == (BOB, ANN)
    found = HistoryStore(store.engine).other_rows(ANN)
    assert sorted((row["puzzle"], row["rated"]) for row in found["tries"]) == [
        ("p1", False),
        ("p1", True),
        ("p2", True),
    ]
    assert sorted(row["step"] for row in found["steps"]) == ["1", "2"]
    assert {row["pool"]: row["rating"] for row in found["ratings"]} == {
        "puzzles/teeko": 1700,
        "puzzles/awale": 1600,
    }
    assert not any(HistoryStore(store.engine).other_rows(EVE).values())


@pytest.mark.parametrize("state", ["open", "running"])
def test_who_came_to_a_tournament_twice_stays_once(people, store, state):  # noqa: F811
    tournaments = TournamentStore(store.engine)
    entries = [TournamentEntry(n, str(n), owner=o) for n, o in enumerate((EVE, ANN, BOB), start=1)]
    settings = {"system": "swiss", "rounds": 2, "clock": [300.0, 0.0]}
    cup = Tournament("cup", "people", "nim", "", settings, state, BOB, NOW, tuple(entries))
    tournaments.add(cup)
    OwnershipStore(store.engine).change_owner(EVE, ANN)
    found = tournaments.load("cup")
    assert [each.number for each in found.entries if not each.withdrawn] == [2, 3]
    assert entry_of(found, ANN).number == 2


def test_who_is_forgotten_leaves_others_their_games(people, store):  # noqa: F811
    games = {
        "engine": {"owners": (ANN, None)},
        "open": {"specs": PEOPLE, "owners": (ANN, None)},
        "screen": {"specs": PEOPLE, "owners": (ANN, ANN)},
        "shared": {"specs": PEOPLE, "owners": (BOB, ANN), "names": ("Bob", "Ann")},
        "others": {"owners": (BOB, None)},
    }
    for game_id, facts in games.items():
        stored = stored_game(game_id=game_id, **facts)
        store.add(stored)
        play(store, stored, "a1")
    facts = {"game": "teeko", "title": "x", "settings": {}, "owner": ANN, "created": NOW}
    tournaments = (("o", "people", "open"), ("c", "people", "running"), ("e", "engines", "open"))
    for tournament_id, kind, state in tournaments:
        facts |= {"id": tournament_id, "kind": kind, "state": state}
        keep(store, TournamentRow(changed=NOW, **facts))
        keep(store, EntrantRow(contest_id=tournament_id, number=1, name="Ann", owner=ANN))
    keep(
        store,
        attempt(ANN, "p"),
        ChallengeRow(owner=ANN, step="1", done=NOW),
        rating(ANN, "teeko"),
    )
    assert people.begin_login("1", people.account_named("ann"), "") == []
    belongings = OwnershipStore(store.engine)
    assert sorted(belongings.games_without_others(ANN)) == ["engine", "open", "screen"]
    belongings.delete_owner(ANN, "dead")
    left = {game_id for game_id in games if store.load(game_id)}
    assert left == {"shared", "others"}
    shared = store.load("shared")
    assert (shared.owners, shared.names, shared.free) == ((BOB, "dead"), ("Bob", ""), [])
    assert not any(HistoryStore(store.engine).other_rows(ANN).values())
    entries = HistoryStore(store.engine).other_rows("dead")["entries"]
    assert [(entry["name"], entry["withdrawn"]) for entry in entries] == [("-", True)] * 2
    with Session(store.engine) as session:
        left = {row.id: (row.title, row.state) for row in session.scalars(select(TournamentRow))}
    assert left == {"c": ("", "running"), "e": ("", "stopped")}
    assert people.account_named("ann") is None
    assert people.all_logins() == []


def test_a_game_is_rated_once(people, store):  # noqa: F811
    ratings, stored = RatingStore(store.engine), rated_game(store)
    assert ratings.uncounted_games() == ["game-1"]
    for _time in range(2):
        ratings.rate(stored)
    (course,) = ratings.histories(ANN)
    assert (course.games, len(course.ratings)) == (1, 1)
    won, lost = ratings.changes(stored)
    assert won.change == -lost.change > 0
    assert won.rating == 1500 + won.change
    assert ratings.uncounted_games() == []
    ratings.rate(rated_game(store, 2))
    assert ratings.changes(stored) == [won, lost]  # what the first game had changed
    assert [course.games for course in ratings.histories(BOB)] == [2]


@pytest.mark.parametrize(
    "changes",
    [
        {"rated": False},
        {"owners": (ANN, ANN)},
        {"owners": (ANN, EVE)},
        {"specs": ("human", "mcts:nodes=5"), "owners": (ANN, None)},
    ],
)
def test_games_that_do_not_count(people, store, changes):  # noqa: F811
    ratings, stored = RatingStore(store.engine), rated_game(store, **changes)
    ratings.rate(stored)
    assert ratings.histories(ANN) == []
    assert ratings.changes(stored) == [None, None]


LEVEL = {"specs": ("human", "easy"), "owners": (ANN, None)}


@pytest.mark.parametrize(("late", "counted"), [(1, False), (0, True)])
def test_the_clock_of_an_engine_says_nothing_of_a_person(people, store, late, counted):  # noqa: F811
    ratings, stored = RatingStore(store.engine), rated_game(store, moves=WIN[:4], **LEVEL)
    stored.match.end(1 - late, "timeout")
    ratings.rate(stored)
    assert bool(ratings.histories(ANN)) == counted


def test_the_same_moves_against_a_level_count_once(people, store):  # noqa: F811
    ratings = RatingStore(store.engine)
    other = [*WIN[:5], "d5", "d1"]
    games = [rated_game(store, number, WIN, **LEVEL) for number in (1, 2)]
    games.append(rated_game(store, 3, other, **LEVEL))
    games.append(rated_game(store, 4, WIN, **LEVEL | {"specs": ("human", "medium")}))
    for stored in games:
        ratings.rate(stored)
    assert [ratings.changes(stored)[0] is not None for stored in games] == [True, False, True, True]


def test_a_rating_is_less_sure_after_a_while(people, store):  # noqa: F811
    ago = datetime.now(UTC) - timedelta(days=301)
    keep(store, rating(ANN, "teeko", changed=ago), rating(BOB, "teeko"))
    ratings = RatingStore(store.engine)
    (course,) = ratings.histories(ANN)
    wanted = rested(Glicko(1600, 80, 0.06), 10).deviation
    assert course.deviation == pytest.approx(wanted)
    assert [leader.owner for leader in ratings.ranking("teeko", wanted, ANN, 9).leaders] == [BOB]
    sure = rated_game(store)
    ratings.rate(sure)
    changes = [abs(change.change) for change in ratings.changes(sure)]
    assert changes[0] > changes[1]  # Ann's, of which less is known


def test_leaders_by_their_last_rating(people, store):  # noqa: F811
    keep(
        store,
        *(rating(ANN, "teeko", n, rating=1500 + n) for n in (1, 2, 3)),
        rating(BOB, "teeko", 7, rating=1502),
        rating(EVE, "teeko", rating=2000),  # no account
        rating(BOB, "nim", rating=1900, deviation=300),
    )
    ratings = RatingStore(store.engine)
    found = ratings.ranking("teeko", 110, BOB, 9)
    assert [leader[1:] for leader in found.leaders] == [("Ann", 1503, 80, 3), ("Bob", 1502, 80, 7)]
    assert (found.people, found.place, found.own) == (2, 2, found.leaders[1])
    few = ratings.ranking("teeko", 110, EVE, 1)
    assert (few.leaders, few.people, few.own) == (found.leaders[:1], 2, None)
    assert ratings.ranking("nim", 110, BOB, 9) == ([], 0, None, 0)
    courses = {course.pool: course.ratings for course in ratings.histories(ANN)}
    assert courses == {"teeko": (1501, 1502, 1503)}


def test_history_page_by_page(people, store):  # noqa: F811
    for number in range(5):
        rated_game(store, number, names=("Ann", "Bob"))
    store.add(stored_game("nim", "nim", owners=(ANN, None)))
    history = HistoryStore(store.engine)
    assert history.games_by_kind(ANN) == {"nim": 1, "teeko": 5}
    pages = [history.games(ANN, GameFilter(), skipped, 4) for skipped in (0, 4, 8)]
    assert [len(page) for page in pages] == [4, 2, 0]
    assert len({played.id for page in pages for played in page}) == 6
    (first,) = history.games(BOB, GameFilter("teeko"), 0, 1)
    assert (first.own_sides, first.plies, first.winner, first.names) == ((1,), 7, 0, ("Ann", "Bob"))
    assert history.games(EVE, GameFilter(), 0, 9) == []
    assert history.result_counts(BOB) == [("teeko", 1, "human", 0, 5)]
    assert history.game_ids(ANN, "game-3", 9) == ["game-4", "nim"]


def test_history_is_filtered_by_result_and_opponent(people, store):  # noqa: F811
    lost = {"specs": ("human", "easy"), "owners": (ANN, None), "rated": False}
    rated_game(store, "won")
    rated_game(store, "lost", owners=(BOB, ANN))
    rated_game(store, "free", moves=(), owners=(ANN, None), rated=False)
    rated_game(store, "both", owners=(ANN, ANN), rated=False)
    rated_game(store, "engine", moves=WIN[:2], **lost)
    drawn = rated_game(store, "drawn", moves=(), **lost)
    saved = SavedVersion.of(drawn.match)
    drawn.match.end(None, "agreement")
    store.write(changes_since(drawn, saved))
    history = HistoryStore(store.engine)

    def found(**fields):
        wanted = GameFilter(**fields)
        games = history.games(ANN, wanted, 0, 9)
        assert len(games) == history.count(ANN, wanted)
        return {played.id.removeprefix("game-") for played in games}

    assert found(result="won") == {"won"}
    assert found(result="lost") == {"lost"}
    assert found(result="drawn") == {"drawn"}
    assert found(result="unfinished") == {"free", "engine"}
    assert found(opponent="computer") == {"engine", "drawn"}
    assert found(opponent="person") == {"won", "lost", "free"}
    assert found(opponent="here") == {"both"}
    assert found(result="unfinished", opponent="person", game="teeko") == {"free"}
    assert found(game="nim") == set()
