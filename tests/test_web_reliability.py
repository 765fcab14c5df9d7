"""The promises of docs/reliability.md, under a few faults; benchmarks/reliability has many."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from postgresql import postgresql_binaries
from waiting import PATIENCE

pytestmark = pytest.mark.xdist_group("reliability")

HARNESS = Path(__file__).parent.parent / "benchmarks" / "reliability"
SHORT = ["--no-mount", "--longest=0.3", "--processes=1", "--tables=4", "--pace=0.05", "--moves=4"]


def suffer(folder, *options):
    """The report of a run in which every promise was kept."""
    command = [sys.executable, HARNESS, folder, *SHORT, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / "report.json").read_text())


@pytest.fixture(scope="module")
def survived(tmp_path_factory):
    """The folder of a run on SQLite."""
    folder = tmp_path_factory.mktemp("run")
    faults = ("server_killed", "disk_full", "network_cut")
    report = suffer(folder, "--faults", "3", "--only", *faults)
    assert report["checker"]["counts"]["moves checked"] > 20
    assert report["checker"]["counts"]["clocks checked"] > 20
    return folder


def test_promises_are_kept_on_sqlite(survived):
    assert len((survived / "faults.jsonl").read_text().splitlines()) == 3


@pytest.mark.xdist_group("reliability on PostgreSQL")  # beside the others
@pytest.mark.skipif(postgresql_binaries() is None, reason="PostgreSQL is not installed")
def test_promises_are_kept_on_postgresql():
    faults = ("database_restarted", "database_cut", "server_killed")
    with TemporaryDirectory() as folder:  # its user may not look into the folders of pytest
        suffer(Path(folder), "--postgresql", "--faults", "3", "--only", *faults)


def checked(logs, database):
    """What the checker finds; without site-packages it can import nothing of the server."""
    command = [sys.executable, "-I", "-S", HARNESS / "checker.py", logs, database]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["broken"]


@pytest.fixture
def database(survived, tmp_path):
    """A copy of the final database, to plant bugs in."""
    return Path(shutil.copy(survived / "disk" / "games.db", tmp_path))


def plant(database, statement):
    """Change something of the longest game, in which `last` is the newest move."""
    longest = "SELECT game_id AS game, max(ply) AS last FROM moves GROUP BY game_id"
    with closing(sqlite3.connect(database)) as connection, connection:
        query = f"{longest} ORDER BY last DESC LIMIT 1"
        game, last = connection.execute(query).fetchone()
        values = {"game": game, "last": last}
        assert connection.execute(statement, values).rowcount == 1


def inserted(move, ply):
    """A statement that adds a move at the end, in the place of an earlier one."""
    columns = "game_id, ply, position, move, seconds"
    values = f"game_id, :last + 1, position, {move}, seconds"
    return f"INSERT INTO moves ({columns}) SELECT {values} FROM moves {AT.format(ply)}"


AT = "WHERE game_id = :game AND ply = {}"


def test_nothing_is_found_where_nothing_is_broken(survived, database):
    assert checked(survived / "logs", database) == {}


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (f"DELETE FROM moves {AT.format(2)}", "lost"),
        (inserted("move", ":last - 1"), "doubled"),
        (inserted("'nobody has sent this'", ":last - 1"), "foreign"),
    ],
    ids=["lost", "doubled", "foreign"],
)
def test_a_planted_bug_is_found(survived, database, statement, kind):
    plant(database, statement)
    assert checked(survived / "logs", database).keys() == {kind}
