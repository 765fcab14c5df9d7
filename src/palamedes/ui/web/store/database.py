"""Opens a database: SQLite by default, PostgreSQL if its URL is given."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder
from palamedes.core.language import _
from palamedes.ui.web.store.sqlite_file import refuse_memory, sqlite_file

MIGRATIONS = Path(__file__).parent / "migrations"


POSTGRESQL = re.compile(r"^postgres(ql)?://")
BACKENDS = ("sqlite", "postgresql")
UPGRADING = 0x50414C42  # an advisory lock of PostgreSQL
VERSION_TABLE = "alembic_version"  # where a database says of which revision its tables are


def database_url(wanted: str) -> str:
    """The URL of the database to use: the given one, or else that of DATABASE_URL, or our own."""
    url = wanted or os.environ.get("DATABASE_URL") or _default_database()
    return POSTGRESQL.sub("postgresql+psycopg://", url)  # not whatever driver is usual


def database_address(url: str) -> URL:
    """The parts of a URL; PalamedesError if it is not that of a database that we can use.

    The URL is not quoted: it may have a password.
    """
    with suppress(ArgumentError, ValueError):  # ValueError: a port that is not a number
        address = make_url(url)
        if address.get_backend_name() in BACKENDS:
            file = sqlite_file(address)
            if file is not None and not file.path.parent.is_dir():
                raise PalamedesError(_("{path}: folder not found").format(path=file.path.parent))
            return address
    raise PalamedesError(
        _(
            "a database is given by a URL such as sqlite:///games.db or "
            "postgresql://name:password@host/palamedes"
        )
    )


def _default_database() -> str:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


@contextmanager
def opening_errors(sentence: str = "") -> Iterator[None]:
    """Turn whatever keeps a database from being opened into PalamedesError.

    `sentence` says what was not possible, with a place for the `{reason}`.
    """
    try:
        yield
    except (SQLAlchemyError, ImportError, OSError) as error:
        reason = str(getattr(error, "orig", error)).partition("\n")[0]
        if isinstance(error, ImportError):
            reason = _("PostgreSQL needs a driver: pip install 'palamedes[postgresql]'")
        sentence = sentence or _("cannot open the database: {reason}")
        raise PalamedesError(sentence.format(reason=reason)) from None
    except CommandError:
        raise _newer() from None


def _newer() -> PalamedesError:
    return PalamedesError(_("the database was created by a newer version of Palamedes"))


def knows_revision(revision: str) -> bool:
    """Whether tables are of a revision of this version of the program, or an older one."""
    try:
        return ScriptDirectory(str(MIGRATIONS)).get_revision(revision) is not None
    except CommandError:
        return False


@contextmanager
def existing_database(url: str) -> Iterator[Engine]:
    """An engine for a database that is there, as it is: no tables are made or brought up to date.

    Raises PalamedesError if it is not there.
    """
    address = database_address(url)
    refuse_memory(address)
    if address.get_backend_name() == "sqlite":
        file = sqlite_file(address)
        if file is None or not file.path.is_file():  # SQLite would make an empty one
            raise PalamedesError(_("{path}: file not found").format(path=address.database))
    engine = open_engine(address)
    try:
        yield engine
    finally:
        engine.dispose()


def revision_of(connection: Connection) -> str:
    """The revision of the tables; PalamedesError if there are none of ours, or newer ones."""
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise PalamedesError(_("this database has no games: Palamedes has never used it"))
    if not knows_revision(revision):
        raise _newer()
    return revision


def is_up_to_date(connection: Connection) -> bool:
    """Whether the tables are those of this version."""
    return revision_of(connection) == ScriptDirectory(str(MIGRATIONS)).get_current_head()


def open_engine(url: URL) -> Engine:
    """An engine whose threads have a connection each.

    So with SQLite, too, reading never waits for writing: that is what WAL is for.
    """
    is_sqlite = url.get_backend_name() == "sqlite"
    engine = create_engine(
        url,
        pool_pre_ping=not is_sqlite,
        hide_parameters=True,  # keeps owners and password hashes out of the log
    )
    event.listen(engine, "connect", _prepare_sqlite if is_sqlite else _prepare_postgresql)
    return engine


def upgrade_tables(engine: Engine) -> None:
    """Make all tables, or bring them up to date: one process at a time."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADING})")
        migrate(connection)


def migrate(connection: Connection, revision: str = "head") -> None:
    """Make the tables of a revision, or change those there are until they are of it."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _prepare_postgresql(connection: object, _record: object) -> None:
    """Wait for no process that has stopped in the middle of a transaction."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for setting in ("lock_timeout = '5s'", "idle_in_transaction_session_timeout = '8s'"):
        cursor.execute(f"SET {setting}")
    cursor.close()
    connection.commit()  # type: ignore[attr-defined]


def _prepare_sqlite(connection: object, _record: object) -> None:
    """Enforce foreign keys. With WAL a write survives a crash of the server without an fsync."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in (
        "foreign_keys=ON",
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
