"""Backups: whole or refused, from any database into any other, while a server plays on."""

import gzip
import json
import os
import shutil
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, inspect, select, text

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import GameStore, backup_file
from palamedes.ui.web.store.backup import back_up
from palamedes.ui.web.store.backup_file import FIRST_LINE, MAGIC, check_backup
from palamedes.ui.web.store.database import migrate, open_engine, opening_errors
from palamedes.ui.web.store.models import (
    AccountRow,
    AdaptiveProfileRow,
    Base,
    LoginRow,
    PuzzleTryRow,
    TournamentRow,
)
from palamedes.ui.web.store.restore import restore
from palamedes.ui.web.store.transactions import transaction
from test_web_store import play, stored_game
from web import client_of, live, new_game, scene_when

pytestmark = pytest.mark.xdist_group("store")

NOW = datetime(2026, 11, 18, 12, 30, 15, 123456, tzinfo=UTC)
ROWS = (
    AccountRow(
        id=7, name="Zoë", folded="zoë", skeleton="zoe", password="x", owner="o" * 64, created=NOW
    ),
    LoginRow(token="t" * 64, account_id=7, browser="Firefox, Linux", created=NOW),
    PuzzleTryRow(owner="o" * 64, game="nim", puzzle="1", solved=True, rated=False, tried=NOW),
    TournamentRow(
        id="contest-1",
        kind="people",
        game="nim",
        title="Été 🏆",
        settings={"rounds": 3, "é": [None, 0.5]},
        state="open",
        owner="o" * 64,
        created=NOW,
        changed=NOW,
    ),
    AdaptiveProfileRow(
        owner="o" * 64,
        pool="nim",
        games=3,
        rating=1 / 3,
        deviation=1e-9,
        volatility=0.06,
        changed=NOW,
    ),
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A folder with a database, and a backup of it."""
    folder = tmp_path_factory.mktemp("filled")
    fill(f"sqlite:///{folder / 'games.db'}")
    back_up(f"sqlite:///{folder / 'games.db'}", folder / "backup")
    return folder


@pytest.fixture
def url(filled, tmp_path):
    """A database with something in it."""
    return f"sqlite:///{shutil.copy(filled / 'games.db', tmp_path)}"


@pytest.fixture
def saved(filled, tmp_path):
    """A backup of it."""
    return Path(shutil.copy(filled / "backup", tmp_path))


@pytest.fixture
def other(tmp_path):
    """A database that is not there yet."""
    return f"sqlite:///{tmp_path / 'other.db'}"


@pytest.fixture
def postgresql(postgresql_url):
    """An empty PostgreSQL, not even with tables, before and after."""
    engine = create_engine(postgresql_url)
    for moment in ("before", "after"):
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        if moment == "before":
            yield postgresql_url
    with closing(GameStore(postgresql_url)):  # as other tests expect it
        engine.dispose()


def fill(url):
    with closing(GameStore(url)) as store:
        for number in range(3):
            stored = stored_game(game_id=f"game-{number}")
            store.add(stored)
            play(store, stored, "a1", "b1", "c1")
        with transaction(store.engine) as session:
            for row in ROWS:
                session.add(type(row)(**_columns(row)))
                session.flush()


def contents(url):
    """All rows of all tables, as values of Python."""
    engine = open_engine(create_engine(url).url)
    with engine.connect() as connection:
        found = {}
        for table in Base.metadata.sorted_tables:
            rows = connection.execute(select(table)).mappings()
            found[table.name] = sorted((_plain(row) for row in rows), key=repr)
    engine.dispose()
    return found


def _plain(row):
    aware = {
        name: value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)
        for name, value in row.items()
        if isinstance(value, datetime)
    }
    return {**row, **aware}


# There and back


def test_a_backup_restores_everything(url, other, saved):
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    header = restore(other, saved)
    assert contents(other) == contents(url)
    assert (header.rows["games"], header.rows["moves"], header.rows["logins"]) == (3, 9, 1)
    with closing(GameStore(other)) as store:
        assert store.load("game-1").sides[0].name == "Zoë"


def test_from_sqlite_to_postgresql_and_back(url, other, saved, postgresql, tmp_path):
    restore(postgresql, saved)
    assert contents(postgresql) == contents(url)
    with closing(GameStore(postgresql)) as store, transaction(store.engine) as session:
        session.add(row := PuzzleTryRow(**{**_columns(ROWS[2]), "id": None}))
        session.flush()
        assert row.id > 1  # not a number that is taken
        session.rollback()
    back_up(postgresql, tmp_path / "back")
    restore(other, tmp_path / "back")
    assert contents(other) == contents(url)


def _columns(row):
    return {column.name: getattr(row, column.name) for column in row.__table__.columns}


def test_a_backup_is_of_one_moment_while_the_server_plays_on(url, other, tmp_path):
    saved = tmp_path / "backup"
    with client_of(url) as client:
        game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
        with live(client, game_id) as socket:
            socket.send_json({"type": "move", "move": "c3"})
            scene_when(socket, lambda scene: scene["plies"] == 1)
            begun = []

            def play_on(_done, _all):  # between the rows of the backup
                if not begun:
                    begun.append(socket.send_json({"type": "move", "move": "a1"}))
                    scene_when(socket, lambda scene: scene["plies"] == 2)

            back_up(url, saved, play_on)
        assert begun
        with pytest.raises(PalamedesError, match="another server is using"):
            restore(url, saved, replace=True)
        assert len(service(client, GameServer).store.load(game_id).match.turns) == 2
    restore(other, saved)
    with closing(GameStore(other)) as store:
        assert [turn.move for turn in store.load(game_id).match.turns] == ["c3"]


@pytest.mark.parametrize("revision", ["0002", "0009"])
def test_an_older_backup_is_brought_up_to_date(other, tmp_path, revision):
    old = f"sqlite:///{tmp_path / 'old.db'}"
    engine = open_engine(create_engine(old).url)
    values = "'Ada', 'ada', 'x', 'o', '2026-01-01 00:00:00'"
    statement = f"INSERT INTO accounts (name, folded, password, owner, created) VALUES ({values})"
    with engine.begin() as connection:
        migrate(connection, revision)
        connection.execute(text(statement))
    engine.dispose()
    assert back_up(old, tmp_path / "backup").revision == revision
    restore(other, tmp_path / "backup")
    (account,) = contents(other)["accounts"]
    assert account["name"] == "Ada"
    assert account["skeleton"] == ("ada" if revision < "0005" else "")
    assert account["created"] == datetime(2026, 1, 1, tzinfo=UTC)


def test_what_makes_no_sense_is_kept_as_it_is(url, other, tmp_path):
    with closing(GameStore(url)) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE games SET history = '[1' WHERE id = 'game-1'"))
    back_up(url, tmp_path / "backup")
    restore(other, tmp_path / "backup")
    with closing(GameStore(other)) as store:
        assert len(store.games_of("a" * 64)) == 2
        with pytest.raises(PalamedesError, match="damaged"):
            store.load("game-1")


# Damage


def refused(path, data):
    path.write_bytes(data)
    with pytest.raises(PalamedesError) as error:
        check_backup(path)
    assert "\n" not in str(error.value)
    return str(error.value)


@given(data=st.data())
def test_any_byte_that_is_changed_is_noticed(filled, data):
    whole = (filled / "backup").read_bytes()
    place = data.draw(st.integers(0, FIRST_LINE - 1) | st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
    refused(filled / "changed", whole[:place] + bytes([byte]) + whole[place + 1 :])


@given(data=st.data())
def test_a_file_that_is_cut_or_longer_is_noticed(filled, data):
    whole = (filled / "backup").read_bytes()
    end = data.draw(st.integers(0, len(whole) - 1))
    refused(filled / "cut", whole[:end])
    more = data.draw(st.binary(min_size=1, max_size=20))
    refused(filled / "longer", whole + more)


def test_a_refused_backup_leaves_no_trace(saved, url, tmp_path, run):
    whole, before = saved.read_bytes(), contents(url)
    saved.write_bytes(whole[:-1])
    code, out, error = run("restore", saved, "--database", url, "--replace")
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert "damaged or incomplete" in error
    code, _out, _error = run("restore", saved, "--database", f"sqlite:///{tmp_path / 'new.db'}")
    assert (code, contents(url)) == (2, before)
    assert not (tmp_path / "new.db").exists()


def forged(path, change):
    """A backup whose lines were changed by somebody who computed the hash anew."""
    lines = gzip.decompress(path.read_bytes()[FIRST_LINE:]).splitlines()
    data = gzip.compress(b"\n".join(change([json.loads(line) for line in lines])) + b"\n")
    digest = backup_file.hashlib.sha256(data).hexdigest()
    path.write_bytes(backup_file._first_line(digest) + data)


def again(lines):
    """The lines with the first rows once more."""
    place = next(number for number, line in enumerate(lines) if isinstance(line, list))
    return [*lines, *lines[place - 1 : place + 1]]


def with_value(value):
    """A change of the lines that puts a value into the first row."""

    def change(lines):
        place = next(number for number, line in enumerate(lines) if isinstance(line, list))
        (first, *rest), following = lines[place], lines[place + 1 :]
        return [*lines[:place], [[value, *first[1:]], *rest], *following]

    return change


def dumped(documents):
    return [json.dumps(document).encode() for document in documents]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda lines: [{**lines[0], "revision": "9999"}, *lines[1:]], "newer version"),
        (lambda lines: [line for line in lines if isinstance(line, dict)], "damaged"),
        (lambda lines: [*lines, {"table": "secrets", "columns": []}], "damaged"),
        (lambda lines: [*lines, [[1]]], "damaged"),
        (lambda lines: [{"revision": "0010"}], "damaged"),
        (lambda lines: [], "damaged"),
        (lambda lines: [{**lines[0], "revision": ""}, *lines[1:]], "damaged"),
        (lambda lines: [{**lines[0], "made": 5}, *lines[1:]], "damaged"),
        (lambda lines: [{**lines[0], "rows": None}, *lines[1:]], "damaged"),
        (lambda lines: [{**lines[0], "rows": {"games": "1"}}, *lines[1:]], "damaged"),
        (lambda lines: [*lines, 5], "damaged"),
        (lambda lines: [*lines, {"table": {}, "columns": []}], "damaged"),
        (lambda lines: [*lines, {"table": "games", "columns": 5}], "damaged"),
        (lambda lines: [*lines, {"table": "games", "columns": [["id"]]}], "damaged"),
        (with_value(10**40), "damaged"),
        (with_value("\ud800"), "damaged"),
        (with_value({"a": 1}), "cannot be restored"),
        (again, "cannot be restored"),
    ],
)
def test_a_backup_that_makes_no_sense_changes_nothing(saved, url, tmp_path, change, complaint):
    forged(saved, lambda lines: dumped(change(lines)))
    before = contents(url)
    with pytest.raises(PalamedesError, match=complaint):
        restore(url, saved, replace=True)
    with pytest.raises(PalamedesError, match=complaint):
        restore(f"sqlite:///{tmp_path / 'new.db'}", saved)
    assert contents(url) == before
    assert not (tmp_path / "new.db").exists()


def test_thousands_of_brackets_are_no_backup(saved, tmp_path):
    forged(saved, lambda lines: [b"[" * 100_000])
    with pytest.raises(PalamedesError, match="damaged"):
        restore(f"sqlite:///{tmp_path / 'new.db'}", saved)


def test_a_file_that_cannot_be_read_is_named(tmp_path, run):
    for path in (tmp_path, tmp_path / "missing"):
        code, _out, error = run("restore", path, "--database", f"sqlite:///{tmp_path / 'new.db'}")
        assert (code, error.count("\n")) == (2, 1)
        assert error.startswith(f"palamedes: {path}: ")


def test_postgresql_is_left_as_it_was(saved, postgresql):
    restore(postgresql, saved)
    before = contents(postgresql)
    forged(saved, lambda lines: dumped(again(lines)))
    with pytest.raises(PalamedesError, match="cannot be restored"):
        restore(postgresql, saved, replace=True)
    assert contents(postgresql) == before


# What is refused


def test_a_database_with_games_is_not_overwritten_unasked(saved, url, other, run):
    with closing(GameStore(other)) as store:
        store.check()  # a heartbeat is nothing to keep
    restore(other, saved)
    code, _out, error = run("restore", saved, "--database", other)
    assert (code, error.count("\n")) == (2, 1)
    assert "accounts 1" in error
    assert "games 3, " in error
    with closing(GameStore(other)) as store:
        store.add(stored_game(game_id="newer"))
    code, out, _error = run("restore", saved, "--database", other, "--replace")
    assert (code, out.startswith("17 rows restored")) == (0, True)
    assert contents(other) == contents(url)


def test_tables_of_another_program_are_never_touched(saved, other):
    engine = create_engine(other)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE customers (id INTEGER)"))
    with pytest.raises(PalamedesError, match="another program: customers"):
        restore(other, saved, replace=True)
    assert inspect(engine).get_table_names() == ["customers"]
    engine.dispose()


def test_only_a_backup_is_overwritten_by_a_backup(saved, url, tmp_path, run):
    code, _out, error = run("backup", tmp_path / "games.db", "--database", url)
    assert (code, error.count("\n")) == (2, 1)
    assert "is not a backup" in error
    code, out, _error = run("backup", saved, "--database", url)
    assert (code, out) == (0, f"{saved}: 17 rows saved\n")
    assert check_backup(saved).rows["games"] == 3


@pytest.mark.parametrize(
    ("database", "complaint"),
    [
        ("sqlite:///{folder}/none.db", "file not found"),
        ("sqlite:///{folder}/empty.db", "never used it"),
        ("sqlite:///{folder}/newer.db", "newer version"),
        ("sqlite:///{folder}/text.db", "not a database"),
        ("sqlite://", "in memory cannot be kept"),
        ("nonsense", "a database is given by a URL such as sqlite:///games.db"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be backed up"),
    ],
)
def test_a_database_that_cannot_be_backed_up_is_said(tmp_path, run, database, complaint):
    (tmp_path / "text.db").write_bytes(b"this is no database" * 100)
    (tmp_path / "empty.db").touch()
    newer = f"sqlite:///{tmp_path / 'newer.db'}"
    with closing(GameStore(newer)) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    place = database.format(folder=tmp_path)
    code, _out, error = run("backup", tmp_path / "backup", "--database", place)
    assert (code, error.count("\n")) == (2, 1)
    assert complaint in error
    assert not (tmp_path / "backup").exists()
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    "wrong", ["nonsense", "mysql://ann:secret@host/games", "postgresql://host:port/games"]
)
@pytest.mark.parametrize("command", [("backup", "saved"), ("restore", "saved"), ("serve",)])
def test_what_is_no_url_of_a_database_is_said(saved, run, command, wrong):
    arguments = [saved if each == "saved" else each for each in command]
    code, _out, error = run(*arguments, "--database", wrong)
    assert (code, error.count("\n")) == (2, 1)
    assert "a database is given by a URL such as sqlite:///games.db" in error
    assert "secret" not in error


def test_a_missing_driver_is_named():
    with (
        pytest.raises(PalamedesError, match=r"no: .*pip install 'palamedes\[postgresql\]'"),
        opening_errors("no: {reason}"),
    ):
        raise ModuleNotFoundError("No module named 'psycopg'")


def test_a_file_of_something_else_is_no_backup(tmp_path, other):
    other_format = MAGIC + b"2 " + b"0" * 64 + b"\n"
    for data, complaint in ((b"", "not a backup"), (b"x" * 99, "not a"), (other_format, "newer")):
        (tmp_path / "file").write_bytes(data)
        with pytest.raises(PalamedesError, match=complaint):
            restore(other, tmp_path / "file")


def test_an_interrupted_backup_leaves_the_one_before(saved, url, tmp_path):
    before = saved.read_bytes()

    def interrupt(_done, _all):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(url, saved, interrupt)
    assert saved.read_bytes() == before
    left = {path.name for path in tmp_path.iterdir() if not path.name.startswith("games.db")}
    assert left == {"backup"}
    assert os.access(saved, os.R_OK)


def test_a_database_in_memory_is_refused(tmp_path):
    path = tmp_path / "games.backup"
    for work in (back_up, restore):
        with pytest.raises(PalamedesError, match="in memory"):
            work("sqlite://", path)
