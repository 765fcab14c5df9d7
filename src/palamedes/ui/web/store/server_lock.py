"""A lock that a server holds on its database: a second server would spoil the games of the first.

The system releases it when the server ends, however it ends.
"""

from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.store.database import database_address, opening_errors
from palamedes.ui.web.store.sqlite_file import SqliteFile, sqlite_file
from palamedes.ui.web.store.transactions import StoreError

PATIENCE = 3.0  # seconds until PostgreSQL has noticed that the server before was killed
NAMESPACE = 0x50414C41  # of our advisory locks
TAKE = text(f"SELECT pg_try_advisory_lock({NAMESPACE}, hashtext(coalesce(current_schema(), '')))")
# If the machine of a server vanishes, PostgreSQL releases its lock after a minute.
KEEPALIVES = ("tcp_keepalives_idle=30", "tcp_keepalives_interval=10", "tcp_keepalives_count=3")


class ServerLock(Protocol):
    """A lock on a database."""

    def renew(self) -> None:
        """Take the lock again if it was lost, as with a connection."""

    def check(self) -> None:
        """Raises StoreError if the lock is lost."""

    def release(self) -> None: ...


def lock_database(url: str) -> ServerLock:
    """Take the lock on a database.

    Raises PalamedesError if another server has it, or the database cannot be reached.
    """
    with opening_errors():
        address = database_address(url)
        if address.get_backend_name() == "postgresql":
            return _AdvisoryLock(address)
        file = sqlite_file(address)
        return _NoLock() if file is None or not file.path.parent.is_dir() else _LockFile(file)


def _refusal() -> PalamedesError:
    return PalamedesError(
        _(
            "another server is using this database; stop it first, or choose another database "
            "with --database"
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

    def __init__(self, file: SqliteFile) -> None:
        # Opened and closed by different threads.
        self._lock = FileLock(f"{file.path}.lock", thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise _refusal() from None
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

    def __init__(self, url: URL) -> None:
        self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None
        ends = monotonic() + PATIENCE
        while not self._take():
            if monotonic() > ends:
                raise _refusal()
            sleep(0.1)

    def _take(self) -> bool:
        connection = self._engine.connect()
        if not connection.scalar(TAKE):
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
