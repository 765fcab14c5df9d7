"""The file of an SQLite database: whether it is still the one that was opened, and sound."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from palamedes.core.language import _
from palamedes.ui.web.store.transactions import StoreError

UNSOUND = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)  # error codes
IN_MEMORY = (None, "", ":memory:")


class SqliteFile:
    """A database file. What is written to a deleted, replaced or damaged one may be lost."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damage = ""  # as `inspect` found it
        self._identity: tuple[int, int] | None = None

    def remember(self) -> None:
        """From now on the file must stay the one it is."""
        self._identity = self._current_identity()

    def check(self) -> None:
        """Raises StoreError if the file is no longer the one that was opened, or known as damaged.

        This happens at every commit, so the file itself is not read.
        """
        if self._identity is not None and self._current_identity() != self._identity:
            raise StoreError(
                _(
                    "The database file was deleted or replaced. "
                    "Nothing is saved until the server is restarted."
                )
            )
        if self.damage:
            raise StoreError(_("The database is damaged. Nothing is saved until it is repaired."))

    def inspect(self) -> None:
        """Look for damaged pages.

        This reads the whole file, so the time grows with its size: by about six seconds per
        gigabyte, if the system has it in memory. The connection is new, so its cache is empty.
        """
        try:
            address = f"{self.path.as_uri()}?mode=rw"  # never creates a file
            with closing(sqlite3.connect(address, uri=True)) as connection:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            found = str(error) if error.sqlite_errorcode & 0xFF in UNSOUND else "ok"
        self.damage = "" if found == "ok" else found.partition("\n")[0]

    def _current_identity(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return (status.st_dev, status.st_ino) if status.st_size else None  # it was emptied


def sqlite_file(url: URL) -> SqliteFile | None:
    """The file behind a URL; None for another database, or one in memory."""
    if url.get_backend_name() != "sqlite" or url.database in IN_MEMORY:
        return None
    return SqliteFile(Path(str(url.database)).resolve())
