"""What processes of one database tell each other, as rows; NOTIFY tells a reader that some wait.

A notification is lost where nobody listens, and at most 8,000 bytes long. A row is neither.
PostgreSQL only. There are messages for every move, so the driver is used without SQLAlchemy, which
takes most of the time of such a statement.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import URL, NullPool, create_engine

from palamedes.ui.web.store.transactions import driver_errors

CHANNEL = "palamedes_"  # before the id of the process that listens
SEND = f"""
WITH sent AS (
  INSERT INTO process_messages (process, body) SELECT id, %s FROM processes WHERE {{meant}}
  RETURNING process
)
SELECT pg_notify('{CHANNEL}' || process, '') FROM sent
"""
SEND_TO, SEND_TO_ALL = SEND.format(meant="id = %s"), SEND.format(meant="id <> %s")
TAKE = "DELETE FROM process_messages WHERE process = %s RETURNING id, body"


class ProcessMessages:
    """The messages to and from one process; every method is one statement.

    One thread sends, and another one listens.
    """

    def __init__(self, url: URL, process: str) -> None:
        self.process = process
        self._engine = create_engine(url, poolclass=NullPool)
        self._errors = self._engine.dialect.loaded_dbapi.Error
        self._sending: Any = None

    def send(self, body: str, process: str | None = None) -> int:
        """Send a message to a process, or to all others; returns how many there are."""
        if process is None:
            return len(self._execute(SEND_TO_ALL, body, self.process))
        return len(self._execute(SEND_TO, body, process))

    def wake(self) -> None:
        """Notify the reader of this process, as if there were a message."""
        self._execute("SELECT pg_notify(%s, '')", CHANNEL + self.process)

    def _execute(self, statement: str, *values: str) -> list[Any]:
        with driver_errors(self._errors):
            if self._sending is None:
                self._sending = self._connect()
            try:
                return list(self._sending.execute(statement, values).fetchall())
            except BaseException:
                self.close()
                raise

    def _connect(self) -> Any:
        """A connection of the driver.

        A crash of PostgreSQL may cost the last messages: it ends all connections anyway.
        """
        pooled = self._engine.raw_connection()
        connection = pooled.driver_connection
        pooled.detach()
        assert connection is not None
        connection.autocommit = True
        connection.execute("SET synchronous_commit = off")
        return connection

    @contextmanager
    def listening(self) -> Iterator["Listening"]:
        """Listen to what others send."""
        with driver_errors(self._errors):
            connection = self._connect()
            try:
                connection.execute(f"LISTEN {CHANNEL}{self.process}")
                yield Listening(connection, self.process)
            finally:
                connection.close()

    def close(self) -> None:
        sending, self._sending = self._sending, None
        if sending is not None:
            with suppress(self._errors):
                sending.close()


class Listening:
    """A connection that is notified of messages."""

    def __init__(self, connection: Any, process: str) -> None:
        self._connection, self._process = connection, process

    def wait(self, seconds: float) -> bool:
        """Wait until messages may be there; False if the time is up."""
        return bool(list(self._connection.notifies(timeout=seconds, stop_after=1)))

    def take(self) -> list[str]:
        """The messages that wait, in the order in which each process has sent its own."""
        rows = self._connection.execute(TAKE, [self._process]).fetchall()
        return [body for _number, body in sorted(rows)]
