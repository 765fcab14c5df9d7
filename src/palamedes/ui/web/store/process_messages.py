"""What processes of one database tell each other, as rows; NOTIFY tells a reader that some wait.

A notification is lost where nobody listens, and at most 8,000 bytes long. A row is neither.
PostgreSQL only.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, NullPool, create_engine

from palamedes.ui.web.store.driver_connection import DriverConnection, open_connection
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
        # A crash of PostgreSQL may cost the last messages: it ends all connections anyway.
        self._sending = DriverConnection(self._engine, "SET synchronous_commit = off")

    def send(self, body: str, process: str | None = None) -> int:
        """Send a message to a process, or to all others; returns how many there are."""
        if process is None:
            return len(self._sending.execute(SEND_TO_ALL, [body, self.process]))
        return len(self._sending.execute(SEND_TO, [body, process]))

    def wake(self) -> None:
        """Notify the reader of this process, as if there were a message."""
        self._sending.execute("SELECT pg_notify(%s, '')", [CHANNEL + self.process])

    @contextmanager
    def listening(self) -> Iterator["Listening"]:
        """Listen to what others send."""
        with driver_errors(self._engine.dialect.loaded_dbapi.Error):
            connection = open_connection(self._engine)
            try:
                connection.execute("SET synchronous_commit = off")
                connection.execute(f"LISTEN {CHANNEL}{self.process}")
                yield Listening(connection, self.process)
            finally:
                connection.close()

    def close(self) -> None:
        self._sending.close()


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
