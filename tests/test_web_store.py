"""Games in a database: the same on SQLite and on PostgreSQL."""

from datetime import UTC, datetime
from random import Random

import pytest
from sqlalchemy import inspect

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match, Thought
from palamedes.games import GAMES, find_game
from palamedes.ui.session import TimeControl
from palamedes.ui.web.store import GameStore, SavedVersion, StoredGame, changes_since
from palamedes.ui.web.store.models import Base, GameRow
from palamedes.ui.web.store.stored_game import Side
from palamedes.ui.web.store.transactions import transaction

pytestmark = pytest.mark.xdist_group("store")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request, tmp_path_factory):
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('sqlite') / 'games.db'}"
    else:
        yield request.getfixturevalue("postgresql_url")


@pytest.fixture
def store(url):
    store = GameStore(url)
    yield store
    with store.engine.begin() as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(table.delete())
    store.close()


def stored_game(
    name="teeko",
    game_id="game-1",
    specs=("human", "hard"),
    names=("Zoë", ""),
    owners=("a" * 64, None),
    **more,
):
    sides = tuple(map(Side, specs, names, owners))
    facts = {"control": TimeControl(300, 2), "created": datetime(2026, 11, 15, tzinfo=UTC), **more}
    return StoredGame(game_id, Match.of(find_game(name)), sides, **facts)


def moves_of(stored):
    return [turn.move for turn in stored.match.turns]


def play(store, stored, *moves):
    for move in moves:
        saved = SavedVersion.of(stored.match)
        stored.match.play(move, 0.5, Thought(3, 1 << 40, -17))
        store.write(changes_since(stored, saved))


def test_a_game_is_found_again_as_it_was(store):
    stored = stored_game("morris")
    store.add(stored)
    play(store, stored, "d6", "d2", "f6", "f2", "b6xd2")
    found = store.load("game-1")
    assert moves_of(found) == ["d6", "d2", "f6", "f2", "b6xd2"]
    assert found.match.turns == stored.match.turns
    assert found.match.history == stored.match.history
    assert found.sides == stored.sides
    assert found.control == TimeControl(300, 2)
    assert found.created == stored.created
    assert store.load("other") is None


def test_moves_taken_back_are_gone(store):
    stored = stored_game()
    store.add(stored)
    play(store, stored, "a1", "b1", "c1", "d1")
    saved = SavedVersion.of(stored.match)
    for _move in range(3):
        stored.match.undo()
    stored.match.play("e5")
    store.write(changes_since(stored, saved))
    assert moves_of(store.load("game-1")) == ["a1", "e5"]


@pytest.mark.parametrize(("winner", "reason"), [(1, "resignation"), (None, "agreement")])
def test_an_end_by_people_is_kept(store, winner, reason):
    stored = stored_game()
    store.add(stored)
    play(store, stored, "a1")
    saved = SavedVersion.of(stored.match)
    stored.match.end(winner, reason, "so it was")
    store.write(changes_since(stored, saved))
    found = store.load("game-1").match
    assert found.result == (winner, reason)
    assert found.detail == "so it was"
    saved = SavedVersion.of(stored.match)
    stored.match.undo()
    store.write(changes_since(stored, saved))
    assert store.load("game-1").match.result is None


def test_a_seat_is_given_once(store):
    store.add(stored_game(specs=("human", "human")))
    ann, eve = Side(name="Ann", owner="b" * 64), Side(name="Eve", owner="c" * 64, is_bot=True)
    for _answer in ("lost", "heard"):
        assert store.join("game-1", 1, ann)
    assert not store.join("game-1", 1, eve)
    assert not store.join("game-1", 0, eve)
    assert not store.join("nothing", 0, eve)
    found = store.load("game-1")
    assert found.owners == ("a" * 64, "b" * 64)
    assert found.names == ("Zoë", "Ann")


def test_everybody_sees_his_own_games_the_newest_first(store):
    for number in range(3):
        store.add(stored_game(game_id=f"game-{number}"))
    store.add(stored_game(game_id="game-3", owners=(None, "b" * 64)))
    changed = store.load("game-1")
    play(store, changed, "a1")
    mine = [listed.stored.id for listed in store.games_of("a" * 64)]
    assert mine[0] == "game-1"
    assert sorted(mine) == ["game-0", "game-1", "game-2"]
    assert [listed.stored.id for listed in store.games_of("a" * 64, most=1)] == ["game-1"]
    assert [listed.stored.id for listed in store.games_of("b" * 64)] == ["game-3"]


@pytest.mark.parametrize("plies", [0, 1, 30, 400])
def test_a_game_in_a_list_is_the_one_that_a_replay_shows(store, plies):
    chance = Random(plies)
    for family in GAMES:
        stored = stored_game(family.name, family.name)
        while stored.match.result is None and len(stored.match.turns) < plies:
            stored.match.play(chance.choice(stored.match.position.codes))
        if stored.match.result is None and plies == 30:
            stored.match.end(1, "resignation")
        store.add(stored)
    listed = store.games_of("a" * 64)
    assert len(listed) == len(GAMES)
    for found in listed:
        match, whole = found.stored.match, store.load(found.stored.id).match
        assert (found.plies, match.position) == (len(whole.turns), whole.position)
        assert (match.result, match.ending) == (whole.result, whole.ending)
        assert found.stored.sides == stored_game().sides


def test_a_row_that_makes_no_sense_is_refused(store):
    stored = stored_game()
    store.add(stored)
    with transaction(store.engine) as session:
        session.get_one(GameRow, "game-1").reason = "normal"
    with pytest.raises(PalamedesError):
        store.load("game-1")


def test_the_migrations_make_the_tables_of_the_models(store):
    found = inspect(store.engine)
    for table in Base.metadata.sorted_tables:
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert set(columns) == {column.name for column in table.columns}
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable, column
        indexes = {index["name"] for index in found.get_indexes(table.name)}
        assert {index.name for index in table.indexes} <= indexes


def test_opening_twice_changes_nothing(store, url):
    store.add(stored_game())
    again = GameStore(url)
    assert again.load("game-1") is not None
    again.close()
