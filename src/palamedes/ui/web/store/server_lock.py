"""A lock that a server holds on its database; the system releases it, however the server ends.

A second process would spoil the games of the first in an SQLite file. PostgreSQL serves any number
of them, so they share the lock; what replaces the whole database needs it alone.
"""

from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, NullPool, TextClause, create_engine, text
from sqlalchemy.exc import DBAPIError

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.store.database import database_address, opening_errors
from palamedes.ui.web.store.sqlite_file import SqliteFile, sqlite_file
from palamedes.ui.web.store.transactions import StoreError

PATIENCE = 3.0  # seconds until PostgreSQL has noticed that the server before was killed
NAMESPACE = 0x50414C41  # of our advisory locks
KEY = f"{NAMESPACE}, hashtext(coalesce(current_schema(), ''))"
TAKE = text(f"SELECT pg_try_advisory_lock({KEY})")
SHARE = text(f"SELECT pg_try_advisory_lock_shared({KEY})")
# If the machine of a server vanishes, PostgreSQL releases its lock after a minute.
KEEPALIVES = ("tcp_keepalives_idle=30", "tcp_keepalives_interval=10", "tcp_keepalives_count=3")


class ServerLock(Protocol):
    """A lock on a database."""

    def renew(self) -> None:
        """Take the lock again if it was lost, as with a connection."""

    def check(self) -> None:
        """Raises StoreError if the lock is lost."""

    def release(self) -> None: ...


def lock_database(url: str, is_shared: bool = False) -> ServerLock:
    """Take the lock on a database; on PostgreSQL it may be shared.

    Raises PalamedesError if another server has it, or the database cannot be reached.
    """
    with opening_errors():
        address = database_address(url)
        if address.get_backend_name() == "postgresql":
            return _AdvisoryLock(address, SHARE if is_shared else TAKE)
        file = sqlite_file(address)
        if file is None or not file.path.parent.is_dir():
            return _NoLock()
        return _LockFile(file, _one_process() if is_shared else _in_use())


def _in_use() -> PalamedesError:
    return PalamedesError(
        _(
            "another server is using this database; stop it first, or choose another database "
            "with --database"
        )
    )


def _one_process() -> PalamedesError:
    return PalamedesError(
        _(
            "another server is using this database; stop it first, or choose another database "
            "with --database (several servers can share a PostgreSQL database)"
        )
    )


def _lost() -> StoreError:
    return StoreError(_("Another server may be using the database. Nothing is saved meanwhile."))


class _NoLock:
    """For a database in memory, and for one that cannot be opened anyway."""

    def renew(self) -> None:
        pass

    def check(self) -> None:
        pass

    def release(self) -> None:
        pass


class _LockFile:
    """A locked file beside the database."""

    def __init__(self, file: SqliteFile, refusal: PalamedesError) -> None:
        # Opened and closed by different threads.
        self._lock = FileLock(f"{file.path}.lock", thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise refusal from None
        self._path = Path(self._lock.lock_file)
        self._identity = self._path.stat().st_ino

    def renew(self) -> None:
        pass  # it lasts as long as the server

    def check(self) -> None:
        """Somebody may have deleted the file: then a second server can start."""
        try:
            is_ours = self._path.stat().st_ino == self._identity
        except OSError:
            is_ours = False
        if not is_ours:
            raise _lost()

    def release(self) -> None:
        self._lock.release()


class _AdvisoryLock:
    """An advisory lock of PostgreSQL, which lasts as long as the connection that took it."""

    def __init__(self, url: URL, take: TextClause) -> None:
        self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._taking = take
        self._connection: Connection | None = None
        ends = monotonic() + PATIENCE
        while not self._take():
            if monotonic() > ends:
                raise _in_use()
            sleep(0.1)

    def _take(self) -> bool:
        connection = self._engine.connect()
        if not connection.scalar(self._taking):
            connection.close()
            return False
        for setting in KEEPALIVES:
            connection.exec_driver_sql(f"SET {setting}")
        self._connection = connection
        return True

    def renew(self) -> None:
        try:
            if self._connection is not None:
                self._connection.exec_driver_sql("SELECT 1")
                return
        except DBAPIError:
            self.release()
        with suppress(DBAPIError):  # the database cannot be reached
            self._take()

    def check(self) -> None:
        if self._connection is None:
            raise _lost()

    def release(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
