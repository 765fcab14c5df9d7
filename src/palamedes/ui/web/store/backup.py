"""Writes a backup of a database, as it is at one moment, while a server goes on using it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    DateTime,
    MetaData,
    Table,
    Text,
    cast,
    func,
    select,
)

from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable
from palamedes.core.language import _
from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.backup_file import BackupHeader, BackupWriter, is_backup, new_backup
from palamedes.ui.web.store.database import existing_database, opening_errors, revision_of
from palamedes.ui.web.store.models import Base

BLOCK = 500  # rows of a line
OWN_TABLES = frozenset(table.name for table in Base.metadata.sorted_tables)

Report = Callable[[int, int], None]  # is told how many rows are done, and how many there are


def back_up(url: str, path: Path, report: Report = lambda _done, _all: None) -> BackupHeader:
    """Write all tables of the database at a URL to a file, and return the header.

    Raises PalamedesError if the database cannot be read or the file not be written. A file that is
    no backup is never replaced.
    """
    check_writable(path)
    if path.exists() and not is_backup(path):
        text = _("{path} exists and is not a backup; choose another file")
        raise PalamedesError(text.format(path=path))
    refusal = _("the database cannot be backed up: {reason}")
    with opening_errors(refusal), _snapshot(url) as connection:
        tables = own_tables(connection)
        header = _header(connection, tables)
        with new_backup(path, header) as writer:
            _write_tables(connection, tables, writer, header, report)
    return header


@contextmanager
def _snapshot(url: str) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever others write meanwhile."""
    with existing_database(url) as engine, engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        yield connection


def own_tables(connection: Connection) -> list[Table]:
    """Our tables as they are in a database, perhaps of an older version; parents come first."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _metadata: name in OWN_TABLES)
    return found.sorted_tables


def _header(connection: Connection, tables: list[Table]) -> BackupHeader:
    revision = revision_of(connection)
    rows = {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in tables
    }
    return BackupHeader(revision, version("palamedes"), datetime.now(UTC).isoformat(), rows)


def _write_tables(
    connection: Connection,
    tables: list[Table],
    writer: BackupWriter,
    header: BackupHeader,
    report: Report,
) -> None:
    done, total = 0, sum(header.rows.values())
    for table in tables:
        writer.begin_table(table.name, [column.name for column in table.columns])
        for rows in _blocks(connection, table):
            writer.write(rows)
            done += len(rows)
            report(done, total)


def _blocks(connection: Connection, table: Table) -> Iterator[list[list[Any]]]:
    query = select(*map(_selected, table.columns))
    found = connection.execute(query, execution_options={"yield_per": BLOCK})
    try:
        for rows in found.partitions():
            yield [[_plain(value) for value in row] for row in rows]
    except ValueError as error:
        text = _("the table {name} has a row that cannot be read: {reason}")
        raise PalamedesError(text.format(name=table.name, reason=error)) from None


def _selected(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """What to select of a column: JSON as it is written, even if it makes no sense."""
    return cast(column, Text) if isinstance(column.type, JSON) else column


def _plain(value: Any) -> Any:
    return in_utc(value).isoformat() if isinstance(value, datetime) else value


def is_time(column: ColumnElement[Any]) -> bool:
    return isinstance(column.type, DateTime)
