"""PostgreSQL without SQLAlchemy, which takes most of the time of a short statement."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from sqlalchemy import Engine

from palamedes.ui.web.store.transactions import driver_errors

LONGEST_SILENCE = 1.0  # seconds, after which the database may have ended the connection


def open_connection(engine: Engine) -> Any:
    """A connection of the driver, in which every statement is a transaction."""
    pooled = engine.raw_connection()
    connection = pooled.driver_connection
    pooled.detach()
    assert connection is not None
    connection.autocommit = True
    return connection


class DriverConnection:
    """A connection that is opened at its first statement, and again after an error."""

    def __init__(self, engine: Engine, setting: str = "") -> None:
        """`setting` is a statement to begin with."""
        self._engine, self._setting = engine, setting
        self._errors = engine.dialect.loaded_dbapi.Error
        self._connection: Any = None
        self._used = 0.0

    def execute(self, statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
        """The rows that a statement returns; raises StoreError."""
        with driver_errors(self._errors):
            self._open()
            try:
                return list(self._connection.execute(statement, values).fetchall())
            except BaseException:
                self.close()
                raise
            finally:
                self._used = monotonic()

    def _open(self) -> None:
        if self._connection is not None and monotonic() - self._used > LONGEST_SILENCE:
            try:
                self._connection.execute("SELECT 1")
            except self._errors:
                self.close()
        if self._connection is None:
            self._connection = open_connection(self._engine)
            if self._setting:
                self._connection.execute(self._setting)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(self._errors):
                connection.close()
