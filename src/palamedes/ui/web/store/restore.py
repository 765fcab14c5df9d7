"""Restores a backup into a database, in one transaction: all of it or nothing."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    URL,
    Connection,
    MetaData,
    Table,
    Text,
    bindparam,
    cast,
    column,
    func,
    insert,
    inspect,
    select,
    table,
    text,
)

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.store.backup import OWN_TABLES, Report, is_time, own_tables
from palamedes.ui.web.store.backup_file import (
    BackupHeader,
    BlockOfRows,
    blocks_of,
    check_backup,
    damaged,
    newer,
)
from palamedes.ui.web.store.database import (
    VERSION_TABLE,
    database_address,
    knows_revision,
    migrate,
    open_engine,
    opening_errors,
)
from palamedes.ui.web.store.server_lock import lock_database
from palamedes.ui.web.store.sqlite_file import COMPANIONS, refuse_memory, sqlite_file

WITHOUT_MEANING = frozenset(  # between servers
    (
        "heartbeats",
        "closed_clocks",
        "account_resets",
        "processes",
        "process_messages",
        "rate_limits",
    )
)


def restore(
    url: str, path: Path, replace: bool = False, report: Report = lambda _done, _all: None
) -> BackupHeader:
    """Fill the database at a URL from a backup, and return the header of the backup.

    An older backup is brought up to date. Raises PalamedesError, and leaves the database as it was,
    if the backup is damaged or newer than this program, if a server is using the database, or if it
    is not empty and `replace` was not asked for.
    """
    address = database_address(url)
    refuse_memory(address)
    header = check_backup(path)
    if not knows_revision(header.revision):
        raise newer(path)
    lock = lock_database(url)
    refusal = _("the backup cannot be restored: {reason}")
    try:
        with (
            _nothing_left_behind(address),
            opening_errors(refusal),
            _writing(address) as connection,
        ):
            _make_room(connection, replace)
            migrate(connection, header.revision)
            _load(connection, path, header, report)
            migrate(connection)
    finally:
        lock.release()
    return header


@contextmanager
def _nothing_left_behind(address: URL) -> Iterator[None]:
    """If an error ends the block, delete the file of an SQLite database that was not there."""
    file = sqlite_file(address)
    is_new = file is not None and not file.path.exists()
    try:
        yield
    except BaseException:
        if file is not None and is_new:
            for ending in ("", *COMPANIONS):
                file.path.with_name(file.path.name + ending).unlink(missing_ok=True)
        raise


@contextmanager
def _writing(address: URL) -> Iterator[Connection]:
    """A transaction that is committed at the end of the block, unless it raises an error."""
    engine = open_engine(address)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":  # so that tables are made in it as well
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
    finally:
        engine.dispose()


def _make_room(connection: Connection, replace: bool) -> None:
    """Drop our tables if they are empty, or may be replaced."""
    names = set(inspect(connection).get_table_names())
    if foreign := sorted(names - OWN_TABLES - {VERSION_TABLE}):
        text = _("the database has tables of another program: {names}")
        raise PalamedesError(text.format(names=", ".join(foreign)))
    if not replace and (found := _contents(connection)):
        rows = ", ".join(f"{name} {count}" for name, count in found.items())
        text = _("the database is not empty ({rows}); --replace overwrites everything in it")
        raise PalamedesError(text.format(rows=rows))
    present = MetaData()
    present.reflect(connection, only=sorted(names))
    present.drop_all(connection)


def _contents(connection: Connection) -> dict[str, int]:
    """The number of rows of the tables that have any."""
    counts = {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in own_tables(connection)
        if table.name not in WITHOUT_MEANING
    }
    return {name: count for name, count in counts.items() if count}


def _load(connection: Connection, path: Path, header: BackupHeader, report: Report) -> None:
    """Insert the rows of a backup into tables of its revision."""
    targets = {target.name: target for target in own_tables(connection)}
    counts = dict.fromkeys(targets, 0)
    done, total = 0, sum(header.rows.values())
    for block in blocks_of(path):
        target = targets.get(block.table)
        if target is None or set(block.columns) != set(target.columns.keys()):
            raise damaged(path)
        if block.rows:
            _insert(connection, target, block, path)
        counts[target.name] += len(block.rows)
        done += len(block.rows)
        report(done, total)
    if counts != header.rows:
        raise damaged(path)
    if connection.dialect.name == "postgresql":
        for target in targets.values():
            _continue_numbers(connection, target)


def _insert(connection: Connection, target: Table, block: BlockOfRows, path: Path) -> None:
    """Insert rows: JSON as it was written, times as times."""
    is_postgresql = connection.dialect.name == "postgresql"
    types = {each.name: Text() if _is_json(each) else each.type for each in target.columns}
    values: dict[str, Any] = {
        each.name: cast(bindparam(each.name, type_=Text()), JSON)
        if is_postgresql and _is_json(each)
        else bindparam(each.name, type_=types[each.name])
        for each in target.columns
    }
    bare = table(target.name, *(column(name, kind) for name, kind in types.items()))
    times = {each.name for each in target.columns if is_time(each)}
    try:
        rows = [_row(block.columns, row, times) for row in block.rows]
        connection.execute(insert(bare).values(values), rows)
    except (ValueError, TypeError, OverflowError):  # the driver of SQLite knows no larger numbers
        raise damaged(path) from None


def _is_json(each: Any) -> bool:
    return isinstance(each.type, JSON)


def _row(columns: list[str], row: list[Any], times: set[str]) -> Mapping[str, Any]:
    return {
        name: datetime.fromisoformat(value) if name in times and value is not None else value
        for name, value in zip(columns, row, strict=True)
    }


def _continue_numbers(connection: Connection, target: Table) -> None:
    """Let PostgreSQL give numbers after those that were restored."""
    for each in target.primary_key.columns:
        if "nextval" in str(getattr(each.server_default, "arg", "")):
            next_number = (connection.scalar(select(func.max(each))) or 0) + 1
            setting = text("SELECT setval(pg_get_serial_sequence(:name, :column), :next, false)")
            names = {"name": target.name, "column": each.name, "next": next_number}
            connection.execute(setting, names)
