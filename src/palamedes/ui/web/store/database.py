"""Opens a database: SQLite by default, PostgreSQL if its URL is given."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

MIGRATIONS = Path(__file__).parent / "migrations"


@contextmanager
def opening_errors() -> Iterator[None]:
    """Turn whatever keeps a database from being opened into PalamedesError."""
    try:
        yield
    except (SQLAlchemyError, ImportError, OSError) as error:
        reason = str(getattr(error, "orig", error)).partition("\n")[0]
        raise PalamedesError(
            _("cannot open the database: {reason}").format(reason=reason)
        ) from None
    except CommandError:
        raise PalamedesError(
            _("the database was created by a newer version of Palamedes")
        ) from None


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
    if is_sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def upgrade_tables(engine: Engine) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


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
