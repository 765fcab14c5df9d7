"""Lessons over HTTP: judging, progress, and whose it is."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import inspect

from palamedes.lessons import all_courses
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.history import HistoryStore
from palamedes.ui.web.store.models import Base
from palamedes.ui.web.store.ownership import OwnershipStore
from web import another_visitor, client_of, limits_of

pytestmark = pytest.mark.xdist_group("web")
EXAMPLES = {str: "x", int: 7, float: 7.0, bool: True, datetime: datetime.now(UTC), object: {}}
PASSWORD = {"name": "Ann", "password": "correct horse"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('lessons') / 'games.db'}") as client:
        limits_of(client).questions = RateLimit(1e9, 1e9)
        yield client


@pytest.fixture
def visitor(client):
    return another_visitor(client)


def make(client, game, number, move, *moves):
    return client.post(f"/api/lessons/{game}/{number}/moves", json={"move": move, "moves": moves})


def done(client, game):
    steps = client.get(f"/api/lessons/{game}").json()["steps"]
    return [step["number"] for step in steps if step["done"]]


def test_every_step_can_be_shown(visitor):
    cards = visitor.get("/api/lessons").json()
    assert [card["name"] for card in cards] == [course.name for course in all_courses()]
    for course in all_courses():
        for number in range(1, len(course.steps) + 1):
            step = visitor.get(f"/api/lessons/{course.name}/{number}").json()
            assert step["text"]
            assert bool(step["position"]["touches"]) == (step["kind"] != "read")
    assert visitor.get("/api/lessons/chess").status_code == 404
    assert visitor.get("/api/lessons/nim/99").status_code == 404


def test_a_wrong_move_is_shown_answered_and_not_counted(visitor):
    answer = make(visitor, "awale", 6, "7B").json()
    assert (answer["right"], answer["done"], answer["moves"]) == (False, False, [])
    assert answer["text"].startswith("Hole 8 now holds four")
    assert answer["frames"][0]["pieces"]["8"] == [
        ["red", None, 2],
        ["blue", None, 1],
        ["clear", None, 1],
    ]
    assert done(visitor, "awale") == []
    assert make(visitor, "awale", 6, "3TB").status_code == 409  # not legal


def test_right_moves_are_counted_for_the_visitor_alone(client, visitor):
    first = make(visitor, "morris", 6, "d7-d6xe5").json()
    assert (first["right"], first["done"], len(first["frames"])) == (True, False, 2)
    assert done(visitor, "morris") == []
    hint = visitor.post("/api/lessons/morris/6/hint", json={"moves": first["moves"]}).json()
    assert hint["spots"] == ["d6", "d7", "a1"]
    last = make(visitor, "morris", 6, "d6-d7xg4", *first["moves"]).json()
    assert last["done"]
    assert last["position"]["touches"] == {}
    assert make(visitor, "morris", 6, "d6-d7xg4", *first["moves"]).status_code == 200  # again
    assert done(visitor, "morris") == [6]
    assert done(another_visitor(client), "morris") == []


def test_only_a_step_without_a_task_can_be_claimed(visitor):
    assert visitor.post("/api/lessons/awale/6/read").status_code == 409
    assert visitor.post("/api/lessons/awale/1/read").json() == {"done": True}
    assert done(visitor, "awale") == [1]
    for moves in (["3R"], ["7B"], ["nonsense"]):
        assert make(visitor, "awale", 6, "3R", *moves).status_code == 409


def test_a_small_game_is_answered(visitor):
    answer = make(visitor, "nim", 7, "1-2").json()
    assert len(answer["moves"]) == 2
    assert answer["position"]["touches"]


def test_a_guide_has_pictures(visitor):
    guide = visitor.get("/api/guides/morris", headers={"accept-language": "fr"}).json()
    assert guide["lesson"]
    assert guide["sections"][0]["title"] == "Les moulins"
    assert guide["examples"][0]["moves"] == ["d7-d6xe5", "g1-g4", "d6-d7xg4"]
    assert visitor.get("/api/guides/chess").status_code == 404


# Whose progress it is


def test_progress_goes_into_the_account_and_into_the_export(visitor):
    visitor.post("/api/lessons/nim/2/moves", json={"move": "4-4"})
    visitor.post("/api/accounts", json=PASSWORD)
    assert done(visitor, "nim") == [2]
    export = visitor.post("/api/you/export").json()
    assert [(row["game"], row["number"]) for row in export["lessons"]] == [("nim", 2)]
    visitor.post("/api/you/delete", json={"password": PASSWORD["password"]})
    assert done(visitor, "nim") == []
    assert visitor.post("/api/you/export").json()["lessons"] == []


def rows_of(engine, owner):
    """By table, the number of rows that name an owner."""
    with engine.connect() as connection:
        return {
            table.name: sum(owner in row for row in connection.execute(table.select()))
            for table in Base.metadata.sorted_tables
        }


def example_row(table, owner):
    """A row with this owner; other columns that need a value get one of their type."""
    return {
        column.name: owner if column.name in ("owner", "first_owner") else EXAMPLES[python_type]
        for column in table.columns
        for python_type in [column.type.python_type]
        if not column.nullable or column.name.endswith("first_owner") or column.name == "owner"
    }


def owned_tables():
    return [
        table
        for table in Base.metadata.sorted_tables
        if any(column.name.endswith("owner") for column in table.columns)
    ]


def test_no_table_with_an_owner_is_forgotten(client):
    """Merging moves, and deletion removes, the rows of every table that has an owner."""
    engine = service(client, GameServer).store.engine
    assert {table.name for table in owned_tables()} <= set(inspect(engine).get_table_names())
    store, old, new = OwnershipStore(engine), "o" * 62, "n" * 62
    with engine.begin() as connection:
        for table in owned_tables():
            connection.execute(table.insert().values(example_row(table, old)))
        challenges = Base.metadata.tables["challenges"]
        challenge = {**example_row(challenges, old), "challenger": old}
        connection.execute(challenges.insert().values(challenge))
    owned = {"challenges", *(table.name for table in owned_tables())}
    assert {name for name, count in rows_of(engine, old).items() if count} == owned
    exported = HistoryStore(engine).other_rows(old)
    assert all(exported.values())
    assert len(exported) == len(owned) - 3  # games, blocks and accounts have places of their own
    store.change_owner(old, new)
    left = {name for name, count in rows_of(engine, old).items() if count}
    assert left == {"accounts"}  # an account keeps its owner
    store.delete_owner(new, "p" * 62)
    store.delete_owner(old, "p" * 62)
    assert not any(rows_of(engine, old).values())
    assert not any(rows_of(engine, new).values())
